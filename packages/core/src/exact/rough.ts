// The first answer of an exact solve, for runs that are stopped at once.
import type { Problem } from '../problem/problem.js'
import { certificateOf } from '../result/make-solution.js'
import { Rounder } from '../rounding/rounding.js'
import { type Found, NEVER } from './run.js'

/**
 * A bound and a value in one pass: every factor takes its own best configuration, and every variable its own
 * best value.
 */
export function roughly(problem: Problem): Found {
  const { slots, score, degree, slotStart, slotLinks, slotDomain } = problem
  const x = new Float64Array(problem.linkSlot.length)
  let bound = problem.constant
  const votes = new Float64Array(slots)
  for (let s = 0; s < slots; s++) {
    votes[s] = slotDomain[s] === -1 ? (score[s] > 0 ? 1 : 0) : score[s]
    if (degree[s] === 0) bound += Math.max(0, score[s])
    for (let j = slotStart[s]; j < slotStart[s + 1]; j++) x[slotLinks[j]] = score[s] / degree[s]
  }
  for (const group of problem.groups) bound += group.bound(x)
  const rounder = new Rounder(problem)
  rounder.vote(votes, false)
  const values = rounder.value === NEVER ? null : rounder.values
  return { bound, value: rounder.value, values, certificate: certificateOf(problem, x) }
}
