// A sentence of a corpus as a factor: its tag chain. Its variables are the tags of the words in sets.
import type { Factor } from '@parleyjs/core'
import { KnownAnswer } from './known-answer.js'
import type { SharedWords } from './shared-words.js'
import type { TagCorpus } from './tag-corpus.js'

/** Penalty of the alternatives of a fixed tag. */
const FORBIDDEN = 1e9

/**
 * All sentences of a corpus, one at a time: `at(f)` turns it into the sentence of factor f. `tags` holds the
 * latest tags of the whole corpus.
 */
export class TagFactor implements Factor {
  readonly name = 'tagged sentence'
  /** The latest tag of each word of the corpus. */
  readonly tags: Uint8Array
  private sentence = 0
  private from = 0
  private to = 0
  private path = new Int32Array(64)
  private through = new Float64Array(0)
  private readonly known = new KnownAnswer()
  private total = 0

  constructor(
    private readonly corpus: TagCorpus,
    private readonly shared: SharedWords,
  ) {
    this.tags = corpus.isolated()
  }

  at(factor: number): this {
    this.sentence = this.shared.sentences[factor]
    this.from = this.shared.first[factor]
    this.to = this.shared.first[factor + 1]
    return this
  }

  maximize(extra: Float64Array, configuration: Float64Array): number {
    if (!this.known.take(this.sentence, extra))
      this.total = this.corpus.chain.best(this.load(extra), this.corpus.lengthOf(this.sentence), this.path)
    return this.read(extra, configuration)
  }

  maxMarginals(extra: Float64Array, on: Float64Array): number {
    const { corpus, shared, from, to, sentence } = this
    const k = corpus.scorer.tags.length
    const scores = this.load(extra)
    const n = corpus.lengthOf(sentence)
    if (this.through.length < n * k) this.through = new Float64Array(2 * n * k)
    const { through, path } = this
    corpus.chain.maxMarginals(scores, n, through)
    for (let v = from; v < to; v++) {
      const at = shared.words[v] * k
      for (let y = 0; y < k; y++) on[(v - from) * k + y] = through[at + y]
    }
    // The results of the forward pass are still available, so the best path costs little more.
    this.total = corpus.chain.trace(n, path)
    this.known.remember(sentence, extra)
    return this.total
  }

  sweep(
    extra: Float64Array,
    configuration: Float64Array,
    on: Float64Array,
    visit: (variable: number) => void,
  ): number {
    const { corpus, shared, from, to } = this
    const k = corpus.scorer.tags.length
    const scores = this.load(extra)
    const n = corpus.lengthOf(this.sentence)
    this.known.forget()
    this.total = corpus.chain.start(scores, n, this.path)
    const own = this.read(extra, configuration)
    for (let v = 0; v < to - from; v++) {
      const at = shared.words[from + v] * k
      corpus.chain.through(scores, shared.words[from + v], on, v * k)
      for (let y = 0; y < k; y++) scores[at + y] -= extra[v * k + y]
      visit(v)
      for (let y = 0; y < k; y++) scores[at + y] += extra[v * k + y]
    }
    return own
  }

  /** The tags of the factor's sentence when those of its shared words are given. */
  complete(values: Int32Array): void {
    const { corpus, shared, from, to, sentence } = this
    const k = corpus.scorer.tags.length
    const scores = corpus.load(sentence)
    for (let v = from; v < to; v++)
      for (let y = 0; y < k; y++) if (y !== values[v]) scores[shared.words[v] * k + y] -= FORBIDDEN
    const n = corpus.lengthOf(sentence)
    this.reserve(n)
    this.known.forget()
    corpus.chain.best(scores, n, this.path)
    this.keep(n)
  }

  private load(extra: Float64Array): Float64Array {
    const { corpus, shared, from, to } = this
    const k = corpus.scorer.tags.length
    const scores = corpus.load(this.sentence)
    for (let v = from; v < to; v++) {
      const at = shared.words[v] * k
      for (let y = 0; y < k; y++) scores[at + y] += extra[(v - from) * k + y]
    }
    this.reserve(corpus.lengthOf(this.sentence))
    return scores
  }

  /** Reads the path: values of shared words, tags of all; returns its score without the extra. */
  private read(extra: Float64Array, configuration: Float64Array): number {
    const { corpus, shared, from, to, path } = this
    const k = corpus.scorer.tags.length
    let own = this.total
    configuration.fill(0)
    for (let v = 0; v < to - from; v++) {
      const link = v * k + path[shared.words[from + v]]
      configuration[link] = 1
      own -= extra[link]
    }
    this.keep(corpus.lengthOf(this.sentence))
    return own
  }

  private keep(n: number): void {
    const at = this.corpus.before(this.sentence)
    for (let t = 0; t < n; t++) this.tags[at + t] = this.path[t]
  }

  private reserve(n: number): void {
    if (this.path.length < n) this.path = new Int32Array(2 * n)
  }
}
