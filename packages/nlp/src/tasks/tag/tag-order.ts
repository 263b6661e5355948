// Which tags follow each other: P(c | a, b) by linear interpolation of trigrams, bigrams and unigrams, with
// weights by deleted interpolation (Brants 2000, "TnT", Eq. 6 and Fig. 1). With scores of words it chooses
// the best tags of a sentence:
//
//   score of tags = Σ s(t | words around) + w·(log P(t | two tags before) − log P(t))
import { carveFloats, portableLog } from '@parleyjs/core/internal'
import { TrigramSequence } from '@parleyjs/structures'
import type { TagCandidates } from './word-scorer.js'

export interface OrderOptions {
  /** w: weight of the order beside the scores of words. Default: 1. */
  readonly weight?: number
  /**
   * Whether log P(t) is subtracted, for word scores that know the frequency of the tag already. Default:
   * false.
   */
  readonly withoutPriors?: boolean
}

/**
 * A trigram model of tags.
 *
 * @example
 * const order = TagOrder.of([[0, 1], [0, 1, 1]], 2)
 * order.best([{ tags: [0], scores: [0] }, { tags: [0, 1], scores: [0, 0] }]).tags // Int32Array [0, 1]
 */
export class TagOrder {
  /** λ1, λ2, λ3: weights of unigrams, bigrams and trigrams. */
  readonly weights: readonly [number, number, number]
  /** Number of tags plus one, for the sentence boundary. */
  private readonly size: number
  private readonly weight: number
  private readonly priors: Float64Array
  private readonly unigramCounts: Float64Array
  private readonly bigramCounts: Float64Array
  private readonly counts: Float64Array
  /** How often a tag, and a pair of tags, is followed by any tag. */
  private readonly after: Float64Array
  private readonly afterPair: Float64Array
  private readonly total: number
  /** log P(c | a, b); filled when it is first needed. */
  private readonly logs: Float64Array

  /**
   * @param tags number of tags
   * @param trigrams ((a·n) + b)·n + c with n = tags + 1, ascending; number `tags` is the sentence boundary
   * @param trigramCounts number of occurrences of each trigram
   */
  constructor(
    readonly tags: number,
    readonly trigrams: Int32Array,
    readonly trigramCounts: Int32Array,
    { weight = 1, withoutPriors = false }: OrderOptions = {},
  ) {
    const n = tags + 1
    this.size = n
    this.weight = weight
    this.unigramCounts = new Float64Array(n)
    this.bigramCounts = new Float64Array(n * n)
    this.counts = new Float64Array(n * n * n)
    this.after = new Float64Array(n)
    this.afterPair = new Float64Array(n * n)
    let total = 0
    for (let i = 0; i < trigrams.length; i++) {
      const key = trigrams[i]
      const count = trigramCounts[i]
      this.counts[key] = count
      this.bigramCounts[key % (n * n)] += count
      this.unigramCounts[key % n] += count
      this.afterPair[Math.floor(key / n)] += count
      this.after[Math.floor(key / n) % n] += count
      total += count
    }
    this.total = total
    this.weights = this.deletedInterpolation()
    this.logs = new Float64Array(n * n * n).fill(Number.NaN)
    this.priors = new Float64Array(n)
    if (withoutPriors)
      for (let tag = 0; tag < tags; tag++) this.priors[tag] = portableLog(this.unigramCounts[tag] + 0.5)
  }

  /** Builds the model from the tag numbers of sentences. */
  static of(sentences: Iterable<ArrayLike<number>>, tags: number, options?: OrderOptions): TagOrder {
    const counts = new Map<number, number>()
    for (const sentence of sentences) if (sentence.length > 0) countTrigrams(sentence, tags, counts)
    const { trigrams, trigramCounts } = sortedTrigrams(counts)
    return new TagOrder(tags, trigrams, trigramCounts, options)
  }

  /** log P(c | a, b) */
  log(a: number, b: number, c: number): number {
    const key = (a * this.size + b) * this.size + c
    let value = this.logs[key]
    if (Number.isNaN(value)) {
      value = portableLog(this.probability(key))
      this.logs[key] = value
    }
    return value
  }

