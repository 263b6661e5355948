// log P(tag | the words around): a classifier that sees what a hidden Markov model cannot, the neighbouring
// words and all features of a word's spelling at once. Paper 3 uses a tagger of this kind (Toutanova and
// Manning 2000).
import { portableLog } from '@parley/core'
import { Collector, type LinearModel, type LinearOptions, softExp, trainLinear } from '@parley/learn/internal'
import { MAX_FEATURES, SentenceNumbers } from '../word-features/templates.js'
import { Words } from '../word-features/words.js'
import type { TaggedWords } from './counts.js'

/** Chosen on the development part of MASC, for accuracy per byte. */
const TRAINING: LinearOptions = {
  epochs: 6,
  seed: 1,
  minCount: 2,
  dropout: 0.2,
  fullCount: 10,
  prune: 0.3,
  threshold: 0.1,
}

export class ContextModel {
  private readonly words = new Words()
  private readonly numbers = new SentenceNumbers([])
  private readonly row = new Int32Array(MAX_FEATURES)
  private readonly scores: Int32Array

  constructor(readonly model: LinearModel) {
    this.scores = new Int32Array(model.labels)
  }

  /** log P(tag | the words around) for every word: one number per tag. */
  logProbabilities(words: readonly string[]): Float64Array[] {
    const { model, numbers, row, scores } = this
    numbers.load(words, this.words)
    return words.map((_, i) => {
      model.score(row, numbers.shortWordFeatures(i, row), scores)
      const best = scores[model.best(scores)]
      let sum = 0
      for (let y = 0; y < scores.length; y++) sum += softExp((scores[y] - best) * model.scale)
      const normaliser = portableLog(sum)
      return Float64Array.from(scores, (score) => (score - best) * model.scale - normaliser)
    })
  }
}

/** Learns from tagged sentences; `tags` are the names in the order of their numbers. */
export function trainContext(
  sentences: Iterable<TaggedWords>,
  tags: readonly string[],
  options: LinearOptions = {},
): ContextModel {
  const number = new Map(tags.map((name, i) => [name, i]))
  const collector = new Collector(MAX_FEATURES)
  const words = new Words()
  const numbers = new SentenceNumbers([])
  for (const sentence of sentences) {
    numbers.load(sentence.words, words)
    sentence.tags.forEach((tag, i) => {
      collector.add(number.get(tag)!, (out) => numbers.shortWordFeatures(i, out))
    })
  }
  return new ContextModel(trainLinear(collector.examples(tags.length), { ...TRAINING, ...options }))
}
