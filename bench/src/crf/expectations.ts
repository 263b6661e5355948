// Expectations of a bigram CRF, p(y) ∝ exp(Σ scores), by the forward–backward algorithm on probabilities.
// Every position is scaled to a sum of 1, so that beside the exponentials of the scores only additions and
// multiplications are needed.
import { portableExp } from '@parleyjs/core/internal'
import type { Transitions } from '@parleyjs/nlp/internal'

/** Computes the probabilities of tags and of pairs of neighbouring tags, one sentence at a time. */
export class Expectations {
  /** Probability of each tag of each word: word t and tag y at t·k + y. */
  words = new Float64Array(0)
  /** Probability of each pair of tags, summed over positions, k·k. */
  readonly pairs: Float64Array
  private local = new Float64Array(0)
  private forward = new Float64Array(0)
  private backward = new Float64Array(0)
  private readonly next: Float64Array
  private readonly row: Float64Array

  constructor(private readonly transitions: Transitions) {
    const k = transitions.tags
    this.pairs = new Float64Array(k * k)
    this.next = new Float64Array(k * k)
    this.row = new Float64Array(k)
  }

  /** Computes `words` and `pairs` from `length`·k scores. */
  compute(scores: Float64Array, length: number): void {
    const { tags: k } = this.transitions
    this.reserve(length * k)
    this.exponentiate(scores, length)
    const { local, forward, backward, next, words, pairs, row } = this
    scale(local, 0, k, forward)
    for (let t = 1; t < length; t++) {
      const here = t * k
      row.fill(0)
      for (let i = 0; i < k; i++) {
        const p = forward[here - k + i]
        for (let j = 0; j < k; j++) row[j] += p * next[i * k + j]
      }
      for (let j = 0; j < k; j++) forward[here + j] = row[j] * local[here + j]
      scale(forward, here, k, forward)
    }
    for (let y = 0; y < k; y++) backward[(length - 1) * k + y] = 1
    pairs.fill(0)
    for (let t = length - 1; t >= 0; t--) {
      const here = t * k
      for (let y = 0; y < k; y++) words[here + y] = forward[here + y] * backward[here + y]
      scale(words, here, k, words)
      if (t > 0) this.pass(here)
    }
  }

  /** One step backward: the backward values of the position before, and the pairs of the two. */
  private pass(here: number): void {
    const { tags: k } = this.transitions
    const { local, forward, backward, next, pairs, row } = this
    const before = here - k
    let total = 0
    for (let j = 0; j < k; j++) row[j] = local[here + j] * backward[here + j]
    for (let i = 0; i < k; i++) {
      let sum = 0
      for (let j = 0; j < k; j++) sum += next[i * k + j] * row[j]
      backward[before + i] = sum
      total += forward[before + i] * sum
    }
    for (let i = 0; i < k; i++) {
      const share = forward[before + i] / total
      for (let j = 0; j < k; j++) pairs[i * k + j] += share * next[i * k + j] * row[j]
    }
    scale(backward, before, k, backward)
  }

  private exponentiate(scores: Float64Array, length: number): void {
    const { tags: k, start, next, stop } = this.transitions
    const { local, row } = this
    for (let i = 0; i < next.length; i++) this.next[i] = portableExp(next[i])
    for (let t = 0; t < length; t++) {
      let top = Number.NEGATIVE_INFINITY
      for (let y = 0; y < k; y++) {
        row[y] = scores[t * k + y]
        if (t === 0) row[y] += start[y]
        if (t === length - 1) row[y] += stop[y]
        if (row[y] > top) top = row[y]
      }
      for (let y = 0; y < k; y++) local[t * k + y] = portableExp(row[y] - top)
    }
  }

  private reserve(size: number): void {
    if (this.words.length >= size) return
    this.words = new Float64Array(2 * size)
    this.local = new Float64Array(2 * size)
    this.forward = new Float64Array(2 * size)
    this.backward = new Float64Array(2 * size)
  }
}

/** Divides k numbers by their sum. */
function scale(from: Float64Array, at: number, k: number, to: Float64Array): void {
  let sum = 0
  for (let y = 0; y < k; y++) sum += from[at + y]
  for (let y = 0; y < k; y++) to[at + y] = from[at + y] / sum
}
