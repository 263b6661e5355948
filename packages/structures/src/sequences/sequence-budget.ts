// A sequence in which one state is scarce: at most B positions may have it. Viterbi over (state, maximum
// count so far), O(B · T · k²).
import type { Factor } from '@parley/core'
import { requireInteger } from '../common/check.js'
import { asProbability, logSum } from '../common/log-sum.js'
import { type Chain, layChain, offFromOthers, pathScore, readPath } from './chain.js'
import type { SequenceOptions } from './sequence.js'

/** Scores and budget of a sequence. */
export interface SequenceBudgetOptions extends SequenceOptions {
  /** Maximum number of positions with the counted state. */
  budget: number
  /** The state that counts, 0 by default. Positions with fewer states never count. */
  counted?: number
}

/**
 * A `Sequence` in which at most `budget` positions have state 0 (or `counted`).
 *
 * @example
 * const sequence = new SequenceBudget({ states: [2, 2], scores: [0, 0, 0, 0, 0, 0, 0, 0], budget: 1 })
 * const configuration = new Float64Array(4)
 * sequence.maximize(Float64Array.of(2, 0, 3, 0), configuration)
 * // 0, and configuration is [0, 1, 1, 0]
 */
export class SequenceBudget implements Factor {
  readonly name = 'sequence with budget'
  readonly budget: number
  readonly counted: number
  private readonly chain: Chain
  private readonly bins: number // 0 … budget
  private readonly best: Float64Array // [link · bins + b]: best up to the link with at most b counted
  private readonly rest: Float64Array // [link · bins + b]: best after the link with at most b more counted
  private readonly before: Int32Array // the state before, for `best`
  private readonly path: Int32Array
  private readonly row: Float64Array // one number per state of a position

  constructor({ states, scores, budget, counted = 0 }: SequenceBudgetOptions) {
    this.chain = layChain('sequence with budget', states, scores)
    this.budget = requireInteger('The budget of a sequence', budget, 0)
    this.counted = requireInteger('The counted state of a sequence with budget', counted, 0)
    this.bins = Math.min(budget, states.length) + 1
    const degree = this.chain.first[states.length]
    this.best = new Float64Array(degree * this.bins)
    this.rest = new Float64Array(degree * this.bins)
    this.before = new Int32Array(degree * this.bins)
    this.path = new Int32Array(states.length)
    this.row = new Float64Array(this.chain.width.reduce((most, k) => Math.max(most, k), 0))
  }

  maximize(scores: Float64Array, configuration: Float64Array): number {
    const { chain, bins, counted, best, before, path } = this
    const { length, first, into, scores: own } = chain
    configuration.fill(0)
    this.forward(scores)
    let value = Number.NEGATIVE_INFINITY
    let state = -1
    const last = first[length - 1]
    for (let i = last; i < first[length]; i++) {
      const candidate = best[i * bins + bins - 1] + own[into[length] + i - last]
      if (candidate > value) {
        value = candidate
        state = i - last
      }
    }
    if (state < 0) return Number.NEGATIVE_INFINITY
    let left = bins - 1
    for (let t = length - 1; t >= 0; t--) {
      path[t] = state
      configuration[first[t] + state] = 1
      const at = (first[t] + state) * bins + left
      if (state === counted) left--
      state = before[at]
    }
    return pathScore(chain, path)
  }

  score(configuration: Float64Array): number {
    const { chain, path, counted } = this
    if (!readPath(chain.first, configuration, path)) return Number.NEGATIVE_INFINITY
    let count = 0
    for (let t = 0; t < chain.length; t++) if (path[t] === counted) count++
    return count <= this.budget ? pathScore(chain, path) : Number.NEGATIVE_INFINITY
  }

  maxMarginals(scores: Float64Array, on: Float64Array, off: Float64Array): number {
    const { chain, bins, best, rest } = this
    this.forward(scores)
    this.backward(scores)
    let value = Number.NEGATIVE_INFINITY
    for (let i = 0; i < chain.first[chain.length]; i++) {
      on[i] = Number.NEGATIVE_INFINITY
      for (let b = 0; b < bins; b++) {
        const candidate = best[i * bins + b] + rest[i * bins + bins - 1 - b]
        if (candidate > on[i]) on[i] = candidate
      }
      if (on[i] > value) value = on[i]
    }
    offFromOthers(chain.first, on, off)
    return value
  }

