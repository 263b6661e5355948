// The projected subgradient solver for soft problems as users call it (paper 4, Algorithm 2).
import { ParleyError } from '../error.js'
import { type OptionKeys, requireOptions } from '../options.js'
import {
  makeSteps,
  type Progress,
  STEP_RULES,
  type StepRule,
  type Steps,
} from '../solvers/subgradient/step-rules.js'
import { BoxSubgradientEngine } from './box-subgradient-engine.js'
import { SoftMonitor } from './soft-monitor.js'
import { type SoftProblem, typicalPenalty } from './soft-problem.js'
import { SOFT_KEYS, type SoftOptions, type SoftSolution } from './soft-solution.js'
import { startFrom } from './soft-start.js'
import { SoftState } from './soft-state.js'

export interface BoxSubgradientOptions extends SoftOptions {
  /**
   * How the step shrinks, as for `subgradient`; or a schedule of your own: the step of a round (counting from
   * 1) after a number of rises of the dual. Default `polyak`.
   */
  step?: Exclude<StepRule, 'koo'> | ((round: number, rises: number) => number)
  /** η₀, in the units of the scores. Default: the mean penalty. */
  stepSize?: number
}

const KEYS = { ...SOFT_KEYS, step: true, stepSize: true } satisfies OptionKeys<BoxSubgradientOptions>

/** Steps below this share of a typical penalty do not change the result. */
const SMALLEST_STEP = 1e-13

/**
 * The projected subgradient method for soft problems (paper 4, Algorithm 2): models vote, and broken
 * agreements move the multipliers, which stay in their boxes. It needs only `maximize`, and handles penalty
 * matrices without changing them.
 *
 * @example
 * const problem = new SoftProblem()
 * const [a, b] = [problem.addVariable([2, 0]), problem.addVariable([0, 1])]
 * problem.agree(a, b, 1.5)
 * boxSubgradient(problem).value // 2
 */
export function boxSubgradient(problem: SoftProblem, options: BoxSubgradientOptions = {}): SoftSolution {
  requireOptions('boxSubgradient', options, KEYS)
  checkOptions(options)
  const state = new SoftState(problem)
  startFrom(state, options.warmStart)
  const monitor = new SoftMonitor(state, options, 1000)
  const engine = new BoxSubgradientEngine(state)
  const scale = typicalPenalty(problem)
  const { step = 'polyak' } = options
  const steps: Steps =
    typeof step === 'function'
      ? { next: ({ iteration, increases }) => step(iteration, increases) }
      : makeSteps(step, options.stepSize ?? scale)
  const best = state.multipliers.slice()
  const progress: Progress = {
    iteration: 0,
    dual: Number.POSITIVE_INFINITY,
    increases: 0,
    bestDual: Number.POSITIVE_INFINITY,
    bestValue: Number.NEGATIVE_INFINITY,
    disagreement: 0,
  }
  for (let iteration = 0; ; iteration++) {
    const dual = engine.vote()
    if (dual < monitor.bound) best.set(state.multipliers)
    if (dual > progress.dual) progress.increases++
    const stopped = monitor.check(iteration, dual)
    if (dual === Number.NEGATIVE_INFINITY) return monitor.finish(iteration)
    engine.elect((factor) => monitor.elected(factor))
    progress.iteration = iteration + 1
    progress.dual = dual
    progress.bestDual = monitor.bound
    progress.bestValue = monitor.value
    progress.disagreement = engine.disagreement()
    // Complementary slackness (supplement, section 1): the iteration is at an optimum if no multiplier can
    // move.
    const eta = progress.disagreement === 0 ? 0 : steps.next(progress)
    const isFinal = stopped || monitor.closed || iteration >= monitor.maxIterations
    if (isFinal || eta < SMALLEST_STEP * scale) {
      state.multipliers.set(best)
      monitor.improve(state)
      return monitor.finish(iteration)
    }
    engine.step(eta)
  }
}

function checkOptions({ step, stepSize }: BoxSubgradientOptions): void {
  const rules = STEP_RULES.filter((rule) => rule !== 'koo')
  if (step !== undefined && typeof step !== 'function' && !rules.includes(step))
    throw new ParleyError(
      'bad-argument',
      `There is no step rule "${String(step)}" for soft problems; there are ${rules.join(', ')}.`,
    )
  if (stepSize !== undefined && !(stepSize > 0 && Number.isFinite(stepSize)))
    throw new ParleyError('bad-argument', `The step size is ${stepSize}; it must be a positive number.`)
}
