// The parts that trees are scored by (paper 1, Fig. 1; paper 2, Fig. 1.3), and the sizes of models by name.
import { ParleyError } from '@parleyjs/core'

/** All kinds of parts. Their order is the order of their numbers in `Part`. */
export const PART_NAMES = [
  'arc',
  'sibling',
  'grandparent',
  'grand-sibling',
  'tri-sibling',
  'any-sibling',
  'head-bigram',
  'path',
  'non-projective',
] as const

/**
 * A kind of part:
 * - `arc`: a head and its modifier
 * - `sibling`: a head and two modifiers that follow each other on one side
 * - `grandparent`: a word's head, the word, its modifier
 * - `grand-sibling`: a sibling part with the head's own head
 * - `tri-sibling`: a head and three modifiers that follow each other on one side
 * - `any-sibling`: a head and any two of its modifiers
 * - `head-bigram`: two neighbouring words with their heads
 * - `path`: a word and one of its descendants
 * - `non-projective`: an arc over a word that does not descend from its head
 */
export type PartName = (typeof PART_NAMES)[number]

/** Kinds of parts by number. */
export const Part = {
  arc: 0,
  sibling: 1,
  grandparent: 2,
  grandSibling: 3,
  triSibling: 4,
  anySibling: 5,
  headBigram: 6,
  path: 7,
  nonProjective: 8,
} as const

const SECOND: readonly PartName[] = ['arc', 'sibling', 'grandparent']

/** The sizes of models: `full` has the parts of paper 2, `logic` those of paper 1. */
const SIZES = {
  arc: ['arc'],
  second: SECOND,
  full: [...SECOND, 'grand-sibling', 'tri-sibling', 'any-sibling', 'head-bigram'],
  logic: [...SECOND, 'any-sibling', 'head-bigram', 'path', 'non-projective'],
} as const satisfies Record<string, readonly PartName[]>

/** What trees are scored by: a size by name, or a list of parts. Arcs always count. */
export type ParserParts = keyof typeof SIZES | readonly PartName[]

/**
 * The parts of a size or of a list, each once and in the order of `PART_NAMES`; arcs are always among them.
 * Also reads lists as text, separated by commas.
 *
 * @example
 * partList('second') // ['arc', 'sibling', 'grandparent']
 * partList('path, arc') // ['arc', 'path']
 */
export function partList(parts: string | readonly PartName[]): PartName[] {
  const names = typeof parts === 'string' ? namesIn(parts) : parts
  for (const name of names)
    if (!(PART_NAMES as readonly string[]).includes(name))
      throw new ParleyError(
        'bad-argument',
        `There are no parts called "${name}". Choose a size (${Object.keys(SIZES).join(', ')}) or a list of ${PART_NAMES.join(', ')}.`,
      )
  return PART_NAMES.filter((name) => name === 'arc' || names.includes(name))
}

/**
 * What to call a list of parts: the name of its size, or the list with commas.
 *
 * @example
 * partsName(['arc', 'sibling', 'grandparent']) // 'second'
 */
export function partsName(parts: readonly PartName[]): string {
  const list = partList(parts).join(',')
  const size = Object.entries(SIZES).find(([, names]) => partList(names).join(',') === list)
  return size === undefined ? list : size[0]
}

function namesIn(text: string): readonly string[] {
  if (Object.hasOwn(SIZES, text)) return SIZES[text as keyof typeof SIZES]
  return text.split(',').map((name) => name.trim())
}