  /**
   * The probability of every link being 1 where a configuration's is proportional to exp(total score), and
   * the logarithm of the normaliser. If nothing is allowed, all are 0 and the result is −Infinity.
   */
  marginals(scores: Float64Array, marginals: Float64Array): number {
    const { chain, bins, counted, best: sums, rest: probability, row } = this
    const { length, width, first, into, scores: own } = chain
    this.sumForward(scores)
    const last = first[length - 1]
    for (let i = 0; i < width[length - 1]; i++)
      row[i] = sums[(last + i) * bins + bins - 1] + own[into[length] + i]
    const logZ = logSum(row, 0, width[length - 1])
    marginals.fill(0)
    if (logZ === Number.NEGATIVE_INFINITY) return logZ
    probability.fill(0)
    for (let i = 0; i < width[length - 1]; i++)
      probability[(last + i) * bins + bins - 1] = Math.exp(row[i] - logZ)
    // From the last position to the first: P(i, b) = Σ P(j, b') · P(i | j, b') over the states j after i.
    for (let t = length - 1; t >= 0; t--)
      for (let j = 0; j < width[t]; j++) {
        const link = first[t] + j
        const cost = j === counted ? 1 : 0
        for (let b = cost; b < bins; b++) {
          const p = probability[link * bins + b]
          if (p === 0) continue
          marginals[link] = asProbability(marginals[link] + p)
          if (t === 0) continue
          const sum = sums[link * bins + b] - scores[link]
          for (let i = 0; i < width[t - 1]; i++) {
            const from = (first[t - 1] + i) * bins + b - cost
            probability[from] += p * Math.exp(sums[from] + own[into[t] + i * width[t] + j] - sum)
          }
        }
      }
    return logZ
  }

  private forward(scores: Float64Array): void {
    const { bins, counted, best, before } = this
    const { length, width, first, into, scores: own } = this.chain
    for (let t = 0; t < length; t++)
      for (let j = 0; j < width[t]; j++) {
        const link = first[t] + j
        const cost = j === counted ? 1 : 0
        for (let b = 0; b < bins; b++) {
          let value = t === 0 && b >= cost ? own[j] : Number.NEGATIVE_INFINITY
          let which = 0
          if (t > 0 && b >= cost)
            for (let i = 0; i < width[t - 1]; i++) {
              const candidate = best[(first[t - 1] + i) * bins + b - cost] + own[into[t] + i * width[t] + j]
              if (candidate > value) {
                value = candidate
                which = i
              }
            }
          best[link * bins + b] = value === Number.NEGATIVE_INFINITY ? value : value + scores[link]
          before[link * bins + b] = which
        }
      }
  }

  private backward(scores: Float64Array): void {
    const { bins, counted, rest } = this
    const { length, width, first, into, scores: own } = this.chain
    const last = first[length - 1]
    for (let i = last; i < first[length]; i++)
      for (let b = 0; b < bins; b++) rest[i * bins + b] = own[into[length] + i - last]
    for (let t = length - 1; t > 0; t--)
      for (let i = 0; i < width[t - 1]; i++)
        for (let b = 0; b < bins; b++) {
          let value = Number.NEGATIVE_INFINITY
          for (let j = 0; j < width[t]; j++) {
            const left = j === counted ? b - 1 : b
            if (left < 0) continue
            const link = first[t] + j
            const candidate = own[into[t] + i * width[t] + j] + scores[link] + rest[link * bins + left]
            if (candidate > value) value = candidate
          }
          rest[(first[t - 1] + i) * bins + b] = value
        }
  }

  private sumForward(scores: Float64Array): void {
    const { bins, counted, best, row } = this
    const { length, width, first, into, scores: own } = this.chain
    for (let t = 0; t < length; t++)
      for (let j = 0; j < width[t]; j++) {
        const link = first[t] + j
        const cost = j === counted ? 1 : 0
        for (let b = 0; b < bins; b++) {
          let sum = Number.NEGATIVE_INFINITY
          if (b >= cost && t === 0) sum = own[j]
          else if (b >= cost) {
            for (let i = 0; i < width[t - 1]; i++)
              row[i] = best[(first[t - 1] + i) * bins + b - cost] + own[into[t] + i * width[t] + j]
            sum = logSum(row, 0, width[t - 1])
          }
          best[link * bins + b] = sum + scores[link]
        }
      }
  }
}
