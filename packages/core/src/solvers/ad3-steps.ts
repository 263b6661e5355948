import { requireOptions } from '../options.js'
import { ad3Engine } from './ad3.js'
import { ENGINE_KEYS, type EngineOptions } from './ad3-engine.js'
import { type Solvable, toProblem } from './finish.js'

// AD³ one iteration at a time, with what every factor believes: for those who want to watch it, not for speed.

/** Where AD³ stands after an iteration. */
export interface Ad3Step {
  /** 0 before the first. */
  iteration: number
  /** Dual value at these multipliers: no assignment scores more. */
  dual: number
  primalResidual: number
  dualResidual: number
  /** How many factors were solved in this iteration. */
  activeFactors: number
  /** What factors agree on so far: a weight per slot of the graph, in the order of its variables. */
  beliefs: Float64Array
  /**
   * What each factor believes by itself: a weight for every literal of the graph, factor by factor, of its slot being 1
   * (whether the literal is negated or not). NaN where evidence settles it or the factor has nothing left to say.
   */
  votes: Float64Array
}

/**
 * The iterations of `ad3` on a graph with the same options, one by one. Ends when nothing moves any more; stop whenever
 * you have seen enough. A graph whose constraints clash at first sight has no steps.
 *
 * @example
 * for (const { iteration, dual, votes } of ad3Steps(graph)) if (iteration === 20) break
 */
export function* ad3Steps(input: Solvable, options: EngineOptions = {}): Generator<Ad3Step, void, undefined> {
  requireOptions('ad3Steps', options, ENGINE_KEYS)
  const problem = toProblem(input)
  if (problem.conflict !== null) return
  const { graph, fixed, score, degree, linkOrigin } = problem
  const engine = ad3Engine(problem, options)
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
