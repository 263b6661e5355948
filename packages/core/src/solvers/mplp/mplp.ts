// The MPLP solver as users call it: sweeps of block coordinate descent on the dual, with rounding (Globerson
// and Jaakkola 2008).
import { Deadline } from '../../limits/deadline.js'
import { finishSteps, type Steps } from '../../limits/steps.js'
import { type OptionKeys, requireOptions } from '../../options.js'
import { infeasibleBelow } from '../../problem/least-value.js'
import { type Solvable, toProblemSteps } from '../../problem/solvable.js'
import { typicalScore } from '../../problem/typical-score.js'
import { certificateOf, infeasibleSolutionSteps, unstartedSolution } from '../../result/make-solution.js'
import { Monitor } from '../../result/monitor.js'
import { SOLVE_KEYS, type Solution, type SolveOptions } from '../../result/solution.js'
import { warmScores } from '../../result/warm-start.js'
import { type OwnRounding, Rounder } from '../../rounding/rounding.js'
import { dualResult, requireTightening, TIGHTEN_KEYS, type TightenOption } from '../common/dual-result.js'
import { MplpEngine } from './mplp-engine.js'

/** A sweep that lowers the dual by less than this share of the tolerance counts as no progress. */
const GAIN = 0.1
/** The descent has come to rest after this many sweeps without progress in a row. */
const PATIENCE = 4

export interface MplpOptions extends SolveOptions, TightenOption {
  /** How to round, as in `Ad3Options`. */
  round?: OwnRounding
}

export const MPLP_KEYS = { ...SOLVE_KEYS, ...TIGHTEN_KEYS, round: true } satisfies OptionKeys<MplpOptions>

/**
 * MPLP: block coordinate descent on the dual, by max-marginals. The bound falls with every sweep (an
 * iteration), and there is no step size to choose. The descent may come to rest above the optimum of the
 * relaxation, as it moves one block at a time. So the status is `optimal` if bound and value meet, and
 * `interrupted` otherwise; it is never `fractional`, which only `ad3` can prove. `marginals` come from the
 * scores at the variables; ties are shared.
 *
 * @example
 * const graph = new FactorGraph()
 * const [a, b] = [graph.binary(1), graph.binary(0.5)]
 * graph.atMostOne([a, b])
 * mplp(graph).value // 1
 */
export function mplp(input: Solvable, options: MplpOptions = {}): Solution {
  requireOptions('mplp', options, MPLP_KEYS)
  const deadline = new Deadline(options)
  return finishSteps(solveMplp(input, options, deadline), deadline.isOver)
}

/** `mplp` as a generator. */
export function* solveMplp(input: Solvable, options: MplpOptions, deadline: Deadline): Steps<Solution> {
  requireTightening('mplp', options)
  const problem = yield* toProblemSteps(input)
  if (problem === null) return unstartedSolution(input)
  const monitor = new Monitor(options, 1000, Math.min(1, typicalScore(problem)), deadline)
  if (problem.conflict !== null)
    return monitor.finish(yield* infeasibleSolutionSteps(problem, 0, { kind: 'none' }))
  const engine = yield* MplpEngine.build(problem)
  if (engine === null) return unstartedSolution(input)
  engine.start(warmScores(problem, options.warmStart))
  const least = infeasibleBelow(problem)
  const rounder = new Rounder(problem, options.round)
  const beliefs = new Float64Array(problem.slots)

  let idle = 0
  let last = Number.POSITIVE_INFINITY
  let nextRounding = 1
  for (;;) {
    const dual = engine.impossible ? Number.NEGATIVE_INFINITY : engine.dual()
    const stopped = monitor.check({
      iteration: engine.iteration,
      dual,
      relaxed: Number.NaN,
      primalResidual: Number.NaN,
      dualResidual: last - dual,
      activeFactors: engine.iteration === 0 ? 0 : engine.activeFactors,
    })
    if (dual < least) {
      const certificate = certificateOf(problem, engine.fold().x)
      return monitor.finish(yield* infeasibleSolutionSteps(problem, engine.iteration, certificate))
    }
    idle = last - dual <= GAIN * monitor.slack ? idle + 1 : 0
    last = dual
    const final = stopped || idle >= PATIENCE || engine.iteration >= monitor.maxIterations
    if (final || engine.iteration >= nextRounding) {
      nextRounding = 2 * engine.iteration
      yield* round(engine, rounder, monitor, beliefs, final)
    }
    if (final || monitor.closed) break
    yield* engine.sweep(() => monitor.poll())
  }
  const end = engine.fold()
  monitor.bound = end.dual
  return monitor.finish(
    yield* dualResult(problem, monitor, rounder, {
      x: end.x,
      beliefs,
      iterations: engine.iteration,
      tighten: options.tighten,
    }),
  )
}

/** Rounds the votes of the variables and, at the end, those of the factors. */
function* round(
  engine: MplpEngine,
  rounder: Rounder,
  monitor: Monitor,
  beliefs: Float64Array,
  final: boolean,
): Steps<void> {
  engine.beliefs(beliefs)
  engine.fold()
  yield* rounder.roundSteps(beliefs, 0)
  monitor.value = Math.max(monitor.value, rounder.value)
  if (!final || monitor.closed) return
  yield* rounder.roundSteps(beliefs, 2)
  monitor.value = Math.max(monitor.value, rounder.value)
  if (monitor.closed || (yield)) return
  const votes = new Float64Array(beliefs.length)
  engine.votes(votes)
  yield* rounder.roundSteps(votes, 2)
  monitor.value = Math.max(monitor.value, rounder.value)
}
