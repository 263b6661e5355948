// log P(word | tag) = log P(tag | word) + log P(word) − log P(tag), where P(tag | word) mixes the word's own
// counts with those of its ending: a rare word may have a tag that it was never seen with.
import { portableLog } from '@parleyjs/core/internal'
import type { TagCandidates, WordScorer } from '../word-scorer.js'
import { isFirstCapital, type TagCounts, type WordCounts } from './counts.js'
import { type SuffixEntry, Suffixes } from './suffixes.js'
import { plainDigits, WORD_CLASSES, wordClass } from './word-class.js'

export interface LexiconOptions {
  /** Endings are learned from words up to this frequency. */
  readonly rare?: number
  /** Weight of the ending, in occurrences of the word. */
  readonly ending?: number
  /** θ of the smoothing of endings (Brants 2000). */
  readonly smoothing?: number
  /**
   * Tags less probable than this share of the word's best tag, judged by the word alone, are not candidates.
   */
  readonly least?: number
}

/** The tags that a word may have, by number, ascending, and log P(word | tag). */
export interface WordTags extends TagCandidates {
  readonly tags: Int32Array
  readonly scores: Float64Array
}

export class Lexicon implements WordScorer {
  private readonly options: Required<LexiconOptions>
  private readonly prior: Float64Array
  private readonly total: number
  private readonly suffixes: readonly Suffixes[]
  private readonly probability: Float64Array

  constructor(
    private readonly counts: TagCounts,
    options: LexiconOptions = {},
  ) {
    this.options = { rare: 10, ending: 0.3, smoothing: 1.2, least: 3e-3, ...options }
    const tags = counts.tags.length
    const entries: SuffixEntry[][] = Array.from({ length: WORD_CLASSES }, () => [])
    const often = new Float64Array(tags)
    let total = 0
    for (const [words, position] of [[counts.words, 1] as const, [counts.firstWords, 0] as const])
      for (const [word, own] of words) {
        const count = sum(own.counts)
        total += count
        own.tags.forEach((tag, k) => {
          often[tag] += own.counts[k]
        })
        if (count <= this.options.rare)
          entries[wordClass(word, position)].push({ word: plainDigits(word), ...own })
      }
    this.total = total
    this.prior = often.map((count) => count / total)
    this.suffixes = entries.map((list) => new Suffixes(list, this.prior, this.options.smoothing))
    this.probability = new Float64Array(tags)
  }

  /** Whether the word was seen, as it is or without the capital of a first word. */
  knows(word: string, position: number): boolean {
    return this.seen(word, position).length > 0
  }

  /** log P(tag) */
  logPrior(tag: number): number {
    return portableLog(this.prior[tag])
  }

  /** The candidates of a word, or the scores of the given tags. */
  tagsOf(word: string, position: number, wanted?: ArrayLike<number>): WordTags {
    const count = this.fill(word, position)
    const { probability, prior, total } = this
    const tags = wanted === undefined ? this.likely() : Int32Array.from(wanted)
    const constant = portableLog(Math.max(count, 0.5) / total)
    const scores = new Float64Array(tags.length)
    // An ending never excludes a tag entirely.
    for (let k = 0; k < tags.length; k++)
      scores[k] = constant + portableLog(Math.max(probability[tags[k]], 1e-12) / prior[tags[k]])
    return { tags, scores }
  }

  /** Without `withWords`, the scores leave out log P(word | tag). */
  candidates(
    words: readonly string[],
    wanted?: readonly (ArrayLike<number> | undefined)[],
    withWords = true,
  ): WordTags[] {
    return words.map((word, i) => {
      const own = this.tagsOf(word, i, wanted?.[i])
      if (!withWords) own.scores.fill(0)
      return own
    })
  }

  /** P(tag | word) for every tag; returns how often the word was seen. */
  private fill(word: string, position: number): number {
    const { probability } = this
    const spelling = plainDigits(word)
    this.suffixes[wordClass(word, position)].distribution(spelling, probability)
    const seen = this.seen(word, position)
    if (seen.length === 0) return 0
    let count = 0
    for (const own of seen) count += sum(own.counts)
    const { ending } = this.options
    for (let t = 0; t < probability.length; t++) probability[t] *= ending / (count + ending)
    for (const own of seen)
      own.tags.forEach((tag, k) => {
        probability[tag] += own.counts[k] / (count + ending)
      })
    return count
  }

  /** The counts that apply to this word at this position. */
  private seen(word: string, position: number): WordCounts[] {
    const { words, firstWords } = this.counts
    const found: (WordCounts | undefined)[] = [words.get(word)]
    if (isFirstCapital(word, position)) found.push(firstWords.get(word), words.get(word.toLowerCase()))
    else if (found[0] === undefined) found.push(firstWords.get(word))
    return found.filter((own) => own !== undefined)
  }

  private likely(): Int32Array {
    const { probability } = this
    let most = 0
    for (let t = 0; t < probability.length; t++) most = Math.max(most, probability[t])
    const least = most * this.options.least
    const tags: number[] = []
    for (let t = 0; t < probability.length; t++) if (probability[t] >= least) tags.push(t)
    return Int32Array.from(tags)
  }
}

function sum(counts: readonly number[]): number {
  let total = 0
  for (const count of counts) total += count
  return total
}
