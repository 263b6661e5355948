// From a treebank to a parser: vocabulary, labels, pruners, then the weights. The state after every epoch can be kept, and
// training goes on from it as if it had never stopped.
import type { CheckpointStore } from '../../model/checkpoint.js'
import { Analysis } from '../analysis.js'
import { Encoder } from '../features/encode.js'
import type { ParserInput, TrainingSentence } from '../input.js'
import { Labels } from '../labels/labels.js'
import type { Network } from '../network/network.js'
import { networkArrays, networkState } from '../network/network-state.js'
import { trainNetwork } from '../network/train-network.js'
import { Parser } from '../parser.js'
import { FEATURES_VERSION, type ParserModel } from '../parser-model.js'
import { tablesFor } from '../parts/part-scorer.js'
import { type ParserParts, type PartName, partList, partsName } from '../parts/parts.js'
import { FinePruner } from '../prune/fine-pruner.js'
import { Pruner } from '../prune/pruner.js'
import { Weights } from '../weights/weights.js'
import { savedTraining, saveTraining, type TrainingState } from './checkpoint.js'
import { Random } from './random.js'
import { Trainer, trainFine } from './trainer.js'
import { TrainingData } from './training-data.js'

/** How training goes on. */
export interface ParserProgress {
  /** What trees are scored by in this epoch: `arc` at first, then the size of the model or the list of its parts. */
  stage: string
  /** Epochs done in all, and how many there are. */
  epoch: number
  epochs: number
  /** How much of all work is done, roughly, from 0 to 1. */
  share: number
  /** Share of words whose head and relation were found in this epoch, against the bonus for wrong ones. */
  correct: number
  /** On the development set: share of words with the right head, and with the right head and relation. */
  dev?: { uas: number; las: number }
}

/** How to train. */
export interface TrainParserOptions {
  /** What trees are scored by. Default `second`. */
  parts?: ParserParts
  /** Sentences to measure progress on. */
  dev?: readonly TrainingSentence[]
  /** Passes over the treebank; all but `arc` begin with three of arcs alone. Default 8. */
  epochs?: number
  seed?: number
  /**
   * Whether a small network scores arcs and relations beside the weights: slower, and more accurate. By default
   * it does where there are parts beyond arcs: arcs alone are for speed. Another parser's network can be given, if it has seen
   * the same treebank: it does not depend on parts.
   */
  network?: boolean | Network
  /** The same sentences with predicted tags: every epoch takes half of the sentences from here, so that raw text works. */
  predicted?: readonly ParserInput[]
  /** Called after every epoch. */
  onProgress?: (progress: ParserProgress) => void
  /** Called now and then with the epoch (0: preparations, one after the last: the network) and the share of all work that is done, roughly. */
  onStep?: (epoch: number, share: number) => void
  /** Where to keep the state after every epoch, and to go on from if it has one; a state of another training is refused. */
  checkpoint?: CheckpointStore
  /** Sizes of the tables of weights, as powers of two. */
  bits?: {
    pruner?: number
    fine?: number
    arc?: number
    label?: number
    treeLabel?: number
    second?: number
    higher?: number
  }
}

/** Passes over the treebank, unless told. */
export const PARSER_EPOCHS = 8
/** Changes whenever the same treebank and options would give another parser: checkpoints from before are refused then. */
const TRAINING_VERSION = 5
/** Epochs of the labels of known trees. */
const LABEL_EPOCHS = 6
/** Epochs that look at arcs alone, where there are other parts. */
const WARM_UP = 3
/** What preparations, an epoch beyond arcs and one of the network take, in epochs of arcs alone: for the share that is done. */
const COST = { before: 3, beyond: 4, network: 3 }

