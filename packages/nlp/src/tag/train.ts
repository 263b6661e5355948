// Training of a tagger from a treebank, in four steps: tags from the words around; tags again, from the words and the
// first guesses at the neighbours (made by models that have not seen the sentence); analyses given tags; lemmas.
import { ParleyError } from '@parley/core'
import { Collector, selectExamples } from '../classify/collector.js'
import type { LinearModel } from '../classify/linear.js'
import { type Examples, trainLinear } from '../classify/train.js'
import type { Sentence } from '../conllu/sentence.js'
import { analysisOf, Labels, numbering } from './labels.js'
import { type LemmaExample, trainLemmatizer } from './lemmas.js'
import { MOST_TAGS, TagOrder } from './tag-order.js'
import { Tagger } from './tagger.js'
import { MAX_FEATURES, SentenceNumbers } from './templates.js'
import { Words } from './words.js'

// Chosen on the development part of an English treebank.
const FIRST = { minCount: 2, dropout: 0.2, threshold: 0.04, fullCount: 10, prune: 0.15 }
const SECOND = { minCount: 2, dropout: 0.2, threshold: 0.04, fullCount: 5, prune: 0.15 }
const THIRD = { minCount: 2, dropout: 0.1, threshold: 0.04, fullCount: 20, prune: 0.15 }

export interface TaggerTraining {
  /** Passes over the treebank. Default: 6. */
  readonly epochs?: number
  readonly seed?: number
  /** Parts of the treebank that are tagged, for the second step, by a model of the other parts. Default: 4. */
  readonly folds?: number
  /** Licence of the treebank, and with it of the model; `unknown` if left out. */
  readonly licence?: string
  /** What the model says it was trained on. */
  readonly trainedOn?: string
  /** Called after every epoch of every step, with the share of all epochs that is done. */
  readonly onProgress?: (message: string, share: number) => void
}

/**
 * Learns to tag as a treebank does. Columns that the treebank leaves empty stay empty.
 *
 * @example
 * const tagger = trainTagger(parseConllu(text))
 * tagger.tag(['Dogs', 'bark']).lemmas // ['dog', 'bark']
 */
export function trainTagger(sentences: readonly Sentence[], options: TaggerTraining = {}): Tagger {
  if (sentences.length === 0)
    throw new ParleyError('bad-argument', 'A tagger cannot be trained on 0 sentences. Is the file empty?')
  const { epochs = 6, seed = 1, folds = 4, licence = 'unknown' } = options
  const trainedOn = options.trainedOn ?? `${sentences.length} sentences`
  const labels = Labels.of(sentences)
  const analyses = goldAnalyses(sentences, labels)
  const gold = analyses.map((analysis) => labels.tagOf[analysis])
  const shortEpochs = Math.min(4, epochs)
  const all = (folds + 1) * shortEpochs + 2 * epochs
  let done = 0
  const tell = (what: string, of: number) => (epoch: number) =>
    options.onProgress?.(`${what}: epoch ${epoch + 1} of ${of}`, ++done / all)
  const firstLook = { epochs: shortEpochs, seed, ...FIRST }
  const examples = wordExamples(sentences, gold, labels)
  const { guesses, unsure } = guessByFolds(sentences, examples, folds, (part, fold) =>
    trainLinear(part, {
      ...firstLook,
      onEpoch: tell(`first look, part ${fold + 1} of ${folds}`, shortEpochs),
    }),
  )
  const first = trainLinear(examples, { ...firstLook, onEpoch: tell('first look', shortEpochs) })

  const second = trainLinear(tagExamples(sentences, guesses, gold, labels, unsure), {
    epochs,
    seed,
    ...SECOND,
    onEpoch: tell('tags', epochs),
  })
  const third = trainLinear(analysisExamples(sentences, guesses, analyses, labels), {
    epochs,
    seed,
    ...THIRD,
    onEpoch: tell('features', epochs),
  })
  const lemmatizer = trainLemmatizer(lemmaExamples(sentences, analyses, labels), labels.tags.length, {
    epochs,
    seed,
  })
  const order =
    labels.tags.length > MOST_TAGS ? null : TagOrder.of(tagsOf(sentences, gold), labels.tags.length)
  return new Tagger({ labels, first, second, order, third, lemmatizer, licence, trainedOn })
}

function goldAnalyses(sentences: readonly Sentence[], labels: Labels): Int32Array {
  const numbers = numbering(labels.analyses)
  const analyses: number[] = []
  for (const sentence of sentences)
    for (let i = 0; i < sentence.length; i++) analyses.push(numbers.get(analysisOf(sentence, i))!)
  return Int32Array.from(analyses)
}

