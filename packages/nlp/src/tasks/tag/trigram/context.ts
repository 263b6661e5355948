// log P(tag | the words around): a classifier that sees what a hidden Markov model cannot, the neighbouring
// words and all features of a word's spelling at once. Paper 3 uses a tagger of this kind (Toutanova and
// Manning 2000).
import { portableLog } from '@parleyjs/core/internal'
import {
  Collector,
  type LinearModel,
  type LinearOptions,
  softExp,
  trainLinear,
} from '@parleyjs/learn/internal'
import { MAX_FEATURES, SentenceNumbers } from '../../../word-features/templates.js'
import { Words } from '../../../word-features/words.js'
import type { WordScorer } from '../word-scorer.js'
import type { TaggedWords } from './counts.js'
import type { Lexicon, WordTags } from './lexicon.js'

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

/** α and β of `ContextScorer`, chosen on the development part of MASC. */
export const TRANSITION_WEIGHT = 0.5
const EMISSION_WEIGHT = 0.3
/** Tags whose log-probability by the classifier is below this are not candidates. */
const LEAST = -6

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

/**
 * Scores tags by the classifier and, with weights, by a lexicon:
 *
 *   log P(t | words around) + β·log P(w | t) − α·log P(t)
 *
 * α is the weight of log P(t | two tags before), which the order of the tags adds.
 */
export class ContextScorer implements WordScorer {
  constructor(
    private readonly context: ContextModel,
    private readonly lexicon: Lexicon,
  ) {}

  /** Without `withWords`, the scores leave out log P(word | tag). */
  candidates(
    words: readonly string[],
    wanted?: readonly (ArrayLike<number> | undefined)[],
    withWords = true,
  ): WordTags[] {
    const { context, lexicon } = this
    const emission = withWords ? EMISSION_WEIGHT : 0
    const logs = context.logProbabilities(words)
    return words.map((word, i) => {
      const own = logs[i]
      const { tags, scores } = lexicon.tagsOf(word, i, wanted?.[i] ?? likely(own))
      for (let k = 0; k < tags.length; k++)
        scores[k] = own[tags[k]] + emission * scores[k] - TRANSITION_WEIGHT * lexicon.logPrior(tags[k])
      return { tags, scores }
    })
  }
}

function likely(logs: Float64Array): number[] {
  const tags: number[] = []
  for (let t = 0; t < logs.length; t++) if (logs[t] >= LEAST) tags.push(t)
  return tags
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
