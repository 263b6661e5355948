// Rechecks the bound of a soft problem without a solver.
import { tableMaximum } from './box-block.js'
import { agreementTable, scoresOf } from './penalties.js'
import { PairKind, type SoftProblem } from './soft-problem.js'
import { SoftState } from './soft-state.js'

/**
 * The bound that any multipliers prove, computed from scratch with one call of `maximize` per model: no
 * assignment scores more.
 *
 * @example
 * softBound(problem, boxMplp(problem).multipliers) // ≥ the best value
 */
export function softBound(problem: SoftProblem, multipliers: Float64Array): number {
  const state = new SoftState(problem)
  state.multipliers.set(multipliers)
  state.gather()
  let bound = problem.constant
  for (let f = 0; f < problem.factorCount; f++) {
    state.maximize(f)
    bound += state.best[f]
  }
  for (let p = 0; p < problem.pairCount; p++) {
    const rows = problem.sizeOf(problem.pairFirst.data[p])
    const columns = problem.sizeOf(problem.pairSecond.data[p])
    const isAgreement = problem.pairKind.data[p] === PairKind.agreement
    const table = new Float64Array(rows * columns)
    const at = problem.multiplierStart.data[p]
    const from = problem.pairTable.data[p]
    if (isAgreement) agreementTable(problem.tables.data, from, rows, table)
    else scoresOf(problem.tables.data, from, rows, columns, table)
    // Inside its box an agreement adds nothing; multipliers outside the box raise the bound.
    const own = multipliers.subarray(at, problem.multiplierStart.data[p + 1])
    bound += tableMaximum(table, rows, columns, isAgreement ? Float64Array.of(...own, ...own) : own, 0)
  }
  return bound
}
