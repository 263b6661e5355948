// Shared words with a table of one score per value, where such a table is sufficient: words with independent
// tags, and sentences with one shared word. The scores are max-marginals, so they are computed once per word.
import type { Factor } from '@parleyjs/core'
import type { SharedWords } from './shared-words.js'
import type { TagCorpus } from './tag-corpus.js'

/** The scores of words, k for each, in units, and the total score of the rest of their sentences. */
export interface WordScores {
  readonly scores: Int16Array | Float64Array
  readonly unit: number
  /** In units. */
  readonly rest: number
}

/** All words, one at a time: `at(v)` turns it into word v. */
export class WordTable implements Factor {
  readonly name = 'shared word'
  private from = 0

  constructor(
    readonly words: WordScores,
    private readonly values: number,
  ) {}

  at(word: number): this {
    this.from = word * this.values
    return this
  }

  maximize(extra: Float64Array, configuration: Float64Array): number {
    let best = 0
    let most = Number.NEGATIVE_INFINITY
    for (let y = 0; y < extra.length; y++) {
      const score = this.scoreOf(y) + extra[y]
      if (score > most) {
        most = score
        best = y
      }
    }
    configuration.fill(0)
    configuration[best] = 1
    return this.scoreOf(best)
  }

  maxMarginals(extra: Float64Array, on: Float64Array): number {
    let best = Number.NEGATIVE_INFINITY
    for (let y = 0; y < extra.length; y++) {
      on[y] = this.scoreOf(y) + extra[y]
      if (on[y] > best) best = on[y]
    }
    return best
  }

  private scoreOf(value: number): number {
    return this.words.scores[this.from + value] * this.words.unit
  }
}

/** The shared words of a corpus with independent tags. */
export function taggedWordScores(corpus: TagCorpus, { sentences, first, words }: SharedWords): WordScores {
  const { tags, unit } = corpus.scorer
  const k = tags.length
  const scores = new Int16Array(words.length * k)
  let rest = 0
  for (let f = 0; f < sentences.length; f++) {
    const from = corpus.before(sentences[f])
    for (let w = from; w < corpus.before(sentences[f] + 1); w++) rest += corpus.bestUnits(w)
    for (let v = first[f]; v < first[f + 1]; v++) {
      rest -= corpus.bestUnits(from + words[v])
      for (let y = 0; y < k; y++) scores[v * k + y] = corpus.units(from + words[v], y)
    }
  }
  return { scores, unit, rest }
}

/**
 * The shared words of sentences that have one each: the best score of the sentence with each of its values.
 */
export function loneWordScores(
  models: (factor: number) => Factor,
  count: number,
  values: number,
): WordScores {
  const scores = new Float64Array(count * values)
  const extra = new Float64Array(values)
  const off = new Float64Array(values)
  for (let f = 0; f < count; f++)
    models(f).maxMarginals!(extra, scores.subarray(f * values, (f + 1) * values), off)
  return { scores, unit: 1, rest: 0 }
}

/** Whether every sentence has only one shared word. */
export function haveLoneWords({ sentences, words }: SharedWords): boolean {
  return sentences.length === words.length
}
