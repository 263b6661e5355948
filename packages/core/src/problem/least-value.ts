// A lower limit for the score of a feasible assignment. A dual value below it proves that there is no such
// assignment: the dual of an infeasible relaxation falls without end.
import type { Problem } from './problem.js'
import { typicalScore } from './typical-score.js'

/** Share of the numbers' sizes that is allowed for rounding errors, so that these never make a proof. */
const ROUNDING = 1e-12

/**
 * A dual value below this proves that nothing is feasible, even with rounding errors.
 *
 * @example
 * const graph = new FactorGraph()
 * graph.binary(-3.5)
 * infeasibleBelow(compile(graph)) // just below leastValue(compile(graph))
 */
export function infeasibleBelow(problem: Problem): number {
  return leastValue(problem) - 1e-9 * typicalScore(problem) * (1 + problem.linkSlot.length)
}

/**
 * A lower limit for the score of every feasible assignment; −Infinity if none is known (custom factors).
 *
 * @example
 * const graph = new FactorGraph()
 * graph.binary(-3.5)
 * leastValue(compile(graph)) // just below -3.5, so that rounding errors are covered
 */
export function leastValue(problem: Problem): number {
  const { slots, score, slotDomain, domainStart, domainSlots, groups, constant } = problem
  let total = constant
  let size = Math.abs(constant)
  for (let s = 0; s < slots; s++) {
    if (slotDomain[s] >= 0) continue
    total += Math.min(0, score[s])
    size += Math.abs(score[s])
  }
  // Exactly one slot of a domain is 1.
  for (let d = 0; d + 1 < domainStart.length; d++) {
    let least = Number.POSITIVE_INFINITY
    for (let j = domainStart[d]; j < domainStart[d + 1]; j++) {
      const value = score[domainSlots[j]]
      if (value < least) least = value
      size += Math.abs(value)
    }
    total += least
  }
  for (const group of groups) {
    for (let f = group.first; f < group.first + group.count; f++) {
      const least = group.leastScore(f)
      if (least === Number.NEGATIVE_INFINITY) return least
      // A table that forbids everything has no least score; the dual is −Infinity then.
      if (least === Number.POSITIVE_INFINITY) return least
      total += least
      size += Math.abs(least)
    }
  }
  return total - ROUNDING * size
}
