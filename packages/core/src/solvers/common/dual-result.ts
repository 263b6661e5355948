// The end of a solver that lowers the dual: tightens if asked, rounds, and finds the status that the numbers
// justify.
import {
  TIGHTENING_KEYS,
  type TighteningOptions,
  type Tighter,
  tightenFromSteps,
} from '../../exact/tightening.js'
import type { Steps } from '../../limits/steps.js'
import { type OptionKeys, requireOptions } from '../../options.js'
import { evaluateSlots } from '../../problem/evaluate.js'
import type { Problem } from '../../problem/problem.js'
import { searchAssignment } from '../../result/feasibility.js'
import { certificateOf, infeasibleSolutionSteps, makeSolution } from '../../result/make-solution.js'
import { type Monitor, statusOf } from '../../result/monitor.js'
import type { Solution } from '../../result/solution.js'
import type { Rounder } from '../../rounding/rounding.js'

export interface DualEnd {
  /** Scores on the links that prove the monitor's bound. */
  x: Float64Array
  beliefs: Float64Array
  iterations: number
  /** True if the relaxation is known to be solved. */
  solved?: boolean
  /** Add violated clusters to the relaxation while bound and value do not meet. */
  tighten?: boolean | TighteningOptions | undefined
  /** AD³'s penalty, from which the tightening continues. */
  eta?: number
}

/** An option of the solvers that solve a relaxation. */
export interface TightenOption {
  /**
   * If the relaxation is not tight, add violated cycles and clusters (Sontag et al. 2008) until bound and
   * value meet or nothing is gained. Default false.
   */
  tighten?: boolean | TighteningOptions
}

export const TIGHTEN_KEYS = { tighten: true } satisfies OptionKeys<TightenOption>

/** Rejects unknown names inside the option `tighten`. */
export function requireTightening(what: string, { tighten }: TightenOption): void {
  if (typeof tighten === 'boolean' || tighten === undefined) return
  requireOptions(`tighten of ${what}`, tighten, TIGHTENING_KEYS)
}

/**
 * The solution: `optimal` if bound and value meet; otherwise `fractional` if the relaxation is known to be
 * solved, and `interrupted` if not. If rounding found nothing, a short search either finds an assignment or
 * proves that there is none.
 */
export function* dualResult(
  problem: Problem,
  monitor: Monitor,
  rounder: Rounder,
  end: DualEnd,
): Steps<Solution> {
  const tighter = yield* tightened(problem, monitor, rounder, end)
  let values = rounder.value === Number.NEGATIVE_INFINITY ? null : rounder.values
  if (values === null && !monitor.interrupted()) {
    const search = yield* searchAssignment(problem)
    if (search.answer === 'infeasible')
      return yield* infeasibleSolutionSteps(problem, end.iterations, { kind: 'none' })
    if (search.answer === 'feasible') {
      values = search.values
      monitor.value = evaluateSlots(problem.graph, values)
    }
  }
  return makeSolution(problem, {
    status: statusOf(monitor, end.solved === true),
    bound: monitor.bound,
    values,
    beliefs: tighter?.beliefs ?? end.beliefs,
    certificate: tighter?.certificate ?? certificateOf(problem, end.x),
    iterations: end.iterations,
  })
}

/** Lowers the monitor's bound by tightening, if the options ask for it, and rounds the result. */
function* tightened(
  problem: Problem,
  monitor: Monitor,
  rounder: Rounder,
  end: DualEnd,
): Steps<Tighter | null> {
  const { x, beliefs, eta, tighten } = end
  if (tighten === undefined || tighten === false || monitor.closed || monitor.interrupted()) return null
  const tighter = yield* tightenFromSteps(
    problem,
    { bound: monitor.bound, x, beliefs, ...(eta !== undefined && { eta }) },
    {
      cutoff: monitor.value,
      slack: monitor.slack,
      maxIterations: monitor.maxIterations,
      stop: () => monitor.poll(),
    },
    tighten === true ? {} : tighten,
  )
  if (tighter === null) return null
  monitor.bound = tighter.bound
  if (!monitor.closed) {
    yield* rounder.roundSteps(tighter.beliefs, 2)
    monitor.value = Math.max(monitor.value, rounder.value)
  }
  return tighter
}
