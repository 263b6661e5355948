// The phases of a parser's training. Each depends only on its arguments, so several can run at once:
//   pruner → fine, half0, half1;  half0 + half1 → weights;  pruner → network;  treeLabels: independent.
import { Random } from '@parleyjs/core/internal'
import { Weights } from '@parleyjs/learn/internal'
import { Analysis } from '../analysis.js'
import type { TrainingSentence } from '../interface/parser-input.js'
import { Network } from '../network/network.js'
import type { NetworkState } from '../network/network-state.js'
import { trainNetwork } from '../network/train-network.js'
import { FinePruner } from '../prune/fine-pruner.js'
import { Pruner } from '../prune/pruner.js'
import { type Course, LABEL_EPOCHS, type Tables } from './course.js'
import { Trainer, trainFine } from './trainer.js'

const PRUNER_EPOCHS = 3

/** The first pass of pruning. */
export function learnPruner(course: Course): Weights {
  const { data, encoder, bits } = course
  const random = course.random('pruner')
  const drawn = data.trees.map((_, i) => data.draw(i, random))
  return Pruner.train(drawn, encoder, bits.pruner, PRUNER_EPOCHS).weights
}

/**
 * The second pass, for use (`fine`) or for training: the pruner knows the sentences that it was trained on
 * too well, so that in training each half is pruned by the other's.
 */
export function learnFine(course: Course, pruner: Weights, which: 'fine' | 'half0' | 'half1'): Weights {
  const { data, bits } = course
  const random = course.random(which)
  const leftOut = which === 'fine' ? -1 : which === 'half0' ? 0 : 1
  const drawn = data.trees.map((_, i) => (i % 2 === leftOut ? null : data.draw(i, random)))
  return trainFine(course.model({ pruner }, ['arc']), drawn, bits.fine).weights
}

/** Labels of trees that are known. */
export function learnTreeLabels(course: Course): Weights {
  const { data, gold, bits } = course
  const treeLabel = new Weights(bits.treeLabel)
  const trainer = new Trainer(course.model({ treeLabel }, ['arc']))
  const random = course.random('labels')
  for (let epoch = 0; epoch < LABEL_EPOCHS; epoch++)
    for (let i = 0; i < gold.length; i++) trainer.learnLabels(data.draw(i, random), gold[i])
  return treeLabel
}

/** Progress of the weights: epochs done, the order of sentences, the state of the random numbers. */
export interface WeightsProgress {
  readonly epoch: number
  readonly order: Int32Array
  readonly random: number
}

export interface WeightsHooks {
  /** Called about a hundred times per epoch, with the share of the epoch that is done. */
  readonly onStep?: ((epoch: number, done: number) => void) | undefined
  /** Called after every epoch. */
  readonly onEpoch?:
    | ((done: WeightsProgress, beyond: boolean, correct: number, trainer: Trainer) => void)
    | undefined
}

/**
 * Trains the weights of arcs, labels and parts: fills the tables; `pruner`, `half0` and `half1` must be
 * present.
 */
export function learnWeights(
  course: Course,
  tables: Tables,
  from: WeightsProgress | null,
  { onStep, onEpoch }: WeightsHooks,
): Trainer {
  const { data, gold, epochs } = course
  const halves = [new FinePruner(tables.half0), new FinePruner(tables.half1)]
  const trainer = new Trainer(course.model(tables))
  const order = from?.order ?? Int32Array.from(gold, (_, i) => i)
  const random = from === null ? course.random('epochs') : new Random(from.random)
  const every = Math.max(1, Math.floor(gold.length / 100))
  for (let epoch = (from?.epoch ?? 0) + 1; epoch <= epochs; epoch++) {
    const beyond = course.isBeyond(epoch)
    if (course.startsAverage(epoch)) trainer.restart()
    random.shuffle(order)
    let correct = 0
    let words = 0
    for (let k = 0; k < order.length; k++) {
      const i = order[k]
      correct += trainer.learn(data.draw(i, random), gold[i], halves[i % 2], beyond)
      words += gold[i].length
      if ((k + 1) % every === 0) onStep?.(epoch, (k + 1) / order.length)
    }
    onEpoch?.({ epoch, order, random: random.state }, beyond, correct / words, trainer)
  }
  return trainer
}

export interface NetworkHooks {
  readonly onStep?: ((share: number) => void) | undefined
  readonly onEpoch?: ((state: NetworkState) => void) | undefined
}

/** Trains the network. It has its own random numbers, so it does not depend on the parts. */
export function learnNetwork(
  course: Course,
  pruner: Weights,
  from: NetworkState | null,
  { onStep, onEpoch }: NetworkHooks,
): Network {
  const { data, gold, labels, networkEpochs } = course
  if (from !== null && from.epoch >= networkEpochs) return new Network(from.vocabulary, from.layers)
  const random = Random.of(course.seed)
  return trainNetwork(
    course.encoder,
    new Analysis(course.model({ pruner }, ['arc'])),
    {
      sentences: gold.length,
      labelCount: labels.names.length,
      epochs: networkEpochs,
      draw: (i): TrainingSentence => data.draw(i, random),
      labels: (i) => gold[i],
      from,
      ...(onStep && { onStep }),
      ...(onEpoch && { onEpoch }),
    },
    random,
  )
}
