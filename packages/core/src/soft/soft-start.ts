// Warm starts of the solvers of soft problems.
import { ParleyError } from '../error.js'
import { PairKind } from './soft-problem.js'
import type { SoftSolution } from './soft-solution.js'
import type { SoftState } from './soft-state.js'

/** Starts from the multipliers of an earlier solution, clamped to the boxes of this problem. */
export function startFrom(state: SoftState, earlier: SoftSolution | undefined): void {
  if (earlier === undefined) return
  const { multipliers, problem } = state
  if (earlier.multipliers.length !== multipliers.length)
    throw new ParleyError(
      'bad-argument',
      `The solution to start from has ${earlier.multipliers.length} multipliers, the problem ${multipliers.length}.`,
    )
  multipliers.set(earlier.multipliers)
  for (let p = 0; p < problem.pairCount; p++) {
    if (problem.pairKind.data[p] !== PairKind.agreement) continue
    const from = problem.multiplierStart.data[p]
    const c = problem.pairTable.data[p] - from
    for (let i = from; i < problem.multiplierStart.data[p + 1]; i++)
      multipliers[i] = Math.min(Math.max(0, multipliers[i]), problem.tables.data[c + i])
  }
  state.gather()
}
