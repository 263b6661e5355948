// AD³ one iteration at a time, with the beliefs of every factor. It is meant for inspection, not for speed.

import { Ad3Engine, ENGINE_KEYS, type EngineOptions } from '../../ad3/engine.js'
import { requireOptions } from '../../options.js'
import { type Solvable, toProblem } from '../../problem/solvable.js'

/** The state of AD³ after an iteration. */
export interface Ad3Step {
  /** 0 before the first iteration. */
  iteration: number
  /** Dual value at these multipliers: no assignment scores more. */
  dual: number
  primalResidual: number
  dualResidual: number
  /** Number of factors solved in this iteration. */
  activeFactors: number
  /** The consensus of the factors: a weight per slot of the graph, in the order of its variables. */
  beliefs: Float64Array
  /**
   * The beliefs of each factor by itself: for every literal of the graph, factor by factor, the weight of its
   * slot being 1 (whether the literal is negated or not). NaN where the evidence decides the slot, or where
   * preprocessing removed the factor.
   */
  votes: Float64Array
}

/**
 * Yields the iterations of `ad3` on a graph with the same options. Ends when nothing moves any more; the
 * caller may stop earlier. A graph whose constraints contradict each other at compilation has no steps.
 *
 * @example
 * for (const { iteration, dual, votes } of ad3Steps(graph)) if (iteration === 20) break
 */
export function* ad3Steps(input: Solvable, options: EngineOptions = {}): Generator<Ad3Step, void, undefined> {
  requireOptions('ad3Steps', options, ENGINE_KEYS)
  const problem = toProblem(input)
  if (problem.conflict !== null) return
  const { graph, fixed, score, degree, linkOrigin } = problem
  const engine = Ad3Engine.solo(problem, options)
  for (;;) {
    const dual = engine.dual()
    const beliefs = new Float64Array(graph.slotCount)
    for (let s = 0; s < beliefs.length; s++)
      beliefs[s] = fixed[s] !== -1 ? fixed[s] : degree[s] === 0 ? Number(score[s] > 0) : engine.mean[s]
    const votes = new Float64Array(graph.store.literals.length).fill(Number.NaN)
    if (engine.iteration > 0)
      for (let l = 0; l < linkOrigin.length; l++) if (linkOrigin[l] >= 0) votes[linkOrigin[l]] = engine.z[l]
    yield {
      iteration: engine.iteration,
      dual,
      primalResidual: engine.primalResidual,
      dualResidual: engine.dualResidual,
      activeFactors: engine.activeFactors,
      beliefs,
      votes,
    }
    if (engine.settled) return
    engine.step()
  }
}
