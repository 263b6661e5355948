// Where there are too many arcs, parts of many arcs are left out, in training as in parsing: their number
// grows with a power of the number of arcs, and a text without full stops must not exhaust time and memory.
// What is left out is reported.
import type { PartScores } from '../tree-scores.js'
import type { HeadSides } from './head-sides.js'
import { Part, type PartName } from './parts.js'

export interface PartLimits {
  /**
   * Heads with more possible modifiers on one side have no grand-siblings and tri-siblings, nor arbitrary
   * siblings.
   */
  readonly modifiers: number
  /** Sentences with more arcs times words have no paths: there are as many variables of flow. */
  readonly flows: number
}

export const PART_LIMITS: PartLimits = { modifiers: 32, flows: 100_000 }

/** Which heads have parts of many modifiers. */
export interface HeadLimits {
  /** Whether a head has parts of three arcs on a side: 0 is left. */
  thirdOrder(head: number, side: number): boolean
  /** Whether any two modifiers of a head are a part. */
  anySiblings(head: number): boolean
}

/** No limits: all parts. */
export const UNLIMITED: HeadLimits = { thirdOrder: () => true, anySiblings: () => true }

/** The limits of a sentence, by how many modifiers a head may have on a side. */
export function headLimits(sides: Pick<HeadSides, 'count'>, { modifiers }: PartLimits): HeadLimits {
  const thirdOrder = (head: number, side: number) => sides.count(head, side) <= modifiers
  return { thirdOrder, anySiblings: (head) => thirdOrder(head, 0) && thirdOrder(head, 1) }
}

/** The parts that a sentence has. */
export function partsWithin(
  parts: readonly PartName[],
  arcCount: number,
  length: number,
  { flows }: PartLimits,
): ReadonlySet<PartName> {
  const all = arcCount * length <= flows
  return new Set(all ? parts : parts.filter((name) => name !== 'path' && name !== 'non-projective'))
}

/**
 * The parts that are left out of a sentence of `length` words, wholly or at some heads, in the order of
 * `parts`.
 */
export function droppedParts(
  parts: readonly PartName[],
  within: ReadonlySet<PartName>,
  limits: HeadLimits,
  length: number,
): PartName[] {
  const isLimited = Array.from({ length: length + 1 }, (_, h) => h).some((h) => !limits.anySiblings(h))
  return parts.filter((name) => !within.has(name) || (isLimited && BY_HEAD.has(name)))
}

const BY_HEAD: ReadonlySet<PartName> = new Set(['grand-sibling', 'tri-sibling', 'any-sibling'])

/**
 * An upper bound on the score of the left-out parts in any tree of `length` words: their maximum number times
 * the maximum score of each. It is coarse and cheap.
 */
export function mostOfDropped(dropped: readonly PartName[], length: number, scorer: PartScores): number {
  let most = 0
  for (const name of dropped) most += largestNumber(name, length) * scorer.most(PART_OF[name])
  return most
}

/** How many parts of a kind a tree may have. */
function largestNumber(name: PartName, n: number): number {
  // Every word ends one row of three modifiers, and a head's last one ends a pair with "none".
  if (name === 'tri-sibling' || name === 'non-projective') return n
  if (name === 'grand-sibling') return 2 * n
  // All words under one head; all words in one line.
  return (n * (n - 1)) / 2
}

const PART_OF: Readonly<Record<PartName, number>> = {
  arc: Part.arc,
  sibling: Part.sibling,
  grandparent: Part.grandparent,
  'grand-sibling': Part.grandSibling,
  'tri-sibling': Part.triSibling,
  'any-sibling': Part.anySibling,
  'head-bigram': Part.headBigram,
  path: Part.path,
  'non-projective': Part.nonProjective,
}
