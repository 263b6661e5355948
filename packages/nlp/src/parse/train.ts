// From a treebank to a parser: vocabulary, labels, pruners, then the weights.
import { ParleyError } from '@parley/core'
import { Encoder } from './encode.js'
import { FinePruner } from './fine-pruner.js'
import type { ParserInput, TrainingSentence } from './input.js'
import { Labels } from './labels.js'
import type { Parser, ParserModel, ParserParts } from './parser.js'
import { Pruner } from './pruner.js'
import { Trainer, trainFine } from './trainer.js'
import { Weights } from './weights.js'

/** How training goes on. */
export interface ParserProgress {
  stage: 'pruner' | 'arc' | 'second'
  /** Epochs done in all, and how many there are. */
  epoch: number
  epochs: number
  /** Share of words whose head and relation were found in this epoch, against the bonus for wrong ones. */
  correct: number
  /** On the development set: share of words with the right head, and with the right head and relation. */
  dev?: { uas: number; las: number }
}

/** How to train. */
export interface TrainParserOptions {
  parts?: ParserParts
  /** Sentences to measure progress on. */
  dev?: readonly TrainingSentence[]
  /** Passes over the treebank; `second` begins with three of arcs alone. Default 8. */
  epochs?: number
  seed?: number
  /** The same sentences with predicted tags: every epoch takes half of the sentences from here, so that raw text works. */
  predicted?: readonly ParserInput[]
  onProgress?: (progress: ParserProgress) => void
  /** Sizes of the tables of weights, as powers of two. */
  bits?: { pruner?: number; fine?: number; arc?: number; label?: number; treeLabel?: number; second?: number }
}

/** Epochs of the labels of known trees. */
const LABEL_EPOCHS = 6
/** Epochs of a model of second order that look at arcs alone. */
const WARM_UP = 3

/**
 * Learns a parser from a treebank. The same input gives the same parser, byte by byte.
 *
 * @example
 * const parser = trainParser(parseConllu(text), { parts: 'second' })
 * writeModel(parser.toModel({ licence: 'CC-BY-SA-4.0', trainedOn: 'UD_English-EWT 2.16' }))
 */
export function trainParser(
  sentences: readonly TrainingSentence[],
  options: TrainParserOptions = {},
): Parser {
  const { parts = 'second', epochs = 8, predicted, bits = {} } = options
  const trees = sentences.filter((sentence) => sentence.forms.length > 0)
  requireTrees(trees)
  if (predicted !== undefined && predicted.length !== sentences.length)
    throw new ParleyError(
      'bad-argument',
      `${sentences.length} sentences to learn from, but ${predicted.length} with predicted tags. Give one for each.`,
    )
  const noisy = predicted?.filter((_, i) => sentences[i].forms.length > 0)
  const random = generator(options.seed ?? 1)
  const encoder = Encoder.learn(trees)
  const noisyTrees = noisy?.map(({ lemmas, upos, xpos, feats }, i): TrainingSentence => {
    const { forms, heads, deprels } = trees[i]
    return { forms, heads, deprels, ...without({ lemmas, upos, xpos, feats }) }
  })
  const labels = Labels.learn(noisyTrees === undefined ? trees : [...trees, ...noisyTrees], encoder)
  const variant = (i: number): TrainingSentence =>
    noisyTrees === undefined || random() < 0.5 ? trees[i] : noisyTrees[i]
  const pruner = Pruner.train(
    trees.map((_, i) => variant(i)),
    encoder,
    bits.pruner ?? 19,
    3,
  )
  const model: ParserModel = {
    encoder,
    labels,
    pruner,
    finePruner: new FinePruner(new Weights(bits.fine ?? 20)),
    arcWeights: new Weights(bits.arc ?? 22),
    labelWeights: new Weights(bits.label ?? 19),
    treeLabelWeights: new Weights(bits.treeLabel ?? 20),
    secondWeights: parts === 'second' ? new Weights(bits.second ?? 21) : null,
    singleRoot: trees.every(hasSingleRoot),
  }
  // The pruner knows the sentences that it was trained on too well: in training, each half is pruned by the other's.
  const halves = [0, 1].map((half) =>
    trainFine(
      model,
      trees.map((_, i) => (i % 2 === half ? null : variant(i))),
      bits.fine ?? 20,
    ),
  )
  const finePruner = trainFine(
    model,
    trees.map((_, i) => variant(i)),
    bits.fine ?? 20,
  )
  const trainer = new Trainer({ ...model, finePruner })
  const numbers = new Map(labels.names.map((name, l) => [name, l]))
  const gold = trees.map(({ deprels }) => Int32Array.from(deprels, (name) => numbers.get(name)!))
  for (let epoch = 0; epoch < LABEL_EPOCHS; epoch++)
    for (let i = 0; i < trees.length; i++) trainer.learnLabels(variant(i), gold[i])
  const order = Int32Array.from(trees, (_, i) => i)
  for (let epoch = 1; epoch <= epochs; epoch++) {
    const stage = parts === 'second' && (epoch > WARM_UP || epochs <= WARM_UP) ? 'second' : 'arc'
    if (stage === 'second' && epoch === WARM_UP + 1) trainer.restart()
    shuffle(order, random)
    let correct = 0
    let words = 0
    for (const i of order) {
      correct += trainer.learn(variant(i), gold[i], halves[i % 2], stage === 'second')
      words += gold[i].length
    }
    if (options.onProgress === undefined) continue
    options.onProgress({
      stage,
      epoch,
      epochs,
      correct: correct / words,
      ...(options.dev !== undefined && {
        dev: accuracy(trainer.parser(stage === 'second'), options.dev),
      }),
    })
  }
  return trainer.parser(parts === 'second')
}

