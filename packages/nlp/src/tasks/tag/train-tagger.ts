// Trains a tagger on a treebank in four steps: tags from the words around; tags again, from the words and the
// first predictions for the neighbours (by models that have not seen the sentence); analyses given tags;
// lemmas.
import { ParleyError } from '@parleyjs/core'
import { type OptionKeys, requireOptions } from '@parleyjs/core/internal'
import {
  Collector,
  type Examples,
  type LinearModel,
  selectExamples,
  trainLinear,
} from '@parleyjs/learn/internal'
import type { Sentence } from '../../text/conllu/sentence.js'
import { MAX_FEATURES, SentenceNumbers } from '../../word-features/templates.js'
import { Words } from '../../word-features/words.js'
import { lemmaExamples } from './lemma-examples.js'
import { type Lemmatizer, trainLemmatizer } from './lemmas.js'
import { TagOrder } from './tag-order.js'
import { analysisOf, numbering, TagSet } from './tag-set.js'
import { MOST_TAGS, ORDER, Tagger, type TaggerParts } from './tagger.js'

// Chosen on the development part of an English treebank.
const FIRST = { minCount: 2, dropout: 0.2, threshold: 0.04, fullCount: 10, prune: 0.15 }
const SECOND = { minCount: 2, dropout: 0.2, threshold: 0.04, fullCount: 5, prune: 0.15 }
const THIRD = { minCount: 2, dropout: 0.1, threshold: 0.04, fullCount: 20, prune: 0.15 }

export interface TaggerTraining {
  /** Passes over the treebank. Default: 6. */
  readonly epochs?: number
  readonly seed?: number
  /**
   * Number of folds of the treebank; for the second step each is tagged by a model of the others. Default: 4.
   */
  readonly folds?: number
  /** Licence of the treebank, and with it of the model; `unknown` if left out. */
  readonly licence?: string
  /** What the model says it was trained on. */
  readonly trainedOn?: string
  /** Called after every epoch of every step, with the share of all epochs that is done. */
  readonly onProgress?: (message: string, share: number) => void
}

const KEYS = {
  epochs: true,
  seed: true,
  folds: true,
  licence: true,
  trainedOn: true,
  onProgress: true,
} satisfies OptionKeys<TaggerTraining>

/**
 * Learns to tag as a treebank does. Columns that the treebank leaves empty stay empty.
 *
 * @example
 * const tagger = trainTagger(parseConllu(text))
 * tagger.tag(['It', 'plays', '.']).upos // a tag for each word
 */
export function trainTagger(sentences: readonly Sentence[], options: TaggerTraining = {}): Tagger {
  requireOptions('trainTagger', options, KEYS)
  const course = new TaggerCourse(sentences, options)
  let done = 0
  const tell = (message: string) => options.onProgress?.(message, ++done / course.allEpochs)
  const looks = Array.from({ length: course.folds }, (_, fold) => course.guessFold(fold, tell))
  const wordScorer = course.firstLook(tell)
  const { guesses, unsure } = joinGuesses(looks)
  const contextScorer = course.secondLook(guesses, unsure, tell)
  const analysisScorer = course.analyses(guesses, tell)
  return course.tagger({ wordScorer, contextScorer, analysisScorer, lemmatizer: course.lemmas() })
}

/**
 * Predicted tags for the words of one fold by a model of the others, and which of them are unsure; 0 for all
 * other words.
 */
export interface Guesses {
  readonly guesses: Int32Array
  readonly unsure: Uint8Array
}

/** The predictions of all folds, combined. */
export function joinGuesses(looks: readonly Guesses[]): Guesses {
  const { length } = looks[0].guesses
  const guesses = new Int32Array(length)
  const unsure = new Uint8Array(length)
  for (const look of looks)
    for (let i = 0; i < length; i++) {
      guesses[i] += look.guesses[i]
      unsure[i] += look.unsure[i]
    }
  return { guesses, unsure }
}

/**
 * The steps of a training. The arguments of each step are the results that it needs; `tell` is called after
 * every epoch.
 */
export class TaggerCourse {
  readonly folds: number
  /** Number of epochs of all steps together. */
  readonly allEpochs: number
  private readonly epochs: number
  private readonly shortEpochs: number
  private readonly seed: number
  private readonly labels: TagSet
  private readonly goldAnalyses: Int32Array
  private readonly gold: Int32Array
  private kept: Examples | undefined

  constructor(
    private readonly sentences: readonly Sentence[],
    private readonly options: Omit<TaggerTraining, 'onProgress'>,
  ) {
    if (sentences.length === 0)
      throw new ParleyError('bad-argument', 'A tagger cannot be trained on 0 sentences. Is the file empty?')
    const { epochs = 6, seed = 1, folds = 4 } = options
    this.epochs = epochs
    this.shortEpochs = Math.min(4, epochs)
    this.seed = seed
    this.folds = folds
    this.allEpochs = (folds + 1) * this.shortEpochs + 2 * epochs
    this.labels = TagSet.of(sentences)
    this.goldAnalyses = goldAnalyses(sentences, this.labels)
    this.gold = this.goldAnalyses.map((analysis) => this.labels.tagOf[analysis])
  }

