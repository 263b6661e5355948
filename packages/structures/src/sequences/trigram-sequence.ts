// A chain of one-hot groups in which three neighbours are scored together, as in trigram tagging. One dynamic
// program over pairs of neighbours, O(Σ k(t−2)·k(t−1)·k(t)): groups with few states are cheap.
import { carveFloats, carveInts, type Factor } from '@parley/core'
import { asProbability, logSum } from '../common/log-sum.js'
import { offFromOthers, readPath } from './chain.js'
import { layTrigramScores, layTrigrams, type TrigramLayout, type TrigramScore } from './trigram-layout.js'

/** Scores of a trigram sequence. */
export interface TrigramSequenceOptions {
  /** The number of states k1 … kT at each of T positions. */
  states: ArrayLike<number>
  /**
   * k1 scores of starting, k1·k2 of the second state after the first, then for t = 3 … T a table of
   * k(t−2)·k(t−1)·k(t), and k(T−1)·kT scores of stopping (k1, if T = 1); the state of the first of the three
   * positions is outermost, that of the last innermost. Or a function, which the constructor calls once for
   * each of these. −Infinity forbids.
   */
  scores: ArrayLike<number> | TrigramScore
}

/**
 * The links are one-hot groups, one after the other; a chain scores the states of three neighbours.
 *
 * @example
 * // Three positions with two states each; 3 for the states 0, 1, 0.
 * const scores = (t, beforeThat, before, state) => (beforeThat === 0 && before === 1 && state === 0 ? 3 : 0)
 * const sequence = new TrigramSequence({ states: [2, 2, 2], scores })
 * const configuration = new Float64Array(6)
 * sequence.maximize(Float64Array.of(0, 1, 0, 0, 0, 1), configuration)
 * // 3, and configuration is [1, 0, 0, 1, 1, 0]
 */
export class TrigramSequence implements Factor {
  readonly name = 'trigram sequence'
  private readonly layout: TrigramLayout
  private readonly triples: Float64Array
  private readonly best: Float64Array // best score up to each pair, both states included
  private readonly before: Int32Array // … and the state before the pair
  private readonly rest: Float64Array // … and the best after it; for sums, their probabilities
  private readonly row: Float64Array
  private readonly path: Int32Array

  constructor({ states, scores }: TrigramSequenceOptions) {
    this.layout = layTrigrams(states)
    const { length, width, pairs } = this.layout
    this.triples = layTrigramScores(this.layout, scores)
    this.best = carveFloats(pairs[length + 3])
    this.before = carveInts(pairs[length + 3])
    this.rest = carveFloats(pairs[length + 3])
    let widest = 1
    for (let p = 0; p < width.length; p++) if (width[p] > widest) widest = width[p]
    this.row = carveFloats(widest)
    this.path = carveInts(length)
  }

  maximize(scores: Float64Array, configuration: Float64Array): number {
    const { layout, best, before, path } = this
    const { length, width, first, pairs } = layout
    configuration.fill(0)
    forward(layout, this.triples, scores, best, before)
    const stop = pairs[length + 2]
    let b = 0
    for (let i = 0; i < width[length + 1]; i++) if (best[stop + i] > best[stop + b]) b = i
    if (best[stop + b] === Number.NEGATIVE_INFINITY) return Number.NEGATIVE_INFINITY
    // The pair (b, c), c at position p, knows the state before b.
    for (let p = length + 2, c = 0; p > 2; p--) {
      path[p - 3] = b
      configuration[first[p - 1] + b] = 1
      const a = before[pairs[p] + c * width[p - 1] + b]
      c = b
      b = a
    }
    return this.own()
  }

  score(configuration: Float64Array): number {
    const isPath = readPath(this.layout.groups, configuration, this.path)
    return isPath ? this.own() : Number.NEGATIVE_INFINITY
  }

  maxMarginals(scores: Float64Array, on: Float64Array, off: Float64Array): number {
    const { layout, best, rest } = this
    const { length, width, first, pairs } = layout
    forward(layout, this.triples, scores, best, this.before)
    backward(layout, this.triples, scores, rest)
    let value = Number.NEGATIVE_INFINITY
    for (let p = 2; p < length + 2; p++) {
      let at = pairs[p]
      for (let b = 0; b < width[p]; b++) {
        let most = Number.NEGATIVE_INFINITY
        for (let a = 0; a < width[p - 1]; a++, at++)
          if (best[at] + rest[at] > most) most = best[at] + rest[at]
        on[first[p] + b] = most
      }
    }
    for (let i = pairs[length + 2]; i < pairs[length + 3]; i++) if (best[i] > value) value = best[i]
    offFromOthers(layout.groups, on, off)
    return value
  }

