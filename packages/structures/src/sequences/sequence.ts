// A chain of one-hot groups, as in tagging: Viterbi, max-marginals, and marginals by sums in log space.
import type { Factor } from '@parley/core'
import { asProbability, logSum } from '../common/log-sum.js'
import { type Chain, layChain, offFromOthers, pathScore, readPath } from './chain.js'

/** Scores of a sequence. */
export interface SequenceOptions {
  /** The number of states k1 … kT at each of T positions. */
  states: ArrayLike<number>
  /** k1 start scores, k(t−1)·k(t) transitions row by row for t = 2 … T, kT stop scores. −Infinity forbids. */
  scores: ArrayLike<number>
}

/**
 * The links are one-hot groups, one after the other; a chain scores the states of neighbours.
 *
 * @example
 * const sequence = new Sequence({ states: [2, 2], scores: [0, 0, 0, 3, 0, 0, 0, 0] }) // 3 for state 0, then 1
 * const configuration = new Float64Array(4)
 * sequence.maximize(Float64Array.of(0, 1, 1, 0), configuration)
 * // 3, and configuration is [1, 0, 0, 1]
 */
export class Sequence implements Factor {
  readonly name = 'sequence'
  private readonly chain: Chain
  private readonly best: Float64Array // best score up to each link
  private readonly rest: Float64Array // … and from it on, its own not counted
  private readonly before: Int32Array // … and the state before it
  private readonly path: Int32Array
  private readonly row: Float64Array // one number per state of a position

  constructor({ states, scores }: SequenceOptions) {
    this.chain = layChain('sequence', states, scores)
    const degree = this.chain.first[states.length]
    this.best = new Float64Array(degree)
    this.rest = new Float64Array(degree)
    this.before = new Int32Array(degree)
    this.path = new Int32Array(states.length)
    this.row = new Float64Array(this.chain.width.reduce((most, k) => Math.max(most, k), 0))
  }

  maximize(scores: Float64Array, configuration: Float64Array): number {
    const { chain, best, before, path } = this
    const { length, first, into, scores: own } = chain
    configuration.fill(0)
    this.forward(scores)
    let value = Number.NEGATIVE_INFINITY
    let link = -1
    for (let i = first[length - 1]; i < first[length]; i++) {
      const candidate = best[i] + own[into[length] + i - first[length - 1]]
      if (candidate > value) {
        value = candidate
        link = i
      }
    }
    if (link < 0) return Number.NEGATIVE_INFINITY
    for (let t = length - 1; t >= 0; t--) {
      path[t] = link - first[t]
      configuration[link] = 1
      if (t > 0) link = first[t - 1] + before[link]
    }
    return pathScore(chain, path)
  }

  score(configuration: Float64Array): number {
    const isPath = readPath(this.chain.first, configuration, this.path)
    return isPath ? pathScore(this.chain, this.path) : Number.NEGATIVE_INFINITY
  }

  maxMarginals(scores: Float64Array, on: Float64Array, off: Float64Array): number {
    const { best, rest } = this
    const { first } = this.chain
    this.forward(scores)
    this.backward(scores)
    let value = Number.NEGATIVE_INFINITY
    for (let i = 0; i < best.length; i++) on[i] = best[i] + rest[i]
    for (let i = 0; i < first[1]; i++) if (on[i] > value) value = on[i]
    offFromOthers(first, on, off)
    return value
  }

  /**
   * The probability of every link being 1, where a configuration's is proportional to exp(total score), and
   * the logarithm of the normaliser. `expected`, if given, receives the probability of every start,
   * transition and stop, in the order of the scores. If nothing is allowed, all are 0 and the result is
   * −Infinity.
   */
  marginals(scores: Float64Array, probabilities: Float64Array, expected?: Float64Array): number {
    const { best: sums, chain, row } = this
    const { length, width, first, into, scores: own } = chain
    this.sumForward(scores)
    const last = first[length - 1]
    for (let i = 0; i < width[length - 1]; i++) row[i] = sums[last + i] + own[into[length] + i]
    const logZ = logSum(row, 0, width[length - 1])
    probabilities.fill(0)
    expected?.fill(0)
    if (logZ === Number.NEGATIVE_INFINITY) return logZ
    for (let i = 0; i < width[length - 1]; i++) probabilities[last + i] = Math.exp(row[i] - logZ)
    // From the last position to the first: P(i) = Σ P(j) · P(i | j) over the states j after i.
    for (let t = length - 1; t > 0; t--)
      for (let j = 0; j < width[t]; j++) {
        const link = first[t] + j
        const p = probabilities[link]
        if (p === 0) continue
        const sum = sums[link] - scores[link]
        for (let i = 0; i < width[t - 1]; i++) {
          const at = into[t] + i * width[t] + j
          const both = p * Math.exp(sums[first[t - 1] + i] + own[at] - sum)
          probabilities[first[t - 1] + i] += both
          if (expected !== undefined) expected[at] = asProbability(both)
        }
      }
    for (let i = 0; i < sums.length; i++) probabilities[i] = asProbability(probabilities[i])
    if (expected === undefined) return logZ
    for (let j = 0; j < width[0]; j++) expected[j] = probabilities[j]
    for (let i = 0; i < width[length - 1]; i++) expected[into[length] + i] = probabilities[last + i]
    return logZ
  }

  private forward(scores: Float64Array): void {
    const { best, before } = this
    const { length, width, first, into, scores: own } = this.chain
    for (let j = 0; j < width[0]; j++) best[j] = own[j] + scores[j]
    for (let t = 1; t < length; t++) {
      const here = first[t]
      const end = first[t + 1]
      for (let j = here; j < end; j++) {
        best[j] = Number.NEGATIVE_INFINITY
        before[j] = 0
      }
      let at = into[t]
      for (let i = first[t - 1]; i < here; i++) {
        const so = best[i]
        for (let j = here; j < end; j++) {
          const candidate = so + own[at++]
          if (candidate > best[j]) {
            best[j] = candidate
            before[j] = i - first[t - 1]
          }
        }
      }
      for (let j = here; j < end; j++) best[j] += scores[j]
    }
  }

  private backward(scores: Float64Array): void {
    const { rest } = this
    const { length, first, into, scores: own } = this.chain
    const last = first[length - 1]
    for (let i = last; i < first[length]; i++) rest[i] = own[into[length] + i - last]
    for (let t = length - 1; t > 0; t--) {
      let at = into[t]
      for (let i = first[t - 1]; i < first[t]; i++) {
        let best = Number.NEGATIVE_INFINITY
        for (let j = first[t]; j < first[t + 1]; j++) {
          const candidate = own[at++] + scores[j] + rest[j]
          if (candidate > best) best = candidate
        }
        rest[i] = best
      }
    }
  }

  private sumForward(scores: Float64Array): void {
    const { best, row } = this
    const { length, width, first, into, scores: own } = this.chain
    for (let j = 0; j < width[0]; j++) best[j] = own[j] + scores[j]
    for (let t = 1; t < length; t++)
      for (let j = 0; j < width[t]; j++) {
        for (let i = 0; i < width[t - 1]; i++)
          row[i] = best[first[t - 1] + i] + own[into[t] + i * width[t] + j]
        best[first[t] + j] = logSum(row, 0, width[t - 1]) + scores[first[t] + j]
      }
  }
}
