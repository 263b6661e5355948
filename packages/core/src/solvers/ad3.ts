import { ParleyError } from '../error.js'
import type { Problem } from '../problem/problem.js'
import { type OwnRounding, Rounder } from '../rounding/rounding.js'
import { Ad3Engine, type EngineOptions } from './ad3-engine.js'
import { dualResult, type TightenOption } from './dual-result.js'
import { certificateOf, infeasibleSolution, type Solvable, toProblem } from './finish.js'
import { leastValue } from './least-value.js'
import { Monitor } from './monitor.js'
import type { Solution, SolveOptions } from './solution.js'
import { typicalScore } from './typical-score.js'
import { warmBeliefs, warmScores } from './warm-start.js'

export interface Ad3Options extends SolveOptions, EngineOptions, TightenOption {
  /** How to round a relaxed solution, where you know better than a general search: a spanning tree on the marginals, say. */
  round?: OwnRounding
}

/** Beliefs within this of 0 or 1 count as decided. */
const DECIDED = 1e-6
/** The relaxed value is believed once what factors contest is at most so many tolerances … */
const CONTESTED = 30
/** … and the relaxation is solved when the bound is within this share of the tolerance of it. */
const MARGIN = 0.85
/** From this many tolerances on it is worth trying whether the relaxation rounds to an optimal assignment. */
const NEARLY = 10
/** An assignment this close to the bound, relatively, is not worth the longest search. */
const GOOD = 1e-3
/** A warm start is close to the solution: it begins with this share of the usual penalty. */
const WARM = 0.1

