// Turns the result of a solver into a statement about the model: the value is the tree's score under the
// whole model, and the bound includes an upper bound for the parts that the graph lacks.
import type { Status } from '@parleyjs/core'
import type { Parse } from './interface/parse-result.js'
import type { PartDecoder } from './parts/part-decoder.js'

/** Relative rounding error of sums of scores that are added in another order. */
const ROUNDING = 1e-12

/** The proven facts about a tree. */
export type Verdict = Pick<Parse, 'status' | 'value' | 'bound' | 'dropped'>

/** Turns a solver's result for a decoder's graph into facts about a tree over its arcs. */
export function verdictOf(
  decoder: Pick<PartDecoder, 'scoreOf' | 'dropped' | 'mostOfDropped'>,
  heads: ArrayLike<number>,
  solution: { readonly status: Status; readonly value: number; readonly bound: number },
  tolerance: number,
): Verdict {
  const { dropped } = decoder
  const value = decoder.scoreOf(heads)
  const { status } = solution
  // Value and solution.value are the same but for rounding: the gap stays what it is, or 0 where rounding is
  // all there is of it.
  if (dropped.length === 0) {
    const gap = solution.bound - solution.value
    return { status, value, bound: gap > ROUNDING * Math.max(1, Math.abs(value)) ? value + gap : value }
  }
  const bound = Math.max(value, solution.bound + decoder.mostOfDropped)
  const isOpen = bound - value > tolerance * Math.max(1, Math.abs(bound))
  return { status: status === 'optimal' && isOpen ? 'fractional' : status, value, bound, dropped }
}
