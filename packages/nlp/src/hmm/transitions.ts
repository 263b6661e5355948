// P(c | a, b) of tags by linear interpolation of trigrams, bigrams and unigrams, with weights by deleted
// interpolation (Brants 2000, "TnT", Eq. 6 and Fig. 1).
import { portableLog } from '@parley/core'
import type { HmmCounts } from './counts.js'

export class Transitions {
  /** Number of tags plus one, for the sentence boundary. */
  readonly size: number
  /** λ1, λ2, λ3: weights of unigrams, bigrams and trigrams. */
  readonly weights: readonly [number, number, number]
  private readonly unigrams: Float64Array
  private readonly bigrams: Float64Array
  private readonly trigrams: Float64Array
  /** How often a tag, and a pair of tags, is followed by any tag. */
  private readonly after: Float64Array
  private readonly afterPair: Float64Array
  private readonly total: number
  /** log P(c | a, b); each row is filled when it is first needed. */
  private readonly logs: Float64Array

  constructor({ tags, trigrams, trigramCounts }: Pick<HmmCounts, 'tags' | 'trigrams' | 'trigramCounts'>) {
    const n = tags.length + 1
    this.size = n
    this.unigrams = new Float64Array(n)
    this.bigrams = new Float64Array(n * n)
    this.trigrams = new Float64Array(n * n * n)
    this.after = new Float64Array(n)
    this.afterPair = new Float64Array(n * n)
    let total = 0
    for (let i = 0; i < trigrams.length; i++) {
      const key = trigrams[i]
      const count = trigramCounts[i]
      this.trigrams[key] = count
      this.bigrams[key % (n * n)] += count
      this.unigrams[key % n] += count
      this.afterPair[Math.floor(key / n)] += count
      this.after[Math.floor(key / n) % n] += count
      total += count
    }
    this.total = total
    this.weights = this.deletedInterpolation(trigrams, trigramCounts)
    this.logs = new Float64Array(n * n * n).fill(Number.NaN)
  }

  /** log P(c | a, b). */
  log(a: number, b: number, c: number): number {
    const key = (a * this.size + b) * this.size + c
    let value = this.logs[key]
    if (Number.isNaN(value)) {
      value = portableLog(this.probability(key))
      this.logs[key] = value
    }
    return value
  }

  /** How often a tag occurs. */
  count(tag: number): number {
    return this.unigrams[tag]
  }

  private probability(key: number): number {
    const n = this.size
    const [one, two, three] = this.weights
    const before = Math.floor(key / n)
    // Half an occurrence is added for every tag, so that no tag is impossible.
    const unigram = (this.unigrams[key % n] + 0.5) / (this.total + 0.5 * n)
    const bigram = ratio(this.bigrams[key % (n * n)], this.after[before % n], unigram)
    const trigram = ratio(this.trigrams[key], this.afterPair[before], bigram)
    return one * unigram + two * bigram + three * trigram
  }

  /** Every trigram votes for the order that would have predicted it best without this one occurrence. */
  private deletedInterpolation(keys: Int32Array, counts: Int32Array): readonly [number, number, number] {
    const n = this.size
    const votes: [number, number, number] = [0, 0, 0]
    for (let i = 0; i < keys.length; i++) {
      const key = keys[i]
      const before = Math.floor(key / n)
      const cases = [
        less(this.unigrams[key % n], this.total),
        less(this.bigrams[key % (n * n)], this.after[before % n]),
        less(this.trigrams[key], this.afterPair[before]),
      ]
      const best = cases[2] >= cases[1] && cases[2] >= cases[0] ? 2 : cases[1] >= cases[0] ? 1 : 0
      votes[best] += counts[i]
    }
    // One vote for each order, so that no weight is zero.
    return [
      (votes[0] + 1) / (this.total + 3),
      (votes[1] + 1) / (this.total + 3),
      (votes[2] + 1) / (this.total + 3),
    ]
  }
}

function ratio(count: number, of: number, otherwise: number): number {
  return of === 0 ? otherwise : count / of
}

function less(count: number, of: number): number {
  return of > 1 ? (count - 1) / (of - 1) : 0
}
