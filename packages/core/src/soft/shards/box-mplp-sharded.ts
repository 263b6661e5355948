// The coordinator of a sharded descent: it holds the sets, and the shards hold the models and their
// multipliers.
import { ParleyError } from '../../error.js'
import { type OptionKeys, requireOptions } from '../../options.js'
import { FactorSweeps } from '../factor-sweeps.js'
import { MemberPairs } from '../member-pairs.js'
import { type MonitoredState, SoftMonitor } from '../soft-monitor.js'
import type { SoftProblem } from '../soft-problem.js'
import { SOFT_KEYS, type SoftOptions, type SoftSolution } from '../soft-solution.js'
import type { Calls } from '../soft-state.js'
import { Voting } from '../soft-value.js'
import { SweepOrder } from '../sweep-order.js'
import { SweepRounds } from '../sweep-rounds.js'
import type { Answered, ShardLink } from './messages.js'
import { ShardMap } from './shard-map.js'
import { planSweep } from './sweep-plan.js'

export type ShardedOptions = Omit<SoftOptions, 'warmStart' | 'traceEvery'>

const {
  warmStart: _warmStart,
  traceEvery: _traceEvery,
  ...SHARDED_KEYS
} = SOFT_KEYS satisfies OptionKeys<ShardedOptions & Pick<SoftOptions, 'warmStart' | 'traceEvery'>>

/** Stands for the coordinator in the first plan, for factors whose moves it only adds up. */
const HERE = -1

/**
 * `boxMplp` by sweeps, with the models and their multipliers in shards: threads or machines. The coordinator
 * knows only the sets, the scores of their values, and the answers of their members. The result has the same
 * bits as that of `boxMplp`, for any number of shards; its `multipliers` and `extra` are empty.
 *
 * @param problem the whole problem, models before sets; its models are never asked
 * @param shardOf the shard of each model
 */
export async function boxMplpSharded(
  problem: SoftProblem,
  shardOf: ArrayLike<number>,
  links: readonly ShardLink[],
  options: ShardedOptions = {},
): Promise<SoftSolution> {
  requireOptions('boxMplpSharded', options, SHARDED_KEYS)
  const hub = new ShardedSweeps(problem, shardOf, links)
  const monitor = new SoftMonitor(hub, options, 1000)
  await hub.begin()
  const rounds = new SweepRounds(monitor, {
    models: problem.factorCount,
    dual: () => hub.dual(),
    publish: () => {},
  })
  for (const step of rounds.steps()) {
    if (step.kind === 'respond') await hub.respond()
    else await hub.sweep(step.threshold, step.isWide, () => monitor.interrupted())
  }
  if (rounds.isFeasible) for (const _ of monitor.improvements()) await hub.vote()
  return monitor.finish(rounds.iteration)
}

/** The coordinator's part of the descent. */
class ShardedSweeps implements MonitoredState {
  readonly calls: Calls = { maximize: 0, maxMarginals: 0 }
  /** The answers: a value per variable, an own score per model. */
  readonly values: Int32Array
  readonly own: Float64Array
  readonly extra = new Float64Array(0)
  readonly multipliers = new Float64Array(0)
  private readonly members: MemberPairs
  private readonly map: ShardMap
  private readonly order: SweepOrder
  private readonly voting: Voting
  private readonly best: Float64Array
  private readonly gaps: Float64Array
  /** Score of each value of each set; a set begins at scores[problem.variableStart[set] − firstSlot]. */
  private readonly scores: Float64Array
  private readonly firstSlot: number
  private readonly isSwept: Uint8Array

