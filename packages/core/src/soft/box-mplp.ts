// The box-MPLP solver as users call it: rounds of block coordinate descent over factors, sets or pairs (paper
// 4, Algorithm 4).
import { ParleyError } from '../error.js'
import { type OptionKeys, requireOptions } from '../options.js'
import { BoxMplpEngine } from './box-mplp-engine.js'
import { FactorSweeps } from './factor-sweeps.js'
import { SoftMonitor } from './soft-monitor.js'
import type { SoftProblem } from './soft-problem.js'
import { SOFT_KEYS, type SoftOptions, type SoftSolution } from './soft-solution.js'
import { startFrom } from './soft-start.js'
import { SoftState } from './soft-state.js'
import { StarUpdate } from './star-update.js'
import { GAIN, PATIENCE, SweepRounds } from './sweep-rounds.js'

export interface BoxMplpOptions extends SoftOptions {
  /**
   * The blocks that are minimised in turn: all agreements of a factor (`sweeps`, the default for consensus
   * sets); whole consensus sets while that gains much, and then single agreements (`sets`, the default
   * otherwise); or single agreements throughout, as printed in paper 4 (`pairs`).
   */
  blocks?: 'sweeps' | 'sets' | 'pairs'
  /**
   * Number of passes over the agreements of a set that need no call of a model. Default 10, as in paper 4.
   */
  passes?: number
}

const BLOCKS = ['sweeps', 'sets', 'pairs']

const KEYS = { ...SOFT_KEYS, blocks: true, passes: true } satisfies OptionKeys<BoxMplpOptions>

/** A round of whole sets that gains less than this share of all gains so far is the last such round. */
const LATE = 0.003

/**
 * Box-MPLP (paper 4, Algorithm 4, as corrected): block coordinate descent on the dual of a soft problem, with
 * multipliers that stay in their boxes 0 ≤ ν ≤ c. The bound never rises, there is no step size to choose, and
 * a model is asked only if multipliers that matter to it have changed. Like `mplp`, it may come to rest above
 * the optimum of the relaxation.
 *
 * @example
 * const problem = new SoftProblem()
 * const words = [[2, 0], [0, 1], [0, 1.5]].map((scores) => problem.addVariable(scores))
 * problem.consensus(words, 3)
 * boxMplp(problem).assignment // Int32Array [1, 1, 1, 1]: the majority, and what they agree on
 */
export function boxMplp(problem: SoftProblem, options: BoxMplpOptions = {}): SoftSolution {
  requireOptions('boxMplp', options, KEYS)
  const { blocks, passes } = options
  if (blocks !== undefined && !BLOCKS.includes(blocks))
    throw new ParleyError(
      'bad-argument',
      `There are no blocks "${String(blocks)}"; there are ${BLOCKS.join(', ')}.`,
    )
  if (passes !== undefined && !(passes >= 1))
    throw new ParleyError('bad-argument', `passes is ${passes}; it must be a number ≥ 1.`)
  const state = new SoftState(problem)
  startFrom(state, options.warmStart)
  const monitor = new SoftMonitor(state, options, 1000)
  if (options.blocks !== 'pairs' && options.blocks !== 'sets' && FactorSweeps.suits(state))
    return descendBySweeps(state, monitor, options)
  return descendByBlocks(state, monitor, options)
}

function descendBySweeps(state: SoftState, monitor: SoftMonitor, options: BoxMplpOptions): SoftSolution {
  const sweeps = new FactorSweeps(state)
  sweeps.begin(options.warmStart === undefined)
  const rounds = new SweepRounds(monitor, {
    models: state.problem.factorCount,
    dual: () => sweeps.dual(),
    publish: () => sweeps.answers.publish(),
  })
  const note = () => {
    if (!monitor.isTraceDue()) return
    sweeps.answers.publish()
    monitor.check(rounds.iteration, sweeps.dual())
  }
  for (const step of rounds.steps()) {
    if (step.kind === 'respond') sweeps.answers.respond(note)
    else {
      let done = 0
      sweeps.sweep(step.threshold, step.isWide, () => {
        note()
        return isDue(done++, monitor)
      })
    }
  }
  if (rounds.isFeasible) monitor.improve(state)
  return monitor.finish(rounds.iteration)
}

function descendByBlocks(state: SoftState, monitor: SoftMonitor, options: BoxMplpOptions): SoftSolution {
  const engine = new BoxMplpEngine(state)
  const stars = new StarUpdate(engine)
  engine.refresh()

  const first = engine.dual()
  let wholeSets = options.blocks !== 'pairs'
  let idle = 0
  let last = first
  let iteration = 0
  for (;;) {
    const dual = engine.dual()
    const stopped = monitor.check(iteration, dual)
    if (dual === Number.NEGATIVE_INFINITY) return monitor.finish(iteration)
    idle = !wholeSets && iteration > 0 && last - dual <= GAIN * monitor.slack ? idle + 1 : 0
    if (iteration > 0 && last - dual <= LATE * (first - dual)) wholeSets = false
    last = dual
    if (stopped || monitor.closed || idle >= PATIENCE || iteration >= monitor.maxIterations) break
    if (wholeSets) {
      if (iteration > 0) engine.refresh()
      sweepSets(engine, stars, options, iteration, monitor)
    } else sweepPairs(engine, stars, options, iteration, monitor)
    iteration++
  }
  engine.settle()
  monitor.bound = Math.min(monitor.bound, engine.dual())
  monitor.improve(state)
  return monitor.finish(iteration)
}

/**
 * Updates the sets that gain, according to the known max-marginals, those with the largest gains first; other
 * sets need no call of a model. Pairs that belong to no set follow.
 */
function sweepSets(
  engine: BoxMplpEngine,
  stars: StarUpdate,
  options: BoxMplpOptions,
  iteration: number,
  monitor: SoftMonitor,
): void {
  const { runs } = stars
  const threshold = (GAIN * monitor.slack) / runs.length
  const order = stars.byGain(threshold)
  for (let k = 0; k < order.length && !isDue(k, monitor); k++) {
    if (stars.gain(order[k]) > threshold) stars.update(order[k], threshold)
    if (monitor.isTraceDue()) monitor.check(iteration, engine.dual())
  }
  for (let r = 0; r + 1 < runs.length && !isDue(r, monitor); r++)
    if (!stars.isStar(r)) updatePairs(engine, runs[r], runs[r + 1], options.passes)
}

function sweepPairs(
  engine: BoxMplpEngine,
  { runs }: StarUpdate,
  options: BoxMplpOptions,
  iteration: number,
  monitor: SoftMonitor,
): void {
  for (let r = 0; r + 1 < runs.length && !isDue(r, monitor); r++) {
    updatePairs(engine, runs[r], runs[r + 1], options.passes)
    if (monitor.isTraceDue()) monitor.check(iteration, engine.dual())
  }
}

/** Checks the limits and the caller at every 64th run. */
function isDue(run: number, monitor: SoftMonitor): boolean {
  return (run & 63) === 63 && monitor.interrupted()
}

/** Algorithm 4: updates the agreements in turn, and repeats those whose max-marginals are known. */
function updatePairs(engine: BoxMplpEngine, from: number, to: number, passes = 10): void {
  const { pairFirst, pairSecond } = engine.state.problem
  for (let pass = 0; pass < (to - from > 1 ? passes : 1); pass++)
    for (let p = from; p < to; p++) {
      const [a, b] = [pairFirst.data[p], pairSecond.data[p]]
      if (pass > 0 && !(engine.isKnown(a) && engine.isKnown(b))) continue
      engine.require(a)
      engine.require(b)
      engine.updatePair(p, 0.5)
    }
}
