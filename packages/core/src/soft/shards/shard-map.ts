// Maps factors, sets and multipliers of a whole problem to their numbers in the shards.
import { ParleyError } from '../../error.js'
import type { MemberPairs } from '../member-pairs.js'
import type { SoftProblem } from '../soft-problem.js'
import { modelCount } from './sweep-shard.js'

/** The contents of one shard, with the numbers of the whole problem. */
export interface ShardPart {
  /** Factors of the shard, ascending: factor i of the shard is factors[i] of the whole. */
  readonly factors: Int32Array
  /** The sets in which it has members, ascending, counting from the first set. */
  readonly sets: Int32Array
  /** Number of each set in the shard; −1 if the shard has no member of it. */
  readonly setAt: Int32Array
}

/** The distribution of factors over shards, and the numbers of factors, sets and multipliers there. */
export class ShardMap {
  readonly models: number
  /** The variable of the first set. */
  readonly firstSet: number
  readonly parts: readonly ShardPart[]
  /** Number of each factor in its shard. */
  readonly factorAt: Int32Array
  /** Start of each pair's multipliers in its shard. */
  readonly multiplierAt: Int32Array

  /** @param shardOf the shard of each model */
  constructor(
    problem: SoftProblem,
    members: MemberPairs,
    readonly shardOf: ArrayLike<number>,
    shards: number,
  ) {
    const { factorFirst, variableCount, pairSecond, pairFirst, variableFactor, multiplierStart } = problem
    this.models = modelCount(problem)
    if (shardOf.length !== this.models)
      throw new ParleyError(
        'bad-argument',
        `The problem has ${this.models} models, but shards are given for ${shardOf.length}.`,
      )
    this.firstSet = factorFirst.data[this.models]
    const sets = variableCount - this.firstSet
    this.factorAt = new Int32Array(this.models)
    const factors: number[][] = Array.from({ length: shards }, () => [])
    const setAt = Array.from({ length: shards }, () => new Int32Array(sets).fill(-1))
    for (let f = 0; f < this.models; f++) {
      const own = factors[shardOf[f]]
      if (own === undefined)
        throw new ParleyError(
          'bad-argument',
          `Factor ${f} is in shard ${shardOf[f]}; there are ${shards} shards.`,
        )
      this.factorAt[f] = own.push(f) - 1
      for (let k = members.from(f); k < members.to(f); k++)
        setAt[shardOf[f]][pairSecond.data[members.pairs[k]] - this.firstSet] = 0
    }
    this.parts = factors.map((own, shard) => {
      const list: number[] = []
      for (let set = 0; set < sets; set++) if (setAt[shard][set] === 0) setAt[shard][set] = list.push(set) - 1
      return { factors: Int32Array.from(own), sets: Int32Array.from(list), setAt: setAt[shard] }
    })
    this.multiplierAt = new Int32Array(problem.pairCount)
    const end = new Int32Array(shards)
    for (let p = 0; p < problem.pairCount; p++) {
      const shard = shardOf[variableFactor.data[pairFirst.data[p]]]
      this.multiplierAt[p] = end[shard]
      end[shard] += multiplierStart.data[p + 1] - multiplierStart.data[p]
    }
  }
}
