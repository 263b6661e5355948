// Where there are too many arcs, parts of many arcs are left out, in training as in parsing: their number grows with a
// power of the number of arcs, and a text without full stops must not exhaust time and memory.
import type { HeadSides } from './head-sides.js'
import type { PartName } from './parts.js'

/** Heads with more possible modifiers on one side have no grand-siblings and tri-siblings, nor arbitrary siblings. */
const MOST_MODIFIERS = 32
/** Sentences with more arcs times words have no paths: there are as many variables of flow. */
const MOST_FLOWS = 100_000

/** How many modifiers a head may have on a side: 0 is left. */
export type Candidates = Pick<HeadSides, 'count'>

/** Whether a head has parts of three arcs on a side. */
export function hasThirdOrder(sides: Candidates, head: number, side: number): boolean {
  return sides.count(head, side) <= MOST_MODIFIERS
}

/** Whether any two modifiers of a head are a part. */
export function hasAnySiblings(sides: Candidates, head: number): boolean {
  return hasThirdOrder(sides, head, 0) && hasThirdOrder(sides, head, 1)
}

/** The parts that a sentence has. */
export function partsWithin(
  parts: readonly PartName[],
  arcCount: number,
  length: number,
): ReadonlySet<PartName> {
  const all = arcCount * length <= MOST_FLOWS
  return new Set(all ? parts : parts.filter((name) => name !== 'path' && name !== 'non-projective'))
}