  /** Score of a tag after two others, all by number; undefined is the sentence boundary. */
  score(beforeThat: number | undefined, before: number | undefined, tag: number | undefined): number {
    const edge = this.tags
    const c = tag ?? edge
    return this.weight * (this.log(beforeThat ?? edge, before ?? edge, c) - this.priors[c])
  }

  /** The tags of a sentence as a factor: a one-hot group of candidate tags for each word. */
  factor(candidates: readonly TagCandidates[]): TrigramSequence {
    const tagAt = (t: number, state: number) => candidates[t]?.tags[state]
    return new TrigramSequence({
      states: candidates.map(({ tags }) => tags.length),
      scores: (t, beforeThat, before, state) =>
        this.score(tagAt(t - 2, beforeThat), tagAt(t - 1, before), tagAt(t, state)) +
        (candidates[t]?.scores[state] ?? 0),
    })
  }

  /** The tags with the best score, one candidate for each word, and that score. */
  best(candidates: readonly TagCandidates[]): { readonly tags: Int32Array; readonly score: number } {
    const tags = new Int32Array(candidates.length)
    if (candidates.length === 0) return { tags, score: 0 }
    const links = countLinks(candidates)
    const chosen = carveFloats(links)
    const score = this.factor(candidates).maximize(carveFloats(links), chosen)
    for (let word = 0, link = 0; word < candidates.length; word++)
      for (let k = 0; k < candidates[word].tags.length; k++)
        if (chosen[link++] === 1) tags[word] = candidates[word].tags[k]
    return { tags, score }
  }

  private probability(key: number): number {
    const n = this.size
    const [one, two, three] = this.weights
    const before = Math.floor(key / n)
    // Half an occurrence is added for every tag, so that no tag is impossible.
    const unigram = (this.unigramCounts[key % n] + 0.5) / (this.total + 0.5 * n)
    const bigram = ratio(this.bigramCounts[key % (n * n)], this.after[before % n], unigram)
    const trigram = ratio(this.counts[key], this.afterPair[before], bigram)
    return one * unigram + two * bigram + three * trigram
  }

  /** Every trigram votes for the order that would have predicted it best without this one occurrence. */
  private deletedInterpolation(): readonly [number, number, number] {
    const { trigrams, trigramCounts, size: n } = this
    const votes: [number, number, number] = [0, 0, 0]
    for (let i = 0; i < trigrams.length; i++) {
      const key = trigrams[i]
      const before = Math.floor(key / n)
      const cases = [
        less(this.unigramCounts[key % n], this.total),
        less(this.bigramCounts[key % (n * n)], this.after[before % n]),
        less(this.counts[key], this.afterPair[before]),
      ]
      const best = cases[2] >= cases[1] && cases[2] >= cases[0] ? 2 : cases[1] >= cases[0] ? 1 : 0
      votes[best] += trigramCounts[i]
    }
    // One vote for each order, so that no weight is zero.
    return [
      (votes[0] + 1) / (this.total + 3),
      (votes[1] + 1) / (this.total + 3),
      (votes[2] + 1) / (this.total + 3),
    ]
  }
}

/** Adds the trigrams of a sentence, with two boundaries before it and one after it. */
export function countTrigrams(tags: ArrayLike<number>, edge: number, trigrams: Map<number, number>): void {
  const n = edge + 1
  let a = edge
  let b = edge
  for (let i = 0; i <= tags.length; i++) {
    const c = tags[i] ?? edge
    const key = (a * n + b) * n + c
    trigrams.set(key, (trigrams.get(key) ?? 0) + 1)
    a = b
    b = c
  }
}

/** Counted trigrams, ascending. */
export function sortedTrigrams(counts: ReadonlyMap<number, number>): {
  readonly trigrams: Int32Array
  readonly trigramCounts: Int32Array
} {
  const trigrams = Int32Array.from(counts.keys()).sort()
  return { trigrams, trigramCounts: trigrams.map((key) => counts.get(key)!) }
}

/** The total number of candidates of all words. */
export function countLinks(candidates: readonly TagCandidates[]): number {
  return candidates.reduce((sum, { tags }) => sum + tags.length, 0)
}

function ratio(count: number, of: number, otherwise: number): number {
  return of === 0 ? otherwise : count / of
}

function less(count: number, of: number): number {
  return of > 1 ? (count - 1) / (of - 1) : 0
}
