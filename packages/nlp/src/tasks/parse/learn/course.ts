// The plan of a parser's training: treebank, options, and the state of the random numbers at the beginning of
// each phase. It is the same in every thread with the same treebank and options.
import { Random } from '@parleyjs/core/internal'
import { Weights } from '@parleyjs/learn/internal'
import { Encoder } from '../features/encode.js'
import type { ParserInput, TrainingSentence } from '../interface/parser-input.js'
import { Labels } from '../labels/labels.js'
import { ARC_FEATURES_VERSION, type ParserModel } from '../parser-model.js'
import { tablesFor } from '../parts/part-scorer.js'
import { type ParserParts, type PartName, partList } from '../parts/parts.js'
import { FinePruner } from '../prune/fine-pruner.js'
import { Pruner } from '../prune/pruner.js'
import { TrainingData } from './training-data.js'

/** What decides how a parser comes out; plain data, but for the sentences. */
export interface CourseOptions {
  readonly parts?: ParserParts
  readonly epochs?: number
  readonly seed?: number
  readonly bits?: Partial<Bits>
}

/** Sizes of the tables of weights, as powers of two. */
export interface Bits {
  readonly pruner: number
  readonly fine: number
  readonly arc: number
  readonly label: number
  readonly treeLabel: number
  readonly second: number
  readonly higher: number
}

/** All tables of weights by name. */
export type Tables = Record<string, Weights>

/** Default number of passes over the treebank. */
export const PARSER_EPOCHS = 8
/** Epochs of the labels of known trees. */
export const LABEL_EPOCHS = 6
/**
 * Increased whenever the same treebank and options would give another parser; older checkpoints are then
 * refused.
 */
const TRAINING_VERSION = 6
/** Epochs that look at arcs alone, where there are other parts. */
const WARM_UP = 3
/** Sizes of tables for a large treebank. */
const BITS: Bits = { pruner: 19, fine: 20, arc: 22, label: 19, treeLabel: 20, second: 21, higher: 22 }
/**
 * What preparations, an epoch beyond arcs and one of the network take, in epochs of arcs alone: for the share
 * that is done.
 */
const COST = { before: 3, beyond: 4, network: 3 }

/** The phases that draw from one sequence of random numbers, in its order. */
const PHASES = ['pruner', 'half0', 'half1', 'fine', 'labels', 'epochs'] as const
export type Phase = (typeof PHASES)[number]

export class Course {
  readonly data: TrainingData
  readonly encoder: Encoder
  readonly labels: Labels
  /** Numbers of the labels of every tree. */
  readonly gold: readonly Int32Array[]
  readonly parts: readonly PartName[]
  readonly epochs: number
  readonly seed: number
  readonly bits: Bits
  /** Passes over the treebank for the network: more over a small one. */
  readonly networkEpochs: number
  private readonly treebank: TrainingData['fingerprint']

  constructor(
    sentences: readonly TrainingSentence[],
    predicted: readonly ParserInput[] | undefined,
    options: CourseOptions,
  ) {
    this.parts = partList(options.parts ?? 'second')
    this.epochs = options.epochs ?? PARSER_EPOCHS
    this.seed = options.seed ?? 1
    this.data = new TrainingData(sentences, predicted)
    this.treebank = this.data.fingerprint
    const { words } = this.treebank
    this.bits = { ...bitsFor(words), ...options.bits }
    this.networkEpochs = Math.min(20, Math.max(6, Math.ceil(1_200_000 / words)))
    this.encoder = Encoder.learn(this.data.trees)
    this.labels = Labels.learn(this.data.all, this.encoder)
    const numbers = new Map(this.labels.names.map((name, l) => [name, l]))
    this.gold = this.data.trees.map(({ deprels }) => Int32Array.from(deprels, (name) => numbers.get(name)!))
  }

  /** The properties that a checkpoint must share with this training. */
  fingerprint(network: boolean): Record<string, unknown> {
    const { treebank, parts, epochs, seed, bits } = this
    return {
      ...treebank,
      parts,
      epochs,
      seed,
      bits,
      network,
      version: [TRAINING_VERSION, ARC_FEATURES_VERSION],
    }
  }

  /** The random numbers that a phase begins with. */
  random(phase: Phase): Random {
    const n = this.data.trees.length
    const draws = {
      pruner: n,
      half0: n >> 1,
      half1: n - (n >> 1),
      fine: n,
      labels: LABEL_EPOCHS * n,
      epochs: 0,
    }
    let before = 0
    for (const one of PHASES.slice(0, PHASES.indexOf(phase))) before += draws[one]
    return Random.of(this.seed).ahead(this.data.drawsFromTwo ? before : 0)
  }

  /** Whether an epoch looks at all parts. */
  isBeyond(epoch: number): boolean {
    return this.parts.length > 1 && (epoch > WARM_UP || this.epochs <= WARM_UP)
  }

  /** Whether the average of the weights is restarted before an epoch. */
  startsAverage(epoch: number): boolean {
    return this.isBeyond(epoch) && epoch === WARM_UP + 1
  }

  /** Tables that the epochs fill. */
  newTables(): Tables {
    const { bits } = this
    const { second, higher } = tablesFor(this.parts)
    return {
      arc: new Weights(bits.arc),
      label: new Weights(bits.label),
      ...(second && { second: new Weights(bits.second) }),
      ...(higher && { higher: new Weights(bits.higher) }),
    }
  }

  /** A model with the tables that exist; the missing ones must not be used. */
  model(tables: Tables, parts: readonly PartName[] = this.parts): ParserModel {
    const table = (name: string) => tables[name] ?? new Weights(1)
    return {
      parts,
      encoder: this.encoder,
      labels: this.labels,
      pruner: new Pruner(table('pruner')),
      finePruner: new FinePruner(table('fine')),
      arcWeights: table('arc'),
      labelWeights: table('label'),
      treeLabelWeights: table('treeLabel'),
      secondWeights: tables.second ?? null,
      higherWeights: tables.higher ?? null,
      network: null,
      singleRoot: this.data.singleRoot,
    }
  }

  /**
   * How much of all work is done, roughly: `done` of an epoch of the weights (0: preparations), and of the
   * network's training, if there is one.
   */
  share(epoch: number, done: number, network: number | null): number {
    const cost = (e: number) => (e === 0 ? COST.before : this.isBeyond(e) ? COST.beyond : 1)
    let all = 0
    let ready = 0
    for (let e = 0; e <= this.epochs; e++) {
      all += cost(e)
      ready += e < epoch ? cost(e) : e === epoch ? done * cost(e) : 0
    }
    if (network === null) return ready / all
    const net = this.networkEpochs * COST.network
    return (ready + network * net) / (all + net)
  }
}

/** Smaller tables for a treebank of fewer than 8,192 words: about 512 arc weights per word. */
function bitsFor(words: number): Bits {
  const less = Math.max(0, 13 - Math.ceil(Math.log2(words)))
  return Object.fromEntries(
    Object.entries(BITS).map(([name, bits]) => [name, bits - less]),
  ) as unknown as Bits
}