/**
 * AD³, alternating directions dual decomposition (paper 2, Algorithm 1.2), accelerated: solves the relaxation,
 * rounds it, and says what the answer is worth. See docs/solvers.md for the options.
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
  const problem = toProblem(input)
  const monitor = new Monitor(options, 1000, Math.min(1, typicalScore(problem)))
  if (options.penalty !== undefined && !(options.penalty > 0 && Number.isFinite(options.penalty)))
    throw new ParleyError('bad-argument', `The penalty is ${options.penalty}; it must be a positive number.`)
  if (options.relaxation !== undefined && !(options.relaxation > 0 && options.relaxation <= 1.618))
    throw new ParleyError(
      'bad-argument',
      `The relaxation is ${options.relaxation}; it must be above 0 and at most 1.618.`,
    )
  if (problem.conflict !== null) return monitor.finish(infeasibleSolution(problem, 0, { kind: 'none' }))
  const engine = new Ad3Engine(problem, options)
  const warm = warmScores(problem, options.warmStart)
  if (warm !== undefined)
    engine.start(warm, warmBeliefs(problem, options.warmStart), options.penalty ?? WARM * engine.eta)
  return monitor.finish(run(problem, engine, monitor, options.tighten, options.round))
}

function run(
  problem: Problem,
  engine: Ad3Engine,
  monitor: Monitor,
  tighten: TightenOption['tighten'],
  round: OwnRounding | undefined,
): Solution {
  const least = leastValue(problem)
  const rounder = new Rounder(problem, round)
  const bestX = new Float64Array(engine.x.length)
  const votes = new Float64Array(problem.slots)
  let solved = false
  let relaxedOptimum = Number.NEGATIVE_INFINITY
  let lastBound = Number.POSITIVE_INFINITY
  let nextVote = 20
  let tried = false
  let relaxed = { score: Number.NaN, lagrangian: Number.NEGATIVE_INFINITY, disagreement: 0 }

  for (;;) {
    const due = engine.iteration >= monitor.maxIterations || (engine.iteration > 0 && monitor.poll())
    if (isCheck(engine.iteration) || engine.settled || due) {
      const dual = engine.dual()
      if (dual < monitor.bound) bestX.set(engine.x)
      // While the bound still falls by more than the tolerance from check to check, nothing is solved.
      const falling = lastBound - Math.min(monitor.bound, dual) > 3 * monitor.slack
      // Before the first iteration there are no beliefs to speak of.
      if (engine.iteration > 0 && (!falling || due || engine.settled)) relaxed = engine.relaxedValues()
      const stop = monitor.check({
        iteration: engine.iteration,
        dual,
        relaxed: relaxed.score,
        primalResidual: engine.primalResidual,
        dualResidual: engine.dualResidual,
        activeFactors: engine.activeFactors,
      })
      lastBound = monitor.bound
      if (monitor.bound < least - monitor.slack)
        return infeasibleSolution(problem, engine.iteration, certificateOf(problem, bestX))
      if (engine.iteration > 0 && relaxed.disagreement <= CONTESTED * monitor.slack)
        relaxedOptimum = Math.max(relaxedOptimum, relaxed.lagrangian)
      const distance = monitor.bound - relaxedOptimum
      solved = engine.settled || distance <= MARGIN * monitor.slack
      const final = solved || due || stop
      if (engine.iteration === 0) {
        // A graph whose factors agree from the start, such as a single factor, needs no iteration at all.
        if (engine.vote(votes)) rounder.vote(votes)
        monitor.value = rounder.value
        if (monitor.closed) engine.mean.set(votes)
      } else if (
        final ||
        (!tried && (distance <= NEARLY * monitor.slack || isDecided(problem, engine.mean)))
      ) {
        tried = true
        roundRelaxed(rounder, engine, monitor, final, round)
      } else if (round !== undefined) {
        // A rounding made for the problem is cheap and good: it may close the gap long before beliefs settle.
        rounder.round(engine.mean, 0)
        monitor.value = Math.max(monitor.value, rounder.value)
      } else if (engine.iteration >= nextVote) {
        // Something to show for a run that may be cut short; longer runs take more trouble.
        nextVote = 2 * engine.iteration
        if (engine.iteration < 160) rounder.vote(engine.mean)
        else rounder.round(engine.mean, 0)
        monitor.value = Math.max(monitor.value, rounder.value)
      }
      if (final || monitor.closed) break
    }
    engine.step()
  }
  return dualResult(problem, monitor, rounder, {
    x: bestX,
    beliefs: engine.mean,
    iterations: engine.iteration,
    solved,
    tighten,
    eta: engine.eta,
  })
}

/** Rounds the relaxed solution, at the end with as much effort as the gap that is left deserves. */
function roundRelaxed(
  rounder: Rounder,
  engine: Ad3Engine,
  monitor: Monitor,
  final: boolean,
  own: OwnRounding | undefined,
): void {
  const round = (beliefs: Float64Array, effort: number) => {
    rounder.round(beliefs, effort)
    monitor.value = Math.max(monitor.value, rounder.value)
  }
  const open = (share: number) => monitor.bound - monitor.value > share * Math.abs(monitor.bound)
  rounder.vote(engine.mean)
  monitor.value = Math.max(monitor.value, rounder.value)
  if (!final && !monitor.closed) round(engine.mean, 0)
  if (!final || monitor.closed || !open(GOOD)) return
  const { problem, mean } = engine
  if (!problem.groups.some((group) => group.kind === 'custom')) {
    engine.release()
    round(mean, 2)
    return
  }
  // What factors of the user's own prefer says more than beliefs alone: their insides are not known. A fresh start
  // from the mixture of both finds other assignments than more effort on the beliefs.
  const mixture = new Float64Array(mean.length)
  engine.vote(mixture)
  for (let s = 0; s < mixture.length; s++) mixture[s] = 0.5 * (mixture[s]! + mean[s]!)
  engine.release()
  round(mean, 1)
  if (!open(GOOD)) return
  const other = new Rounder(problem, own)
  other.round(mixture, 1)
  rounder.take(other)
  monitor.value = Math.max(monitor.value, rounder.value)
}

/** The dual, which costs as much as an iteration or two, is evaluated often at first, then less and less. */
function isCheck(iteration: number): boolean {
  const interval = iteration < 50 ? 5 : iteration < 200 ? 10 : iteration < 500 ? 20 : 50
  return iteration % interval === 0
}

/** Whether every slot's consensus is at 0 or 1. */
function isDecided(problem: Problem, mean: Float64Array): boolean {
  for (let s = 0; s < problem.slots; s++) {
    if (problem.degree[s] === 0) continue
    const m = mean[s]!
    if (m > DECIDED && m < 1 - DECIDED) return false
  }
  return true
}
