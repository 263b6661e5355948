// The AD³ solver as users call it: checks the options, compiles the graph, starts warm, runs (paper 2,
// Algorithm 1.2).

import { Ad3Engine, ENGINE_KEYS, type EngineOptions } from '../../ad3/engine.js'
import { ParleyError } from '../../error.js'
import { Deadline } from '../../limits/deadline.js'
import { finishSteps, type Steps } from '../../limits/steps.js'
import { type OptionKeys, requireOptions } from '../../options.js'
import { LARGE, type Problem } from '../../problem/problem.js'
import { type Solvable, toProblemSteps } from '../../problem/solvable.js'
import { typicalScore } from '../../problem/typical-score.js'
import { infeasibleSolutionSteps, unstartedSolution } from '../../result/make-solution.js'
import { Monitor } from '../../result/monitor.js'
import { SOLVE_KEYS, type Solution, type SolveOptions } from '../../result/solution.js'
import { warmBeliefs, warmScores } from '../../result/warm-start.js'
import type { OwnRounding } from '../../rounding/rounding.js'
import { requireTightening, TIGHTEN_KEYS, type TightenOption } from '../common/dual-result.js'
import { runAd3 } from './run-ad3.js'

export interface Ad3Options extends SolveOptions, EngineOptions, TightenOption {
  /**
   * A rounding made for the problem, where you know better than a general search: for example a spanning tree
   * on the marginals.
   */
  round?: OwnRounding
}

export const AD3_KEYS = {
  ...SOLVE_KEYS,
  ...ENGINE_KEYS,
  ...TIGHTEN_KEYS,
  round: true,
} satisfies OptionKeys<Ad3Options>

/** A warm start begins with this share of the usual penalty, because it is close to the solution. */
const WARM = 0.1

/**
 * AD³, alternating directions dual decomposition (paper 2, Algorithm 1.2), accelerated: solves the
 * relaxation, rounds it, and proves how good the answer is. See docs/solvers.md for the options.
 *
 * @example
 * const graph = new FactorGraph()
 * const [a, b] = [graph.binary(1), graph.binary(0.5)]
 * graph.atMostOne([a, b])
 * const solution = ad3(graph)
 * solution.status // 'optimal'
 * a.valueIn(solution) // 1
 */
export function ad3(input: Solvable, options: Ad3Options = {}): Solution {
  requireOptions('ad3', options, AD3_KEYS)
  const deadline = new Deadline(options)
  return finishSteps(solveAd3(input, options, deadline), deadline.isOver)
}

/** `ad3` as a generator. */
export function* solveAd3(input: Solvable, options: Ad3Options, deadline: Deadline): Steps<Solution> {
  const problem = yield* toProblemSteps(input)
  if (problem === null) return unstartedSolution(input)
  const monitor = ad3Monitor(problem, options, deadline)
  if (problem.conflict !== null)
    return monitor.finish(yield* infeasibleSolutionSteps(problem, 0, { kind: 'none' }))
  if (problem.factors > LARGE) yield
  const engine = Ad3Engine.solo(problem, options)
  startWarm(engine, options)
  if (problem.factors > LARGE) yield
  return monitor.finish(yield* runAd3(engine, monitor, options))
}

/** Checks the options and makes the monitor of a run. */
export function ad3Monitor(problem: Problem, options: Ad3Options, deadline = new Deadline(options)): Monitor {
  requireTightening('ad3', options)
  const monitor = new Monitor(options, 1000, Math.min(1, typicalScore(problem)), deadline)
  if (options.penalty !== undefined && !(options.penalty > 0 && Number.isFinite(options.penalty)))
    throw new ParleyError('bad-argument', `The penalty is ${options.penalty}; it must be a positive number.`)
  if (options.relaxation !== undefined && !(options.relaxation > 0 && options.relaxation <= 1.618))
    throw new ParleyError(
      'bad-argument',
      `The relaxation is ${options.relaxation}; it must be above 0 and at most 1.618.`,
    )
  return monitor
}

/** Starts an engine from the earlier solution in `warmStart`, if there is one. */
export function startWarm(engine: Ad3Engine, options: Ad3Options): void {
  const warm = warmScores(engine.problem, options.warmStart)
  if (warm !== undefined)
    engine.start(warm, warmBeliefs(engine.problem, options.warmStart), options.penalty ?? WARM * engine.eta)
}