  constructor(
    readonly problem: SoftProblem,
    shardOf: ArrayLike<number>,
    private readonly links: readonly ShardLink[],
  ) {
    if (!FactorSweeps.suits({ problem }))
      throw new ParleyError(
        'unsupported',
        'Only consensus sets between models with several variables can be solved in shards.',
      )
    this.members = new MemberPairs(problem)
    this.map = new ShardMap(problem, this.members, shardOf, links.length)
    this.order = new SweepOrder(problem, this.members)
    this.voting = new Voting(problem)
    this.values = new Int32Array(problem.variableCount)
    this.own = new Float64Array(problem.factorCount)
    this.best = new Float64Array(problem.factorCount)
    this.gaps = new Float64Array(problem.factorCount)
    this.firstSlot = problem.variableStart.data[this.map.firstSet]
    this.scores = new Float64Array(problem.slotCount - this.firstSlot)
    this.isSwept = new Uint8Array(problem.factorCount)
  }

  /** Makes the first calls, and the first moves in the order of the factors. */
  async begin(): Promise<void> {
    const { map, problem, links } = this
    this.loadOwnScores()
    const multipliers = await Promise.all(
      links.map(async (link, shard) => {
        const begun = await link.send({ op: 'begin' })
        this.count(begun.calls)
        let at = 0
        map.parts[shard].factors.forEach((f, i) => {
          this.own[f] = begun.own[i]
          this.best[f] = begun.best[i]
          this.isSwept[f] = begun.isSwept[i]
          for (let v = problem.factorFirst.data[f]; v < problem.factorFirst.data[f + 1]; v++)
            this.values[v] = begun.values[at++]
        })
        return begun.multipliers
      }),
    )
    const order = Int32Array.from({ length: map.models }, (_, f) => f)
    const give = (f: number) => this.give(f, multipliers[map.shardOf[f]])
    await this.carryOut('move', order, (f) => (this.isSwept[f] === 1 ? HERE : map.shardOf[f]), give)
  }

  dual(): number {
    const { problem, best, scores, firstSlot, map } = this
    const { variableStart } = problem
    let dual = problem.constant
    for (let f = 0; f < map.models; f++) dual += best[f]
    for (let v = map.firstSet; v < problem.variableCount; v++) {
      let top = Number.NEGATIVE_INFINITY
      for (let s = variableStart.data[v]; s < variableStart.data[v + 1]; s++)
        top = Math.max(top, scores[s - firstSlot])
      dual += top
    }
    return dual
  }

  /** Gives the sets their best values, and lets the factors answer. */
  async respond(): Promise<void> {
    const { problem, map, scores, firstSlot } = this
    const { data } = problem.variableStart
    const choice = new Int32Array(problem.variableCount - map.firstSet)
    for (let v = map.firstSet; v < problem.variableCount; v++) {
      let best = data[v]
      for (let s = best + 1; s < data[v + 1]; s++)
        if (scores[s - firstSlot] > scores[best - firstSlot]) best = s
      choice[v - map.firstSet] = best - data[v]
    }
    await this.ask('respond', choice)
  }

  /** Local search: the models answer to the values of the sets, then the sets choose again. */
  async vote(): Promise<void> {
    const { problem, map } = this
    await this.ask('vote', this.values.slice(map.firstSet))
    for (let f = map.models; f < problem.factorCount; f++) this.voting.elect(f, this.values)
  }

  /** A sweep over the factors that add to the gap. It ends between two steps if `isOver` returns true. */
  async sweep(threshold: number, isWide: boolean, isOver: () => boolean): Promise<void> {
    const { map, links, isSwept } = this
    const order = this.order.find(this.gaps, threshold, isWide)
    const ahead = order.filter((f) => isSwept[f] === 0)
    await Promise.all(
      links.map(async (link, shard) => {
        const factors = ahead.filter((f) => map.shardOf[f] === shard).map((f) => map.factorAt[f])
        if (factors.length > 0) this.count((await link.send({ op: 'prepare', factors })).calls)
      }),
    )
    await this.carryOut('sweep', order, (f) => map.shardOf[f], undefined, isOver)
  }

