// The subgradient solver as users call it: iterations, step rules, recovery of marginals (paper 2, Algorithm
// 1.1).
import { ParleyError } from '../../error.js'
import { Deadline } from '../../limits/deadline.js'
import { finishSteps, STEP, type Steps } from '../../limits/steps.js'
import { type OptionKeys, requireOptions } from '../../options.js'
import { infeasibleBelow } from '../../problem/least-value.js'
import { type Solvable, toProblemSteps } from '../../problem/solvable.js'
import { typicalScore } from '../../problem/typical-score.js'
import { certificateOf, infeasibleSolutionSteps, unstartedSolution } from '../../result/make-solution.js'
import { Monitor } from '../../result/monitor.js'
import { SOLVE_KEYS, type Solution, type SolveOptions } from '../../result/solution.js'
import { warmScores } from '../../result/warm-start.js'
import { type OwnRounding, Rounder } from '../../rounding/rounding.js'
import { dualResult } from '../common/dual-result.js'
import { makeSteps, type Progress, STEP_RULES, type StepRule } from './step-rules.js'
import { SubgradientEngine } from './subgradient-engine.js'

export type { StepRule } from './step-rules.js'

export interface SubgradientOptions extends SolveOptions {
  /** How the step shrinks; see `StepRule`. Default `polyak`. */
  step?: StepRule
  /** η₀, in the units of the scores. By default derived from them. */
  stepSize?: number
  /**
   * Whether `marginals` hold the mean of all votes (`average`, the default) or of the last votes (`last`).
   */
  recovery?: 'average' | 'last'
  /** How to round, as in `Ad3Options`. */
  round?: OwnRounding
}

export const SUBGRADIENT_KEYS = {
  ...SOLVE_KEYS,
  step: true,
  stepSize: true,
  recovery: true,
  round: true,
} satisfies OptionKeys<SubgradientOptions>

/**
 * Candidates for the first step of `koo`, in typical scores, and the number of iterations for which each is
 * tried (paper 1, footnote 14).
 */
const FIRST_STEPS = [0.01, 0.03, 0.1, 0.3, 1, 3]
const TRIAL = 20
/** Steps below this share of a typical score do not change the result. */
const SMALLEST_STEP = 1e-13

/**
 * Projected subgradient dual decomposition (paper 2, Algorithm 1.1): the factors vote, and the multipliers
 * penalise disagreement. If all factors agree, the answer is proven best. Otherwise the method cannot tell
 * whether the relaxation is solved but not tight: the status is then `interrupted`. (It is `fractional` only
 * if all factors agree on fractions, for which relaxed knapsacks may vote.)
 *
 * @example
 * const graph = new FactorGraph()
 * const [a, b] = [graph.binary(1), graph.binary(0.5)]
 * graph.atMostOne([a, b])
 * subgradient(graph, { step: 'sqrt' }).value // 1
 */
export function subgradient(input: Solvable, options: SubgradientOptions = {}): Solution {
  requireOptions('subgradient', options, SUBGRADIENT_KEYS)
  const deadline = new Deadline(options)
  return finishSteps(solveSubgradient(input, options, deadline), deadline.isOver)
}