/** Shares of words with the right head, and with the right head and relation. */
export function accuracy(
  parser: Parser,
  sentences: readonly TrainingSentence[],
): { uas: number; las: number } {
  let words = 0
  let heads = 0
  let both = 0
  for (const sentence of sentences) {
    const parse = parser.parse(sentence)
    for (let i = 0; i < parse.heads.length; i++) {
      words++
      if (parse.heads[i] !== sentence.heads[i]) continue
      heads++
      if (parse.deprels[i] === sentence.deprels[i]) both++
    }
  }
  return { uas: heads / Math.max(1, words), las: both / Math.max(1, words) }
}

function hasSingleRoot({ heads }: TrainingSentence): boolean {
  let roots = 0
  for (let i = 0; i < heads.length; i++) if (heads[i] === 0) roots++
  return roots === 1
}

/** Refuses what is not a tree: updates towards it would never end. */
function requireTrees(sentences: readonly TrainingSentence[]): void {
  if (sentences.length === 0)
    throw new ParleyError('bad-argument', 'There are no sentences to learn from: the treebank is empty.')
  sentences.forEach(({ forms, heads }, s) => {
    for (let i = 0; i < forms.length; i++) {
      let steps = 0
      let at = i + 1
      while (at > 0 && at <= forms.length && steps++ <= forms.length) at = heads[at - 1]
      if (at === 0) continue
      throw new ParleyError(
        'bad-argument',
        `Sentence ${s + 1} ("${forms.slice(0, 5).join(' ')} …") is no tree: from word ${i + 1} the heads do not lead to the root. Mend it or leave it out.`,
      )
    }
  })
}

/** Drops what is undefined, for exact optional types. */
function without<T extends object>(columns: T): { [K in keyof T]?: NonNullable<T[K]> } {
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: NonNullable<T[K]>
  }
}

/** Numbers from 0 to 1, the same for the same seed. */
function generator(seed: number): () => number {
  let state = Math.imul(seed, 0x9e3779b1) | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let x = Math.imul(state ^ (state >>> 15), state | 1)
    x ^= x + Math.imul(x ^ (x >>> 7), x | 61)
    return ((x ^ (x >>> 14)) >>> 0) / 2 ** 32
  }
}

function shuffle(order: Int32Array, random: () => number): void {
  for (let i = order.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1))
    const kept = order[i]
    order[i] = order[j]
    order[j] = kept
  }
}