type Bits = Required<NonNullable<TrainParserOptions['bits']>>
/** Sizes of tables for a large treebank. */
const BITS: Bits = { pruner: 19, fine: 20, arc: 22, label: 19, treeLabel: 20, second: 21, higher: 22 }

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
  const { epochs = PARSER_EPOCHS, seed = 1, checkpoint } = options
  const parts = partList(options.parts ?? 'second')
  const wanted = options.network ?? parts.length > 1
  const data = new TrainingData(sentences, options.predicted)
  const treebank = data.fingerprint
  const bits = { ...bitsFor(treebank.words), ...options.bits }
  const encoder = Encoder.learn(data.trees)
  const labels = Labels.learn(data.all, encoder)
  const fingerprint = {
    ...treebank,
    parts,
    epochs,
    seed,
    bits,
    network: wanted !== false,
    version: [TRAINING_VERSION, FEATURES_VERSION],
  }
  const saved = savedTraining(checkpoint, fingerprint)
  const random = saved === null ? Random.of(seed) : new Random(saved.random)
  const tables = saved?.tables ?? newTables(parts, bits)
  if (saved === null) trainPruners(data, encoder, labels, tables, random)
  const model = modelOf(encoder, labels, parts, tables, data.singleRoot)
  const halves = [new FinePruner(tables.half0), new FinePruner(tables.half1)]
  const trainer = new Trainer(model)
  const numbers = new Map(labels.names.map((name, l) => [name, l]))
  const gold = data.trees.map(({ deprels }) => Int32Array.from(deprels, (name) => numbers.get(name)!))
  const order = saved?.order ?? Int32Array.from(data.trees, (_, i) => i)
  const save = (epoch: number, network: TrainingState['network'] = null) => {
    if (checkpoint === undefined) return
    saveTraining(checkpoint, fingerprint, { epoch, random, order, tables, network })
  }
  if (saved === null) {
    for (let epoch = 0; epoch < LABEL_EPOCHS; epoch++)
      for (let i = 0; i < gold.length; i++) trainer.learnLabels(data.draw(i, random), gold[i])
    save(0)
  }
  const isBeyond = (epoch: number) => parts.length > 1 && (epoch > WARM_UP || epochs <= WARM_UP)
  const shareOf = shares(epochs, isBeyond, wanted === true ? networkEpochs(treebank.words) : 0)
  const every = Math.max(1, Math.floor(gold.length / 100))
  for (let epoch = (saved?.epoch ?? 0) + 1; epoch <= epochs; epoch++) {
    const beyond = isBeyond(epoch)
    if (beyond && epoch === WARM_UP + 1) trainer.restart()
    random.shuffle(order)
    let correct = 0
    let words = 0
    for (let k = 0; k < order.length; k++) {
      const i = order[k]
      correct += trainer.learn(data.draw(i, random), gold[i], halves[i % 2], beyond)
      words += gold[i].length
      if ((k + 1) % every === 0) options.onStep?.(epoch, shareOf(epoch, (k + 1) / order.length))
    }
    save(epoch)
    options.onProgress?.({
      stage: beyond ? partsName(parts) : 'arc',
      epoch,
      epochs,
      share: shareOf(epoch, 1),
      correct: correct / words,
      ...(options.dev !== undefined && { dev: accuracy(trainer.parser(beyond), options.dev) }),
    })
  }
  const parser = trainer.parser(true)
  if (wanted === false) return parser
  if (wanted !== true) return new Parser({ ...parser.model, network: wanted })
  // With a generator of its own, the network is the same whatever the parts are.
  const own = Random.of(seed)
  const network = trainNetwork(
    encoder,
    new Analysis(model),
    {
      sentences: gold.length,
      labelCount: labels.names.length,
      epochs: networkEpochs(treebank.words),
      draw: (i) => data.draw(i, own),
      labels: (i) => gold[i],
      onStep: (done) => options.onStep?.(epochs + 1, shareOf(epochs + 1, done)),
      from: saved === null || saved.network === null ? null : networkState(saved.network),
      onEpoch: (state) => save(epochs + state.epoch, networkArrays(state)),
    },
    own,
  )
  return new Parser({ ...parser.model, network })
}

/** Passes over a treebank for the network: more over a small one. */
function networkEpochs(words: number): number {
  return Math.min(20, Math.max(6, Math.ceil(1_200_000 / words)))
}

/** A treebank of fewer than 8,192 words has no use for large tables: up to so many, 512 weights of arcs for every word. */
function bitsFor(words: number): Bits {
  const less = Math.max(0, 13 - Math.ceil(Math.log2(words)))
  return Object.fromEntries(Object.entries(BITS).map(([name, bits]) => [name, bits - less])) as Bits
}

/** All tables of weights by name, as they are kept in a checkpoint. The pruners' are filled by `trainPruners`. */
function newTables(parts: readonly PartName[], bits: Bits): Record<string, Weights> {
  const { second, higher } = tablesFor(parts)
  return {
    arc: new Weights(bits.arc),
    label: new Weights(bits.label),
    treeLabel: new Weights(bits.treeLabel),
    ...(second && { second: new Weights(bits.second) }),
    ...(higher && { higher: new Weights(bits.higher) }),
    pruner: new Weights(bits.pruner),
    fine: new Weights(bits.fine),
    half0: new Weights(bits.fine),
    half1: new Weights(bits.fine),
  }
}

function modelOf(
  encoder: Encoder,
  labels: Labels,
  parts: readonly PartName[],
  tables: Readonly<Record<string, Weights>>,
  singleRoot: boolean,
): ParserModel {
  return {
    parts,
    encoder,
    labels,
    pruner: new Pruner(tables.pruner),
    finePruner: new FinePruner(tables.fine),
    arcWeights: tables.arc,
    labelWeights: tables.label,
    treeLabelWeights: tables.treeLabel,
    secondWeights: tables.second ?? null,
    higherWeights: tables.higher ?? null,
    network: null,
    singleRoot,
  }
}

/** Both passes of pruning. */
function trainPruners(
  data: TrainingData,
  encoder: Encoder,
  labels: Labels,
  tables: Record<string, Weights>,
  random: Random,
): void {
  const { trees, singleRoot } = data
  const draw = (_: TrainingSentence, i: number) => data.draw(i, random)
  tables.pruner = Pruner.train(trees.map(draw), encoder, tables.pruner.bits, 3).weights
  const model = modelOf(encoder, labels, ['arc'], tables, singleRoot)
  const { bits } = tables.fine
  // The pruner knows the sentences that it was trained on too well: in training, each half is pruned by the other's.
  for (const half of [0, 1]) {
    const others = trees.map((tree, i) => (i % 2 === half ? null : draw(tree, i)))
    tables[`half${half}`] = trainFine(model, others, bits).weights
  }
  tables.fine = trainFine(model, trees.map(draw), bits).weights
}

/** How much of all work is done at a place in an epoch. */
function shares(
  epochs: number,
  isBeyond: (epoch: number) => boolean,
  networkEpochs: number,
): (epoch: number, done: number) => number {
  const before = [COST.before]
  for (let epoch = 1; epoch <= epochs; epoch++)
    before.push(before[epoch - 1] + (isBeyond(epoch) ? COST.beyond : 1))
  before.push(before[epochs] + networkEpochs * COST.network)
  return (epoch, done) =>
    (before[epoch - 1] + (before[epoch] - before[epoch - 1]) * done) / before[epochs + 1]
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