/** `subgradient` as a generator. */
export function* solveSubgradient(
  input: Solvable,
  options: SubgradientOptions,
  deadline: Deadline,
): Steps<Solution> {
  const problem = yield* toProblemSteps(input)
  if (problem === null) return unstartedSolution(input)
  const monitor = new Monitor(options, 1000, Math.min(1, typicalScore(problem)), deadline)
  const rule = options.step ?? 'polyak'
  checkOptions(options)
  if (problem.conflict !== null)
    return monitor.finish(yield* infeasibleSolutionSteps(problem, 0, { kind: 'none' }))
  const engine = new SubgradientEngine(problem)
  const warm = warmScores(problem, options.warmStart)
  const scale = typicalScore(problem)
  let first = options.stepSize ?? (rule === 'rush' ? 0.5 * scale : scale)
  if (rule === 'koo' && options.stepSize === undefined)
    first = yield* bestFirstStep(engine, warm, scale, monitor)
  engine.start(warm)

  const steps = makeSteps(rule, first)
  const least = infeasibleBelow(problem)
  const rounder = new Rounder(problem, options.round)
  const bestX = engine.x.slice()
  const average = new Float64Array(problem.slots)
  const progress: Progress = {
    iteration: 0,
    dual: Number.POSITIVE_INFINITY,
    increases: 0,
    bestDual: Number.POSITIVE_INFINITY,
    bestValue: Number.NEGATIVE_INFINITY,
    disagreement: 0,
  }
  const links = Math.max(1, problem.linkSlot.length)
  let work = 0
  let nextRounding = 0
  for (;;) {
    const dual = engine.vote()
    if (dual > progress.dual) progress.increases++
    progress.dual = dual
    if (dual < monitor.bound) bestX.set(engine.x)
    const stopped = monitor.check({
      iteration: engine.iteration,
      dual,
      relaxed: Number.NaN,
      primalResidual: Math.sqrt(engine.disagreement / Math.max(1, engine.x.length)),
      dualResidual: Number.NaN,
      activeFactors: engine.activeFactors,
    })
    if (dual < least) {
      const certificate = certificateOf(problem, bestX)
      return monitor.finish(yield* infeasibleSolutionSteps(problem, engine.iteration, certificate))
    }
    progress.iteration = engine.iteration + 1
    progress.bestDual = monitor.bound
    progress.bestValue = monitor.value
    progress.disagreement = engine.disagreement
    // Proposition 1.2: if all factors agree, the votes are the best assignment.
    const agreed = engine.disagreement === 0
    const eta = agreed ? 0 : steps.next(progress)
    const final =
      agreed || stopped || engine.iteration >= monitor.maxIterations || eta < SMALLEST_STEP * scale
    if (final || engine.iteration >= nextRounding) {
      nextRounding = 2 * engine.iteration + 1
      engine.average(average)
      yield* rounder.roundSteps(engine.mean, 0)
      if (!agreed) yield* rounder.roundSteps(average, 0)
      if (final && rounder.value < monitor.bound - monitor.slack) yield* rounder.roundSteps(average, 2)
      monitor.value = Math.max(monitor.value, rounder.value)
    }
    if (final || monitor.closed) break
    engine.step(eta)
    work += links
    if (work < STEP) continue
    work = 0
    yield
  }
  engine.average(average)
  const solved = engine.disagreement === 0
  const beliefs = options.recovery === 'last' || solved ? engine.mean : average
  return monitor.finish(
    yield* dualResult(problem, monitor, rounder, { x: bestX, beliefs, iterations: engine.iteration, solved }),
  )
}

function checkOptions({ step, stepSize, recovery }: SubgradientOptions): void {
  if (step !== undefined && !STEP_RULES.includes(step))
    throw new ParleyError(
      'bad-argument',
      `There is no step rule "${String(step)}"; there are ${STEP_RULES.join(', ')}.`,
    )
  if (stepSize !== undefined && !(stepSize > 0 && Number.isFinite(stepSize)))
    throw new ParleyError('bad-argument', `The step size is ${stepSize}; it must be a positive number.`)
  if (recovery !== undefined && recovery !== 'average' && recovery !== 'last')
    throw new ParleyError('bad-argument', `The recovery is "${String(recovery)}"; it may be average or last.`)
}

/** Finds the η₀ that lowers the dual most within `TRIAL` iterations. */
function* bestFirstStep(
  engine: SubgradientEngine,
  warm: Float64Array | undefined,
  scale: number,
  monitor: Monitor,
): Steps<number> {
  let lowest = Number.POSITIVE_INFINITY
  let chosen = scale
  for (const share of FIRST_STEPS) {
    engine.start(warm)
    let last = Number.POSITIVE_INFINITY
    let increases = 0
    let reached = Number.POSITIVE_INFINITY
    while (!monitor.interrupted()) {
      const dual = engine.vote()
      if (dual > last) increases++
      last = dual
      reached = Math.min(reached, dual)
      if (engine.disagreement === 0 || engine.iteration >= TRIAL) break
      engine.step((share * scale) / (1 + increases))
      yield
    }
    if (reached < lowest) {
      lowest = reached
      chosen = share * scale
    }
  }
  return chosen
}
