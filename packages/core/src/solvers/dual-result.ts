import { evaluateSlots } from '../graph/evaluate.js'
import type { Problem } from '../problem/problem.js'
import type { Rounder } from '../rounding/rounding.js'
import { searchAssignment } from './feasibility.js'
import { certificateOf, infeasibleSolution, makeSolution } from './finish.js'
import { type Monitor, statusOf } from './monitor.js'
import type { Solution } from './solution.js'

// How a solver ends that lowers the dual and mostly cannot tell whether the relaxation is solved.

export interface DualEnd {
  /** Scores on the links that prove the monitor's bound. */
  x: Float64Array
  beliefs: Float64Array
  iterations: number
  /** True if the relaxation is known to be solved. */
  solved?: boolean
}

/**
 * The solution: `optimal` if bound and value meet, else `interrupted`, or `fractional` if the relaxation is known to
 * be solved. Where rounding found nothing, a short search either finds an assignment or shows that there is none.
 *
 * @example
 * return monitor.finish(dualResult(problem, monitor, rounder, { x, beliefs, iterations }))
 */
export function dualResult(problem: Problem, monitor: Monitor, rounder: Rounder, end: DualEnd): Solution {
  let values = rounder.value === Number.NEGATIVE_INFINITY ? null : rounder.values
  if (values === null && !monitor.stopped) {
    const search = searchAssignment(problem)
    if (search.answer === 'infeasible') return infeasibleSolution(problem, end.iterations, { kind: 'none' })
    if (search.answer === 'feasible') {
      values = search.values
      monitor.value = evaluateSlots(problem.graph, values)
    }
  }
  return makeSolution(problem, {
    status: statusOf(monitor, end.solved === true),
    bound: monitor.bound,
    values,
    beliefs: end.beliefs,
    certificate: certificateOf(problem, end.x),
    iterations: end.iterations,
  })
}
