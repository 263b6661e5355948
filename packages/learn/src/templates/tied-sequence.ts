// A chain whose positions share their transition scores, which can be changed in place: best paths by
// Viterbi, probabilities by scaled sums. One instance serves all chains of the same length.
import type { Factor } from '@parleyjs/core'
import { carveFloats, carveInts, portableExp, portableLog } from '@parleyjs/core/internal'

const NONE = Number.NEGATIVE_INFINITY

/**
 * The links are `length` groups of k, exactly one of each being 1. Its scores are k for the first state, k·k
 * for a state (row) followed by another (column), and k for the last state.
 */
export class TiedSequence implements Factor {
  readonly name = 'sequence'
  readonly scores: Float64Array
  private readonly best: Float64Array
  private readonly before: Int32Array
  private readonly path: Int32Array
  private sums: Sums | null = null

  constructor(
    readonly k: number,
    readonly length: number,
  ) {
    this.scores = carveFloats(k * (k + 2))
    this.best = carveFloats(k * length)
    this.before = carveInts(k * length)
    this.path = carveInts(length)
  }

  maximize(scores: Float64Array, configuration: Float64Array): number {
    const { k, length, scores: own, best, before, path } = this
    configuration.fill(0)
    for (let y = 0; y < k; y++) best[y] = own[y] + scores[y]
    for (let t = 1; t < length; t++) {
      const last = (t - 1) * k
      for (let y = 0; y < k; y++) {
        let most = NONE
        let which = 0
        for (let x = 0, e = k + y; x < k; x++, e += k) {
          const candidate = best[last + x] + own[e]
          if (candidate > most) {
            most = candidate
            which = x
          }
        }
        best[t * k + y] = most + scores[t * k + y]
        before[t * k + y] = which
      }
    }
    const stop = k + k * k
    let state = -1
    let most = NONE
    for (let y = 0; y < k; y++) {
      const total = best[(length - 1) * k + y] + own[stop + y]
      if (total > most) {
        most = total
        state = y
      }
    }
    if (state < 0) return NONE
    for (let t = length - 1; t >= 0; t--) {
      path[t] = state
      configuration[t * k + state] = 1
      state = before[t * k + state]
    }
    return this.own()
  }

  score(configuration: Float64Array): number {
    return this.read(configuration) ? this.own() : NONE
  }

  /** Adds how often a configuration has each of the scores. */
  count(configuration: Float64Array, weight: number, counts: Float64Array, at: number): void {
    if (!this.read(configuration)) return
    const { k, length, path } = this
    counts[at + path[0]] += weight
    for (let t = 1; t < length; t++) counts[at + k + path[t - 1] * k + path[t]] += weight
    counts[at + k + k * k + path[length - 1]] += weight
  }

  /** Also adds the expected counts of the scores to `expected`, from `at` on. */
  marginals(scores: Float64Array, marginals: Float64Array, expected?: Float64Array, at = 0): number {
    const { k, length, scores: own } = this
    this.sums ??= new Sums(k, length)
    const { forward, backward, emit, next, start, stop } = this.sums
    const edge = new Float64Array(k)
    // Scores become factors, each row divided by its largest so that nothing overflows.
    let log = 0
    const mostStart = exponents(own, 0, k, start, 0)
    const mostNext = exponents(own, k, k * k, next, 0)
    const mostStop = exponents(own, k + k * k, k, stop, 0)
    log += mostStart + mostStop + (length - 1) * mostNext
    for (let t = 0; t < length; t++) log += exponents(scores, t * k, k, emit, t * k)
    for (let t = 0; t < length; t++) {
      let sum = 0
      for (let y = 0; y < k; y++) {
        let into = 0
        if (t === 0) into = start[y]
        else for (let x = 0, e = y; x < k; x++, e += k) into += forward[(t - 1) * k + x] * next[e]
        const value = into * emit[t * k + y]
        forward[t * k + y] = value
        sum += value
      }
      if (!(sum > 0)) return this.logSpace(scores, marginals, expected, at)
      log += portableLog(sum)
      for (let y = 0; y < k; y++) forward[t * k + y] /= sum
    }
    const last = (length - 1) * k
    let total = 0
    for (let y = 0; y < k; y++) total += forward[last + y] * stop[y]
    if (!(total > 0)) return this.logSpace(scores, marginals, expected, at)
    log += portableLog(total)
    for (let y = 0; y < k; y++) {
      backward[last + y] = stop[y]
      marginals[last + y] = (forward[last + y] * stop[y]) / total
    }
    for (let t = length - 1; t > 0; t--) {
      const here = t * k
      const earlier = here - k
      for (let y = 0; y < k; y++) edge[y] = emit[here + y] * backward[here + y]
      let most = 0
      let norm = 0
      for (let x = 0; x < k; x++) {
        let sum = 0
        for (let y = 0, e = x * k; y < k; y++, e++) sum += next[e] * edge[y]
        backward[earlier + x] = sum
        norm += forward[earlier + x] * sum
        if (sum > most) most = sum
      }
      if (!(norm > 0)) return this.logSpace(scores, marginals, expected, at)
      for (let x = 0; x < k; x++) {
        const share = forward[earlier + x] / norm
        marginals[earlier + x] = share * backward[earlier + x]
        if (expected !== undefined && share > 0)
          for (let y = 0, e = x * k; y < k; y++, e++) expected[at + k + e] += share * next[e] * edge[y]
      }
      for (let x = 0; x < k; x++) backward[earlier + x] /= most
    }
    this.countEnds(marginals, expected, at)
    return log
  }

