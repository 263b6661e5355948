// A corpus to be tagged as a whole, in compact form: the scores of the tags of every word, as 16-bit
// integers.
import { ParleyError } from '@parleyjs/core'
import { grown } from '@parleyjs/core/internal'
import { HomogeneousSequence } from '@parleyjs/structures/internal'
import type { Transitions } from './transitions.js'

/** A scorer of tags: a CRF, or any object with this interface. */
export interface TagScorer {
  readonly tags: readonly string[]
  readonly transitions: Transitions
  /** The size of one score unit. */
  readonly unit: number
  /** The scores of all tags of all words in units, k for each word; at most 32,767 in size. */
  units(forms: readonly string[]): Int32Array
  /** Whether training saw a word. */
  knows(form: string): boolean
}

/**
 * Sentences as scores. Memory: 2 bytes for each word and tag, 4 for each sentence.
 *
 * @example
 * const corpus = new TagCorpus(crf)
 * for (const { forms } of sentences) corpus.add(forms)
 */
export class TagCorpus {
  readonly chain: HomogeneousSequence
  private scores = new Int16Array(1 << 12)
  private starts = new Int32Array(1 << 8)
  private count = 0
  private work = new Float64Array(0)

  constructor(readonly scorer: TagScorer) {
    this.chain = new HomogeneousSequence(scorer.transitions)
  }

  /** Number of sentences. */
  get length(): number {
    return this.count
  }

  get words(): number {
    return this.starts[this.count]
  }

  /** Memory in use. */
  get bytes(): number {
    return 2 * this.scorer.tags.length * this.words + 4 * this.count
  }

  /** Adds a sentence. */
  add(forms: readonly string[]): void {
    const k = this.scorer.tags.length
    const units = this.scorer.units(forms)
    const first = this.words
    if (this.count + 2 > this.starts.length) this.starts = grown(this.starts, 2 * this.count + 2)
    const size = (first + forms.length) * k
    if (size > this.scores.length)
      this.scores = grown(this.scores, Math.ceil(Math.max(1.5 * this.scores.length, size)))
    for (let i = 0; i < units.length; i++) {
      if (units[i] > 32767 || units[i] < -32768)
        throw new ParleyError(
          'bad-argument',
          `A tag's score is ${units[i]} units; at most 32767 fit. Make the unit larger.`,
        )
      this.scores[first * k + i] = units[i]
    }
    this.starts[++this.count] = first + forms.length
  }

  /** The number of words of a sentence. */
  lengthOf(sentence: number): number {
    return this.starts[sentence + 1] - this.starts[sentence]
  }

  /** The number of words before a sentence. */
  before(sentence: number): number {
    return this.starts[sentence]
  }

  /** The score of a tag for a word of the corpus, all sentences counted through, in units. */
  units(word: number, tag: number): number {
    return this.scores[word * this.scorer.tags.length + tag]
  }

  /** The score of the best tag of a word, in units. */
  bestUnits(word: number): number {
    let most = Number.NEGATIVE_INFINITY
    for (let y = 0; y < this.scorer.tags.length; y++) most = Math.max(most, this.units(word, y))
    return most
  }

  /** The scores of a sentence, k for each word, in an array that the next call overwrites. */
  load(sentence: number): Float64Array {
    const { scores } = this
    const { unit, tags } = this.scorer
    const from = this.starts[sentence] * tags.length
    const size = this.lengthOf(sentence) * tags.length
    if (this.work.length < size) this.work = new Float64Array(2 * size)
    const { work } = this
    for (let i = 0; i < size; i++) work[i] = scores[from + i] * unit
    return work
  }

  /** The best tag of every word, each sentence by itself. */
  isolated(): Uint8Array {
    const result = new Uint8Array(this.words)
    let path = new Int32Array(64)
    for (let s = 0; s < this.count; s++) {
      const n = this.lengthOf(s)
      if (n === 0) continue
      if (path.length < n) path = new Int32Array(2 * n)
      this.chain.best(this.load(s), n, path)
      for (let t = 0; t < n; t++) result[this.starts[s] + t] = path[t]
    }
    return result
  }
}
