// The main loop of AD³: when it evaluates the bound, when it rounds, and when it stops.

import type { Ad3Engine } from '../../ad3/engine.js'
import { kindOfGroup } from '../../kinds/registry.js'
import { STEP, type Steps } from '../../limits/steps.js'
import { leastValue } from '../../problem/least-value.js'
import { LARGE, type Problem } from '../../problem/problem.js'
import { workOfAll } from '../../problem/work.js'
import { certificateOf, infeasibleSolutionSteps } from '../../result/make-solution.js'
import type { Monitor } from '../../result/monitor.js'
import type { Solution } from '../../result/solution.js'
import { type OwnRounding, Rounder } from '../../rounding/rounding.js'
import { dualResult } from '../common/dual-result.js'
import type { Ad3Options } from './ad3.js'

/** Beliefs within this of 0 or 1 count as decided. */
const DECIDED = 1e-6
/** The relaxed value is trusted if the links contest at most this many tolerances. */
const CONTESTED = 30
/**
 * The relaxation is solved when the bound exceeds the relaxed value by at most this share of the tolerance.
 */
const MARGIN = 0.85
/**
 * When the bound exceeds the relaxed value by at most this many tolerances, the solver tries whether the
 * relaxation rounds to an optimal assignment.
 */
const NEARLY = 10
/** An assignment within this relative distance of the bound does not get the longest search. */
const GOOD = 1e-3
/** If one pass over all factors reads more numbers than this, an iteration yields within itself. */
const HEAVY = 1 << 18

/** Runs AD³ from its first iteration to its solution. Yields between iterations and while it rounds. */
export function* runAd3(
  engine: Ad3Engine,
  monitor: Monitor,
  { tighten, round }: Pick<Ad3Options, 'tighten' | 'round'>,
): Steps<Solution> {
  const { problem } = engine
  const least = leastValue(problem)
  const rounder = new Rounder(problem, round)
  const heavy = workOfAll(problem) > HEAVY
  const links = Math.max(1, problem.linkSlot.length)
  let work = 0
  let solved = false
  let relaxedOptimum = Number.NEGATIVE_INFINITY
  let lastBound = Number.POSITIVE_INFINITY
  // On a large graph a vote costs as much as several iterations, whatever the number of threads, and the
  // flips cost as much again.
  const patient = problem.factors > LARGE
  let nextVote = patient ? 40 : 20
  let tried = false
  let relaxed = { score: Number.NaN, lagrangian: Number.NEGATIVE_INFINITY, disagreement: 0 }

  for (;;) {
    const due = engine.iteration >= monitor.maxIterations || (engine.iteration > 0 && monitor.poll())
    if (isCheck(engine.iteration) || engine.settled || due) {
      const dual = engine.dual()
      if (dual < monitor.bound) engine.keepBest()
      // While the bound still falls by more than three tolerances from check to check, the relaxation is not
      // solved.
      const falling = lastBound - Math.min(monitor.bound, dual) > 3 * monitor.slack
      // There are no beliefs before the first iteration.
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
        return yield* infeasibleSolutionSteps(problem, engine.iteration, certificateOf(problem, engine.bestX))
      if (engine.iteration > 0 && relaxed.disagreement <= CONTESTED * monitor.slack)
        relaxedOptimum = Math.max(relaxedOptimum, relaxed.lagrangian)
      const distance = monitor.bound - relaxedOptimum
      solved = engine.settled || distance <= MARGIN * monitor.slack
      const final = solved || due || stop
      if (engine.iteration === 0) {
        if (heavy) yield
        // A graph whose factors agree from the start, such as a single factor, needs no iteration at all.
        if (engine.vote()) yield* rounder.voteSteps(engine.votes)
        else if (stop) yield* rounder.roundSteps(engine.votes, 0)
        monitor.value = rounder.value
        if (monitor.closed) engine.mean.set(engine.votes)
      } else if (
        final ||
        (!tried && (distance <= NEARLY * monitor.slack || isDecided(problem, engine.mean)))
      ) {
        tried = true
        yield* roundRelaxed(rounder, engine, monitor, final, round)
      } else if (round !== undefined) {
        // A rounding made for the problem is cheap and good: it may close the gap long before the beliefs
        // settle.
        yield* rounder.roundSteps(engine.mean, 0)
        monitor.value = Math.max(monitor.value, rounder.value)
      } else if (engine.iteration >= nextVote) {
        // A first assignment in case the run is cut short. Longer runs spend more effort on it.
        nextVote = (patient ? 4 : 2) * engine.iteration
        if (engine.iteration < 160) yield* rounder.voteSteps(engine.mean, !patient)
        else yield* rounder.roundSteps(engine.mean, 0)
        monitor.value = Math.max(monitor.value, rounder.value)
      }
      if (final || monitor.closed) break
    }
    if (heavy) yield* engine.stepInParts()
    else engine.step()
    work += links
    if (work < STEP) continue
    work = 0
    yield
  }
  return yield* dualResult(problem, monitor, rounder, {
    x: engine.bestX,
    beliefs: engine.mean,
    iterations: engine.iteration,
    solved,
    tighten,
    eta: engine.eta,
  })
}

/** Rounds the relaxed solution. At the end of a run the effort depends on the gap that is left. */
function* roundRelaxed(
  rounder: Rounder,
  engine: Ad3Engine,
  monitor: Monitor,
  final: boolean,
  own: OwnRounding | undefined,
): Steps<void> {
  const round = function* (beliefs: Float64Array, effort: number): Steps<void> {
    yield* rounder.roundSteps(beliefs, effort)
    monitor.value = Math.max(monitor.value, rounder.value)
  }
  const open = (share: number) => monitor.bound - monitor.value > share * Math.abs(monitor.bound)
  yield* rounder.voteSteps(engine.mean)
  monitor.value = Math.max(monitor.value, rounder.value)
  if (!final && !monitor.closed) yield* round(engine.mean, 0)
  if (!final || monitor.closed || !open(GOOD)) return
  const { problem, mean } = engine
  if (!problem.groups.some((group) => kindOfGroup(group).opaque)) {
    engine.release()
    yield* round(mean, 2)
    return
  }
  // The votes of custom factors hold more information than the beliefs, because the structure of these
  // factors is unknown here. Rounding the mixture of votes and beliefs finds other assignments than more
  // effort on the beliefs.
  engine.vote()
  const mixture = engine.votes.map((vote, s) => 0.5 * (vote + mean[s]))
  engine.release()
  yield* round(mean, 1)
  if (!open(GOOD) || (yield)) return
  const other = new Rounder(problem, own)
  yield* other.roundSteps(mixture, 1)
  rounder.take(other)
  monitor.value = Math.max(monitor.value, rounder.value)
}

/**
 * Whether to evaluate the dual at this iteration. That costs as much as one or two iterations, so the checks
 * become rarer.
 */
function isCheck(iteration: number): boolean {
  // The interval is 5, 10, 20, then 50. It is computed without branches: a branch first taken in a long run
  // would deoptimise the compiled code.
  const interval =
    5 + 5 * Number(iteration >= 50) + 10 * Number(iteration >= 200) + 30 * Number(iteration >= 500)
  return iteration % interval === 0
}

/** Whether every slot's consensus is at 0 or 1. */
function isDecided(problem: Problem, mean: Float64Array): boolean {
  for (let s = 0; s < problem.slots; s++) {
    if (problem.degree[s] === 0) continue
    const m = mean[s]
    if (m > DECIDED && m < 1 - DECIDED) return false
  }
  return true
}
