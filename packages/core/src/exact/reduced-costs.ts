// The cost of a slot's value in the bound: with the scores x on the links, forcing slot s to 1 lowers the
// bound by Σ over its factors of (best − best with s = 1). A value is ruled out if this takes the bound below
// the best known value.
import { finishSteps, STEP, type Steps } from '../limits/steps.js'
import type { Problem } from '../problem/problem.js'
import { workOfFactors } from '../problem/work.js'

export interface ReducedCosts {
  /** The dual value at x. */
  bound: number
  /** How much the bound falls with each slot at 1, and at 0. */
  on: Float64Array
  off: Float64Array
}

export function reducedCosts(problem: Problem, x: Float64Array): ReducedCosts {
  return finishSteps(reducedCostsSteps(problem, x))!
}

/** The reduced costs of all slots. Null if stopped. */
export function* reducedCostsSteps(problem: Problem, x: Float64Array): Steps<ReducedCosts | null> {
  const { slots, groups, factorStart, linkSlot, degree, score, fixed } = problem
  const on = new Float64Array(slots)
  const off = new Float64Array(slots)
  const linkOn = new Float64Array(linkSlot.length)
  const linkOff = new Float64Array(linkSlot.length)
  let bound = problem.constant
  for (let s = 0; s < slots; s++) {
    if (degree[s] > 0 || fixed[s] !== -1) continue
    bound += Math.max(0, score[s])
    if (score[s] > 0) off[s] = score[s]
    else on[s] = -score[s]
  }
  const workOf = workOfFactors(problem)
  let work = 0
  for (const group of groups) {
    for (let f = group.first; f < group.first + group.count; f++) {
      work += workOf[f]
      if (work >= STEP) {
        work = 0
        if (yield) return null
      }
      const best = group.maxMarginals(f, x, linkOn, linkOff)
      bound += best
      if (best === Number.NEGATIVE_INFINITY) continue
      for (let l = factorStart[f]; l < factorStart[f + 1]; l++) {
        on[linkSlot[l]] += best - linkOn[l]
        off[linkSlot[l]] += best - linkOff[l]
      }
    }
  }
  return { bound, on, off }
}

/**
 * Decisions (2·slot + value) that every assignment with a score above `cutoff` follows. Null if there is no
 * such assignment.
 */
export function fixings(problem: Problem, costs: ReducedCosts, cutoff: number): number[] | null {
  const { fixed, graph } = problem
  const decisions: number[] = []
  for (let s = 0; s < graph.slotCount; s++) {
    if (fixed[s] !== -1) continue
    const noOne = costs.bound - costs.on[s] <= cutoff
    const noZero = costs.bound - costs.off[s] <= cutoff
    if (noOne && noZero) return null
    if (noOne) decisions.push(2 * s)
    else if (noZero) decisions.push(2 * s + 1)
  }
  return decisions
}

/** A bound on the score of an assignment that breaks one of the decisions. */
export function excludedBound(costs: ReducedCosts, decisions: readonly number[]): number {
  let most = Number.NEGATIVE_INFINITY
  for (const d of decisions)
    most = Math.max(most, costs.bound - ((d & 1) === 0 ? costs.on[d >> 1] : costs.off[d >> 1]))
  return most
}