  /** Moves the factors step by step. In a step each shard moves its own factors. */
  private async carryOut(
    op: 'move' | 'sweep',
    order: Int32Array,
    shardOf: (factor: number) => number,
    give?: (factor: number) => void,
    isOver: () => boolean = () => false,
  ): Promise<void> {
    for (const step of planSweep(this.problem, this.members, order, shardOf)) {
      if (isOver()) return
      for (const f of step.get(HERE) ?? []) give?.(f)
      const shards = [...step].filter(([shard]) => shard !== HERE)
      await Promise.all(shards.map(([shard, factors]) => this.moveIn(op, shard, factors)))
    }
  }

  /**
   * Sends the scores of these factors' sets to their shard, which moves the factors and returns the new
   * scores.
   */
  private async moveIn(op: 'move' | 'sweep', shard: number, factors: readonly number[]): Promise<void> {
    const { map, members, problem, scores, links } = this
    const touched = new Set<number>()
    for (const f of factors)
      for (let k = members.from(f); k < members.to(f); k++)
        touched.add(problem.pairSecond.data[members.pairs[k]])
    const variables = [...touched]
    const lent: number[] = []
    this.eachSlot(variables, (s) => lent.push(scores[s]))
    const swept = await links[shard].send({
      op,
      factors: Int32Array.from(factors, (f) => map.factorAt[f]),
      sets: Int32Array.from(variables, (v) => map.parts[shard].setAt[v - map.firstSet]),
      scores: Float64Array.from(lent),
    })
    let at = 0
    this.eachSlot(variables, (s) => {
      scores[s] = swept.scores[at++]
    })
    factors.forEach((f, i) => {
      this.best[f] = swept.best[i]
    })
    this.count(swept.calls)
  }

  private async ask(op: 'respond' | 'vote', choice: Int32Array): Promise<void> {
    await Promise.all(
      this.links.map(async (link, shard) => {
        const { factors, sets } = this.map.parts[shard]
        this.take(factors, await link.send({ op, choice: sets.map((set) => choice[set]) }))
      }),
    )
  }

  private take(own: Int32Array, answered: Answered): void {
    const { factorFirst } = this.problem
    let at = 0
    answered.factors.forEach((i, n) => {
      const f = own[i]
      this.own[f] = answered.own[n]
      for (let v = factorFirst.data[f]; v < factorFirst.data[f + 1]; v++)
        this.values[v] = answered.values[at++]
    })
    own.forEach((f, i) => {
      this.gaps[f] = answered.gaps[i]
    })
    this.count(answered.calls)
  }

  /** Adds the multipliers of a factor's first call to the scores of its sets. */
  private give(factor: number, multipliers: Float64Array): void {
    const { members, problem, map, scores, firstSlot } = this
    for (let k = members.from(factor); k < members.to(factor); k++) {
      const pair = members.pairs[k]
      const slot = problem.variableStart.data[problem.pairSecond.data[pair]] - firstSlot
      const size = problem.multiplierStart.data[pair + 1] - problem.multiplierStart.data[pair]
      for (let y = 0; y < size; y++) scores[slot + y] += multipliers[map.multiplierAt[pair] + y]
    }
  }

  private loadOwnScores(): void {
    const { problem, map, scores, firstSlot } = this
    for (let f = map.models; f < problem.factorCount; f++) {
      const start = problem.scoreStart.data[f]
      const variable = problem.factorFirst.data[f]
      const from = problem.variableStart.data[variable]
      for (let s = from; start >= 0 && s < problem.variableStart.data[variable + 1]; s++)
        scores[s - firstSlot] = problem.scores.data[start + s - from]
    }
  }

  private eachSlot(variables: readonly number[], visit: (slot: number) => void): void {
    const { data } = this.problem.variableStart
    for (const v of variables) for (let s = data[v]; s < data[v + 1]; s++) visit(s - this.firstSlot)
  }

  private count({ maximize, maxMarginals }: Calls): void {
    this.calls.maximize += maximize
    this.calls.maxMarginals += maxMarginals
  }
}