/** The tags of all words, sentence by sentence. */
function* tagsOf(sentences: readonly Sentence[], gold: Int32Array): Generator<Int32Array> {
  let at = 0
  for (const { length } of sentences) yield gold.subarray(at, (at += length))
}

/** Every word, with the features of the words around it. */
function wordExamples(sentences: readonly Sentence[], gold: Int32Array, labels: Labels): Examples {
  const collector = new Collector(MAX_FEATURES)
  const words = new Words()
  const numbers = new SentenceNumbers(labels.tags)
  let at = 0
  for (const { forms } of sentences) {
    numbers.load(forms, words)
    for (let i = 0; i < forms.length; i++) collector.add(gold[at++], (out) => numbers.wordFeatures(i, out))
  }
  return collector.examples(labels.tags.length)
}

/** Words that the first look was unsure of, with the features of the words around and of the guesses at their tags. */
function tagExamples(
  sentences: readonly Sentence[],
  guesses: Int32Array,
  gold: Int32Array,
  labels: Labels,
  unsure: Uint8Array,
): Examples {
  const collector = new Collector(MAX_FEATURES)
  forEachWord(sentences, guesses, labels, (numbers, i, at) => {
    if (unsure[at] === 0) return
    collector.add(gold[at], (out) => numbers.tagFeatures(i, out, numbers.wordFeatures(i, out)))
  })
  return collector.examples(labels.tags.length)
}

/** Words whose tags have several analyses. */
function analysisExamples(
  sentences: readonly Sentence[],
  guesses: Int32Array,
  analyses: Int32Array,
  labels: Labels,
): Examples {
  const collector = new Collector(MAX_FEATURES)
  const choice: number[] = []
  forEachWord(sentences, guesses, labels, (numbers, i, at) => {
    const tag = labels.tagOf[analyses[at]]
    if (labels.choices[tag].length < 2) return
    choice.push(tag)
    collector.add(analyses[at], (out) => numbers.analysisFeatures(i, tag, out))
  })
  const examples = collector.examples(labels.analyses.length)
  return { ...examples, choice: Int32Array.from(choice), choices: labels.choices }
}

/** Calls a function for every word of a treebank, the tags of its sentence being guessed. */
function forEachWord(
  sentences: readonly Sentence[],
  guesses: Int32Array,
  labels: Labels,
  use: (numbers: SentenceNumbers, word: number, at: number) => void,
): void {
  const words = new Words()
  const numbers = new SentenceNumbers(labels.tags)
  let begin = 0
  for (const { forms } of sentences) {
    numbers.load(forms, words)
    for (let i = 0; i < forms.length; i++) numbers.setGuess(i, guesses[begin + i])
    for (let i = 0; i < forms.length; i++) use(numbers, i, begin + i)
    begin += forms.length
  }
}

/** Labels of all examples, each sentence by a model that was trained without it, and which of them are unsure. */
function guessByFolds(
  sentences: readonly Sentence[],
  examples: Examples,
  folds: number,
  train: (part: Examples, fold: number) => LinearModel,
): { guesses: Int32Array; unsure: Uint8Array } {
  const { features, starts, gold, labels } = examples
  const guesses = new Int32Array(gold.length)
  const unsure = new Uint8Array(gold.length)
  const scores = new Int32Array(labels)
  const foldOf = Int32Array.from(sentences.flatMap((s, k) => Array<number>(s.length).fill(k % folds)))
  for (let fold = 0; fold < folds; fold++) {
    const model = train(
      selectExamples(examples, (i) => foldOf[i] !== fold),
      fold,
    )
    for (let i = 0; i < gold.length; i++) {
      if (foldOf[i] !== fold) continue
      const row = features.subarray(starts[i], starts[i + 1])
      model.score(row, row.length, scores)
      guesses[i] = model.best(scores)
      unsure[i] = model.isUnsure(scores, guesses[i]) ? 1 : 0
    }
  }
  return { guesses, unsure }
}

function* lemmaExamples(
  sentences: readonly Sentence[],
  analyses: Int32Array,
  labels: Labels,
): Generator<LemmaExample> {
  let at = 0
  for (const { forms, lemmas } of sentences)
    for (let i = 0; i < forms.length; i++) {
      const analysis = analyses[at++]
      if (lemmas[i] === '_' && forms[i] !== '_') continue
      yield { form: forms[i], lemma: lemmas[i], analysis, coarse: labels.tagOf[analysis] }
    }
}
