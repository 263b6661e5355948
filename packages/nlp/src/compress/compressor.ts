// Shortens sentences by deleting words: a score for every unit of a parsed sentence, and the best compression under them.
import { ParleyError } from '@parley/core'
import type { Sentence } from '../conllu/sentence.js'
import { bestByLength } from './best-by-length.js'
import type { CompressionTreeOptions } from './compression-tree.js'
import { plainScores } from './plain-scores.js'
import { finishWords } from './punctuation.js'
import { type Units, unitsOf } from './units.js'

/** What a sentence may lose: its units, and the scores of keeping them. `new CompressionTree(scores)` is the factor. */
export interface CompressionScores extends CompressionTreeOptions {
  readonly units: Units
  readonly keep: Float64Array
  readonly top: Float64Array
}

/** Scores units: how much better a sentence is with them than without. */
export interface UnitScorer {
  /** Writes the score of keeping each unit with its parent, and without. */
  score(sentence: Sentence, units: Units, keep: Float64Array, top: Float64Array): void
}

export interface CompressOptions {
  /**
   * The share of the words that should stay, punctuation aside: more than 0 and at most 1. The result has at most so many
   * words, and at most a tenth of the sentence less, if such a compression exists. Without it, the best of any length.
   */
  readonly ratio?: number
}

/** A compressed sentence. */
export interface Compression {
  /** 1 for every word that stays, punctuation included. */
  readonly kept: Uint8Array
  /** The score of the compression; the empty one has 0. */
  readonly score: number
  /** Words that stay, and all there are, punctuation aside. */
  readonly keptWords: number
  readonly allWords: number
}

/**
 * A compressor of sentences.
 *
 * @example
 * const compressor = readCompressor(bytes)
 * const { kept } = compressor.compress(sentence, { ratio: 0.6 })
 * keptText(sentence, kept)
 */
export class Compressor {
  constructor(private readonly scorer: UnitScorer = plainScores) {}

  /**
   * The scores of a parsed sentence, from which a factor can be made:
   *
   * @example
   * const scores = compressor.scores(sentence)
   * graph.add(new CompressionTree(scores), variables) // a variable for each of scores.units
   */
  scores(sentence: Sentence): CompressionScores {
    const units = unitsOf(sentence)
    const keep = new Float64Array(units.length)
    const top = new Float64Array(units.length)
    this.scorer.score(sentence, units, keep, top)
    for (let u = 0; u < units.length; u++) if (units.leads[u] === 0) top[u] = Number.NEGATIVE_INFINITY
    return { units, parents: units.parents, required: units.required, keep, top }
  }

  /** The best compression of a parsed sentence that keeps at least one word. */
  compress(sentence: Sentence, { ratio }: CompressOptions = {}): Compression {
    if (ratio !== undefined && !(ratio > 0 && ratio <= 1))
      throw new ParleyError(
        'bad-argument',
        `The ratio is ${ratio}; it must be more than 0 and at most 1, such as 0.6 for three words of five.`,
      )
    const scores = this.scores(sentence)
    const { units } = scores
    const allWords = units.sizes.reduce((sum, size) => sum + size, 0)
    if (units.length === 0)
      return { kept: new Uint8Array(sentence.length).fill(1), score: 0, keptWords: 0, allWords }
    const best = bestByLength(scores, units.sizes)
    const length = chooseLength(best.scores, allWords, ratio)
    const kept = finishWords(sentence, units, best.kept(length))
    let keptWords = 0
    for (let w = 0; w < kept.length; w++) if (kept[w] === 1 && units.of[w]! >= 0) keptWords++
    return { kept, score: best.scores[length]!, keptWords, allWords }
  }
}

/** The length whose best compression is wanted. */
function chooseLength(scores: Float64Array, allWords: number, ratio: number | undefined): number {
  const most = ratio === undefined ? allWords : Math.max(1, Math.round(ratio * allWords))
  const least = ratio === undefined ? 1 : Math.max(1, most - Math.ceil(allWords / 10))
  const possible = (length: number) => scores[length]! > Number.NEGATIVE_INFINITY
  let best = 0
  for (let length = least; length <= most; length++)
    if (possible(length) && (best === 0 || scores[length]! > scores[best]!)) best = length
  // Nothing in the range: the next shorter one, or else the shortest that there is.
  for (let length = least - 1; best === 0 && length > 0; length--) if (possible(length)) best = length
  for (let length = most + 1; best === 0 && length < scores.length; length++)
    if (possible(length)) best = length
  return best
}