  /** First predictions for one fold, by a model of the others. */
  guessFold(fold: number, tell: (message: string) => void): Guesses {
    const { folds } = this
    return guessFold(this.sentences, this.examples(), folds, fold, (part) =>
      this.trainFirst(part, `first look, part ${fold + 1} of ${folds}`, tell),
    )
  }

  firstLook(tell: (message: string) => void): LinearModel {
    return this.trainFirst(this.examples(), 'first look', tell)
  }

  /** The second classifier, trained on words that the first was unsure of. */
  secondLook(guesses: Int32Array, unsure: Uint8Array, tell: (message: string) => void): LinearModel {
    const { sentences, gold, labels, epochs, seed } = this
    const onEpoch = teller('tags', epochs, tell)
    return trainLinear(tagExamples(sentences, guesses, gold, labels, unsure), {
      epochs,
      seed,
      ...SECOND,
      onEpoch,
    })
  }

  /** The classifier of analyses, trained on words whose tags have several. */
  analyses(guesses: Int32Array, tell: (message: string) => void): LinearModel {
    const { sentences, goldAnalyses, labels, epochs, seed } = this
    const onEpoch = teller('features', epochs, tell)
    return trainLinear(analysisExamples(sentences, guesses, goldAnalyses, labels), {
      epochs,
      seed,
      ...THIRD,
      onEpoch,
    })
  }

  lemmas(): Lemmatizer | null {
    const { sentences, labels, epochs, seed } = this
    const examples = lemmaExamples(sentences, labels)
    return trainLemmatizer(examples, labels.tags.length, labels.tagOf, { epochs, seed })
  }

  /** Assembles the tagger from the results of all steps. */
  tagger(steps: Pick<TaggerParts, 'wordScorer' | 'contextScorer' | 'analysisScorer' | 'lemmatizer'>): Tagger {
    const { sentences, gold, labels, options } = this
    const { licence = 'unknown', trainedOn = `${sentences.length} sentences` } = options
    const order =
      labels.tags.length > MOST_TAGS ? null : TagOrder.of(tagsOf(sentences, gold), labels.tags.length, ORDER)
    return new Tagger({ labels, ...steps, order, licence, trainedOn })
  }

  private examples(): Examples {
    this.kept ??= wordExamples(this.sentences, this.gold, this.labels)
    return this.kept
  }

  private trainFirst(examples: Examples, what: string, tell: (message: string) => void): LinearModel {
    const { shortEpochs: epochs, seed } = this
    return trainLinear(examples, { epochs, seed, ...FIRST, onEpoch: teller(what, epochs, tell) })
  }
}

function teller(what: string, of: number, tell: (message: string) => void): (epoch: number) => void {
  return (epoch) => tell(`${what}: epoch ${epoch + 1} of ${of}`)
}

function goldAnalyses(sentences: readonly Sentence[], labels: TagSet): Int32Array {
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
function wordExamples(sentences: readonly Sentence[], gold: Int32Array, labels: TagSet): Examples {
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

/**
 * Words that the first classifier was unsure of, with features of the words around and of their predicted
 * tags.
 */
function tagExamples(
  sentences: readonly Sentence[],
  guesses: Int32Array,
  gold: Int32Array,
  labels: TagSet,
  unsure: Uint8Array,
): Examples {
  const collector = new Collector(MAX_FEATURES)
  forEachWord(sentences, guesses, labels, (numbers, i, at) => {
    if (unsure[at] === 0) return
    collector.add(gold[at], (out) => numbers.tagFeatures(i, out, numbers.wordFeatures(i, out)))
  })
  return collector.examples(labels.tags.length)
}

/** Words whose tag has several analyses. */
function analysisExamples(
  sentences: readonly Sentence[],
  guesses: Int32Array,
  analyses: Int32Array,
  labels: TagSet,
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

/** Calls a function for every word of a treebank, given the predicted tags of its sentence. */
function forEachWord(
  sentences: readonly Sentence[],
  guesses: Int32Array,
  labels: TagSet,
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

function guessFold(
  sentences: readonly Sentence[],
  examples: Examples,
  folds: number,
  fold: number,
  train: (part: Examples) => LinearModel,
): Guesses {
  const { features, starts, gold, labels } = examples
  const guesses = new Int32Array(gold.length)
  const unsure = new Uint8Array(gold.length)
  const scores = new Int32Array(labels)
  const foldOf = Int32Array.from(sentences.flatMap((s, k) => Array<number>(s.length).fill(k % folds)))
  const model = train(selectExamples(examples, (i) => foldOf[i] !== fold))
  for (let i = 0; i < gold.length; i++) {
    if (foldOf[i] !== fold) continue
    const row = features.subarray(starts[i], starts[i + 1])
    model.score(row, row.length, scores)
    guesses[i] = model.best(scores)
    unsure[i] = model.isUnsure(scores, guesses[i]) ? 1 : 0
  }
  return { guesses, unsure }
}