  /** The same in log space, for scores so far apart that the scaled sums vanish. */
  private logSpace(scores: Float64Array, marginals: Float64Array, expected?: Float64Array, at = 0): number {
    const { k, length, scores: own } = this
    const { forward, backward } = (this.sums ??= new Sums(k, length))
    const terms = new Float64Array(k)
    marginals.fill(0)
    for (let y = 0; y < k; y++) forward[y] = own[y] + scores[y]
    for (let t = 1; t < length; t++)
      for (let y = 0; y < k; y++) {
        for (let x = 0; x < k; x++) terms[x] = forward[(t - 1) * k + x] + own[k + x * k + y]
        forward[t * k + y] = logSum(terms) + scores[t * k + y]
      }
    const last = (length - 1) * k
    for (let y = 0; y < k; y++) {
      backward[last + y] = own[k + k * k + y]
      terms[y] = forward[last + y] + backward[last + y]
    }
    const log = logSum(terms)
    if (log === NONE) return NONE
    for (let t = length - 1; t > 0; t--)
      for (let x = 0; x < k; x++) {
        for (let y = 0; y < k; y++) {
          terms[y] = own[k + x * k + y] + scores[t * k + y] + backward[t * k + y]
          if (expected !== undefined)
            expected[at + k + x * k + y] += portableExp(forward[(t - 1) * k + x] + terms[y] - log)
        }
        backward[(t - 1) * k + x] = logSum(terms)
      }
    for (let i = 0; i < length * k; i++)
      marginals[i] = Math.min(1, portableExp(forward[i] + backward[i] - log))
    this.countEnds(marginals, expected, at)
    return log
  }

  private countEnds(marginals: Float64Array, expected: Float64Array | undefined, at: number): void {
    if (expected === undefined) return
    const { k, length } = this
    for (let y = 0; y < k; y++) {
      expected[at + y] += marginals[y]
      expected[at + k + k * k + y] += marginals[(length - 1) * k + y]
    }
  }

  private read(configuration: Float64Array): boolean {
    const { k, length, path } = this
    for (let t = 0; t < length; t++) {
      let state = -1
      for (let y = 0; y < k; y++) {
        if (configuration[t * k + y] < 0.5) continue
        if (state >= 0) return false
        state = y
      }
      if (state < 0) return false
      path[t] = state
    }
    return true
  }

  /** Own score of the path. */
  private own(): number {
    const { k, length, scores, path } = this
    let own = scores[path[0]] + scores[k + k * k + path[length - 1]]
    for (let t = 1; t < length; t++) own += scores[k + path[t - 1] * k + path[t]]
    return own
  }
}

/** Arrays that only sums need. */
class Sums {
  readonly forward: Float64Array
  readonly backward: Float64Array
  readonly emit: Float64Array
  readonly next: Float64Array
  readonly start: Float64Array
  readonly stop: Float64Array

  constructor(k: number, length: number) {
    this.forward = carveFloats(k * length)
    this.backward = carveFloats(k * length)
    this.emit = carveFloats(k * length)
    this.next = carveFloats(k * k)
    this.start = carveFloats(k)
    this.stop = carveFloats(k)
  }
}

/** to[at + i] := exp(from[begin + i] − the largest); returns the largest, 0 if all are −Infinity. */
function exponents(from: Float64Array, begin: number, n: number, to: Float64Array, at: number): number {
  let most = NONE
  for (let i = 0; i < n; i++) if (from[begin + i] > most) most = from[begin + i]
  if (most === NONE) most = 0
  for (let i = 0; i < n; i++) to[at + i] = portableExp(from[begin + i] - most)
  return most
}

function logSum(terms: Float64Array): number {
  let most = NONE
  for (let i = 0; i < terms.length; i++) if (terms[i] > most) most = terms[i]
  if (most === NONE) return most
  let sum = 0
  for (let i = 0; i < terms.length; i++) sum += portableExp(terms[i] - most)
  return most + portableLog(sum)
}
