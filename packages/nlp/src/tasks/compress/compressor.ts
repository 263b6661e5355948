// Shortens sentences by deleting words: a score for every unit of a parsed sentence, and the best compression
// under them.
import { ParleyError } from '@parleyjs/core'
import type { SectionModels } from '../../pipeline/model.js'
import type { Sentence } from '../../text/conllu/sentence.js'
import { bestByLength } from './best-by-length.js'
import { CompressionTree, type CompressionTreeOptions } from './compression-tree.js'
import { plainScores } from './plain-scores.js'
import { finishWords } from './punctuation.js'
import { type Units, unitsOf } from './units.js'
import { WeightedScorer } from './weighted-scorer.js'

/** The units of a sentence, and the scores of keeping them. `new CompressionTree(scores)` is the factor. */
export interface CompressionScores extends CompressionTreeOptions {
  readonly units: Units
  readonly keep: Float64Array
  readonly top: Float64Array
}

/** Scores units: how much better a sentence is with them than without. */
export interface UnitScorer {
  /**
   * The probability of being right from which on a word is kept; without a threshold, the sum of scores is
   * maximised.
   */
  readonly threshold?: number
  /** Writes the score of keeping each unit with its parent, and without. */
  score(sentence: Sentence, units: Units, keep: Float64Array, top: Float64Array): void
}

export interface CompressOptions {
  /**
   * The share of the words that should stay, punctuation aside: more than 0 and at most 1. The result has at
   * most this share of the words, and at most a tenth of the sentence less, if such a compression exists. By
   * default, the best compression of any length.
   */
  readonly ratio?: number
}

/** A compressed sentence. */
export interface Compression {
  /** 1 for every word that stays, punctuation included. */
  readonly kept: Uint8Array
  /** How good the compression is: the sum over its words of P(word is kept) − threshold, or of scores. */
  readonly score: number
  /** Words that stay, and all there are, punctuation aside. */
  readonly keptWords: number
  readonly allWords: number
}

/**
 * A compressor of sentences.
 *
 * @example
 * const compressor = Compressor.fromModels(splitModel(readModel(bytes)))
 * const { kept } = compressor.compress(sentence, { ratio: 0.6 })
 * keptText(sentence, kept)
 */
export class Compressor {
  constructor(private readonly scorer: UnitScorer = plainScores) {}

  /** The compressor of a model, or of the parts of one; throws if there is none. */
  static fromModels({ compressor }: SectionModels): Compressor {
    if (compressor !== undefined) return new Compressor(WeightedScorer.fromModel(compressor))
    throw new ParleyError(
      'bad-argument',
      'This model cannot compress sentences: it has no compressor. Use the English model, or add one (scripts/build-compressor.mjs).',
    )
  }

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
    const best = bestByLength(this.goals(scores), units.sizes)
    const length = chooseLength(best.scores, allWords, ratio)
    const kept = finishWords(sentence, units, best.kept(length))
    let keptWords = 0
    for (let w = 0; w < kept.length; w++) if (kept[w] === 1 && units.of[w] >= 0) keptWords++
    return { kept, score: best.scores[length], keptWords, allWords }
  }

  /**
   * What `compress` maximises: with a threshold t, Σ P(word is kept) − t over the kept words, which finds
   * more of the right words than the most probable compression does; else the scores themselves.
   */
  private goals(scores: CompressionScores): CompressionTreeOptions {
    const { threshold } = this.scorer
    if (threshold === undefined) return scores
    const { parents, required, units } = scores
    const keep = new Float64Array(units.length)
    new CompressionTree(scores).marginals(new Float64Array(units.length), keep)
    for (let u = 0; u < units.length; u++) keep[u] = units.sizes[u] * (keep[u] - threshold)
    const top = keep.map((gain, u) => (units.leads[u] === 1 ? gain : Number.NEGATIVE_INFINITY))
    return { parents, keep, top, ...(required !== undefined && { required }) }
  }
}

/** The length of the compression to return. */
function chooseLength(scores: Float64Array, allWords: number, ratio: number | undefined): number {
  const most = ratio === undefined ? allWords : Math.max(1, Math.round(ratio * allWords))
  const least = ratio === undefined ? 1 : Math.max(1, most - Math.ceil(allWords / 10))
  const possible = (length: number) => scores[length] > Number.NEGATIVE_INFINITY
  let best = 0
  for (let length = least; length <= most; length++)
    if (possible(length) && (best === 0 || scores[length] > scores[best])) best = length
  // Nothing in the range: the next shorter one, or else the shortest that there is.
  for (let length = least - 1; best === 0 && length > 0; length--) if (possible(length)) best = length
  for (let length = most + 1; best === 0 && length < scores.length; length++)
    if (possible(length)) best = length
  return best
}