  /**
   * The probability of every link being 1 where a configuration's is proportional to exp(total score), and
   * the logarithm of the normaliser. `expected`, if given, receives the probability of every start, triple
   * and stop, in the order of the scores. If nothing is allowed, all are 0 and the result is −Infinity.
   */
  marginals(scores: Float64Array, marginals: Float64Array, expected?: Float64Array): number {
    const { layout, triples, best: sums, rest: probability, row } = this
    const { length, width, first, pairs, into } = layout
    sumForward(layout, triples, scores, sums, row)
    const logZ = logSum(sums, pairs[length + 2], pairs[length + 3])
    marginals.fill(0)
    expected?.fill(0)
    if (logZ === Number.NEGATIVE_INFINITY) return logZ
    probability.fill(0)
    for (let i = pairs[length + 2]; i < pairs[length + 3]; i++) probability[i] = Math.exp(sums[i] - logZ)
    // From the last pairs to the first: P(a, b) = Σ P(b, c) · P(a | b, c) over c.
    for (let p = length + 2; p > 2; p--) {
      const before = width[p - 2]
      let at = into[p]
      for (let b = 0; b < width[p - 1]; b++) {
        const from = pairs[p - 1] + b * before
        for (let c = 0; c < width[p]; c++, at += before) {
          const pair = pairs[p] + c * width[p - 1] + b
          const both = probability[pair]
          if (both === 0) continue
          const sum = p === length + 2 ? sums[pair] : sums[pair] - scores[first[p] + c]
          for (let a = 0; a < before; a++) {
            const all = both * Math.exp(sums[from + a] + triples[at + a] - sum)
            probability[from + a] += all
            if (expected !== undefined)
              expected[into[p] + (a * width[p - 1] + b) * width[p] + c] = asProbability(all)
          }
        }
        let total = 0
        for (let a = 0; a < before; a++) total += probability[from + a]
        marginals[first[p - 1] + b] = asProbability(total)
      }
    }
    if (expected !== undefined) for (let c = 0; c < width[2]; c++) expected[c] = marginals[c]
    return logZ
  }

  /** The own score of the path. */
  private own(): number {
    const { layout, triples, path } = this
    const { length, width, into } = layout
    let own = 0
    let a = 0
    let b = 0
    for (let p = 2; p <= length + 2; p++) {
      const c = p === length + 2 ? 0 : path[p - 2]
      own += triples[into[p] + (b * width[p] + c) * width[p - 2] + a]
      a = b
      b = c
    }
    return own
  }
}

/** Best score up to each pair of neighbours (Viterbi), with the state before them. */
function forward(
  { length, width, first, pairs, into }: TrigramLayout,
  triples: Float64Array,
  scores: Float64Array,
  best: Float64Array,
  stateBefore: Int32Array,
): void {
  best[0] = 0
  for (let p = 2; p < length + 3; p++) {
    const before = width[p - 2]
    let at = into[p]
    for (let b = 0; b < width[p - 1]; b++) {
      const from = pairs[p - 1] + b * before
      let pair = pairs[p] + b
      for (let c = 0; c < width[p]; c++) {
        let value = Number.NEGATIVE_INFINITY
        let which = 0
        for (let a = 0; a < before; a++) {
          const candidate = best[from + a] + triples[at + a]
          if (candidate > value) {
            value = candidate
            which = a
          }
        }
        best[pair] = p === length + 2 ? value : value + scores[first[p] + c]
        stateBefore[pair] = which
        pair += width[p - 1]
        at += before
      }
    }
  }
}

/** Best score after each pair of neighbours. */
function backward(
  { length, width, first, pairs, into }: TrigramLayout,
  triples: Float64Array,
  scores: Float64Array,
  rest: Float64Array,
): void {
  rest.fill(Number.NEGATIVE_INFINITY, 0, pairs[length + 2])
  rest.fill(0, pairs[length + 2])
  for (let p = length + 2; p > 1; p--) {
    const before = width[p - 2]
    let at = into[p]
    for (let b = 0; b < width[p - 1]; b++) {
      const to = pairs[p - 1] + b * before
      for (let c = 0; c < width[p]; c++) {
        const after = rest[pairs[p] + c * width[p - 1] + b]
        const through = p === length + 2 ? after : after + scores[first[p] + c]
        for (let a = 0; a < before; a++) {
          const candidate = triples[at + a] + through
          if (candidate > rest[to + a]) rest[to + a] = candidate
        }
        at += before
      }
    }
  }
}

/** As `forward`, with log Σ exp for max. */
function sumForward(
  { length, width, first, pairs, into }: TrigramLayout,
  triples: Float64Array,
  scores: Float64Array,
  sums: Float64Array,
  row: Float64Array,
): void {
  sums[0] = 0
  for (let p = 2; p < length + 3; p++) {
    const before = width[p - 2]
    let at = into[p]
    for (let b = 0; b < width[p - 1]; b++) {
      const from = pairs[p - 1] + b * before
      for (let c = 0; c < width[p]; c++, at += before) {
        for (let a = 0; a < before; a++) row[a] = sums[from + a] + triples[at + a]
        const sum = logSum(row, 0, before)
        sums[pairs[p] + c * width[p - 1] + b] = p === length + 2 ? sum : sum + scores[first[p] + c]
      }
    }
  }
}
