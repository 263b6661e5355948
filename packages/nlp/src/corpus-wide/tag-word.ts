// A word of a corpus as a factor, where tags have nothing to do with each other: its scores are its max-marginals, so that it
// is asked once and never again.
import type { SoftFactor } from '@parley/core'
import type { SharedWords } from './shared-words.js'
import type { TagCorpus } from './tag-corpus.js'

/** All shared words of a corpus, one at a time: `at(v)` turns it into word v. */
export class TagWord implements SoftFactor {
  readonly name = 'tagged word'
  /** The number in the corpus of every shared word. */
  private readonly places: Int32Array
  private place = 0

  constructor(
    private readonly corpus: TagCorpus,
    private readonly shared: SharedWords,
  ) {
    const { sentences, first, words } = shared
    this.places = new Int32Array(words.length)
    for (let f = 0; f < sentences.length; f++)
      for (let v = first[f]; v < first[f + 1]; v++) this.places[v] = corpus.before(sentences[f]) + words[v]
  }

  at(variable: number): this {
    this.place = this.places[variable]
    return this
  }

  /** What the other words of the same sentences score at their best. */
  rest(): number {
    const { corpus, shared, places } = this
    let sum = 0
    for (const s of shared.sentences)
      for (let w = corpus.before(s); w < corpus.before(s + 1); w++) sum += this.best(w)
    for (const place of places) sum -= this.best(place)
    return sum
  }

  maximize(extra: Float64Array, values: Int32Array): number {
    const { corpus, place } = this
    let best = 0
    let most = Number.NEGATIVE_INFINITY
    for (let y = 0; y < extra.length; y++) {
      const score = corpus.score(place, y) + extra[y]
      if (score > most) {
        most = score
        best = y
      }
    }
    values[0] = best
    return corpus.score(place, best)
  }

  maxMarginals(extra: Float64Array, values: Int32Array, marginals: Float64Array): number {
    for (let y = 0; y < extra.length; y++) marginals[y] = this.corpus.score(this.place, y) + extra[y]
    return this.maximize(extra, values)
  }

  private best(place: number): number {
    const { corpus } = this
    let most = Number.NEGATIVE_INFINITY
    for (let y = 0; y < corpus.scorer.tags.length; y++) most = Math.max(most, corpus.score(place, y))
    return most
  }
}
