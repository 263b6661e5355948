// The words of a part, by their roles. A network has a vector for every word in every role; the score of a
// part is Σ_r of the products of its words' vectors, a low-rank tensor.
import type { Shape } from '@parleyjs/learn'
import { Part, type PartName } from '../tasks/parse/parts/parts.js'

/** Numbers of a word in a role. */
const RANK = 48

/** The roles of a kind of parts; siblings have others on the left of their head and on the right. */
const ROLES: Readonly<Record<string, readonly string[]>> = {
  'sibling.left': ['head', 'near', 'far'],
  'sibling.right': ['head', 'near', 'far'],
  grandparent: ['grandparent', 'head', 'modifier'],
  'grand-sibling': ['grandparent', 'head', 'near', 'far'],
  'tri-sibling': ['head', 'first', 'second', 'third'],
  'any-sibling': ['head', 'left', 'right'],
  'head-bigram': ['before', 'word', 'head'],
}

/** Names of roles for each number of a kind of parts; siblings have two, for the left and the right. */
const KINDS: readonly (readonly [PartName, number, readonly string[]])[] = [
  ['sibling', Part.sibling, ['sibling.left', 'sibling.right']],
  ['grandparent', Part.grandparent, ['grandparent']],
  ['grand-sibling', Part.grandSibling, ['grand-sibling']],
  ['tri-sibling', Part.triSibling, ['tri-sibling']],
  ['any-sibling', Part.anySibling, ['any-sibling']],
  ['head-bigram', Part.headBigram, ['head-bigram']],
]

/** A set of roles: the name of the parameters of each, in the order of the numbers of a part. */
export interface RoleSet {
  /** The kind of the parts, and for siblings their side. */
  readonly kind: number
  readonly side: number
  readonly names: readonly string[]
}

/** The sets of roles of a model's parts. */
export function roleSets(parts: readonly PartName[]): RoleSet[] {
  return KINDS.filter(([name]) => parts.includes(name)).flatMap(([, kind, sets]) =>
    sets.map((set, side) => ({ kind, side, names: ROLES[set].map((role) => `part.${set}.${role}`) })),
  )
}

/** Kinds of parts that networks can score. */
export const NETWORK_PARTS: readonly PartName[] = ['arc', ...KINDS.map(([name]) => name)]

/** The parameters of parts: a layer per role. */
export function partShapes(parts: readonly PartName[], word: number): Record<string, Shape> {
  return Object.fromEntries(
    roleSets(parts).flatMap(({ names }) =>
      names.flatMap((name): [string, Shape][] => [
        [name, [word, RANK]],
        [`${name}.bias`, [1, RANK]],
      ]),
    ),
  )
}
