// Trains the network: the likelihood of heads among the arcs that the first pass of pruning leaves, and of
// labels; Adam with a falling rate, and dropout of words and of hidden numbers.
import type { Random } from '@parleyjs/core/internal'
import type { Analysis } from '../analysis.js'
import { ATOMS, EncodedSentence, type Encoder } from '../features/encode.js'
import type { TrainingSentence } from '../interface/parser-input.js'
import { ArcStore } from '../trees/arc-store.js'
import { Adam } from './adam.js'
import { Batch } from './batch.js'
import { Gradient } from './gradient.js'
import { EMBEDDED, HIDDEN, LAYER_NAMES, type Layers, layerSizes, Rows, WINDOW, WORD } from './layers.js'
import { Network } from './network.js'
import type { NetworkState } from './network-state.js'
import { Parameters } from './parameters.js'

const BATCH = 8
const RATE = 0.0015
const WORD_DROPOUT = 0.15
const DROPOUT = 0.2
/** Atoms seen less often than this have no embedding of their own. */
const LEAST = 2

export interface NetworkTraining {
  readonly sentences: number
  readonly labelCount: number
  readonly epochs: number
  /** Sentence i, with heads. */
  draw(i: number): TrainingSentence
  /** Label numbers of sentence i. */
  labels(i: number): Int32Array
  readonly onStep?: (share: number) => void
  /** The state to continue from; null to begin. */
  readonly from?: NetworkState | null
  /** Called after every epoch with the complete state. */
  readonly onEpoch?: (state: NetworkState) => void
}

/** Learns a network. `analysis` finds the candidates. */
export function trainNetwork(
  encoder: Encoder,
  analysis: Analysis,
  training: NetworkTraining,
  random: Random,
): Network {
  const { sentences, epochs, from: saved = null } = training
  if (saved !== null) random.state = saved.random
  const vocabulary = saved?.vocabulary ?? rowsOf(encoder, training)
  const weights = saved?.layers ?? newLayers(vocabulary, training.labelCount, random)
  const parameters = new Parameters({ ...saved, weights })
  const adam = new Adam(parameters, saved?.time ?? 0)
  const gradient = new Gradient(parameters, DROPOUT)
  const batch = new Batch()
  const candidates = new ArcStore()
  const order = saved?.order ?? Int32Array.from({ length: sentences }, (_, i) => i)
  const total = epochs * sentences
  let done = (saved?.epoch ?? 0) * sentences
  for (let epoch = saved?.epoch ?? 0; epoch < epochs; epoch++) {
    random.shuffle(order)
    for (let from = 0; from < sentences; from += BATCH) {
      batch.clear()
      const to = Math.min(sentences, from + BATCH)
      for (let k = from; k < to; k++) {
        const sentence = training.draw(order[k])
        if (candidates.fill(sentence, analysis.candidates)) analysis.encode(sentence)
        else {
          analysis.load(sentence)
          analysis.findCandidates(sentence.heads)
          candidates.keep(sentence, analysis.candidates)
        }
        batch.add(
          analysis.sentence,
          analysis.candidates,
          vocabulary,
          sentence.heads,
          training.labels(order[k]),
          WORD_DROPOUT,
          random,
        )
      }
      gradient.add(batch, random)
      done += to - from
      adam.step(RATE * (1 - done / total), batch)
      training.onStep?.(done / total)
    }
    training.onEpoch?.({
      epoch: epoch + 1,
      time: adam.time,
      random: random.state,
      order,
      vocabulary,
      layers: parameters.copy('weights'),
      mean: parameters.copy('mean'),
      squares: parameters.copy('squares'),
    })
  }
  return new Network(vocabulary, parameters.copy('weights'))
}

/** The atoms that get embeddings. */
function rowsOf(encoder: Encoder, { sentences, draw }: NetworkTraining): Rows {
  const counts = EMBEDDED.map(() => new Map<number, number>())
  const encoded = new EncodedSentence()
  for (let s = 0; s < sentences; s++) {
    encoder.encode(draw(s), encoded)
    for (let i = 0; i <= encoded.length; i++)
      EMBEDDED.forEach(([atom], k) => {
        const hash = encoded.atoms[(i + 2) * ATOMS + atom]
        counts[k].set(hash, (counts[k].get(hash) ?? 0) + 1)
      })
  }
  return new Rows(
    counts.map((count) =>
      Int32Array.from([...count].filter(([, n]) => n >= LEAST).map(([hash]) => hash)).sort(),
    ),
  )
}

function newLayers(vocabulary: Rows, labels: number, random: Random): Layers {
  const sizes = layerSizes(labels)
  const filled = (size: number, deviation: number) => {
    const values = new Float32Array(size)
    // A sum of four uniform numbers approximates a normal distribution.
    const width = deviation * Math.sqrt(3)
    if (deviation > 0)
      for (let i = 0; i < size; i++)
        values[i] = width * (random.uniform() + random.uniform() + random.uniform() + random.uniform() - 2)
    return values
  }
  const deviations: Partial<Record<(typeof LAYER_NAMES)[number], number>> = {
    first: Math.sqrt(2 / (WINDOW * WORD)),
    second: Math.sqrt(2 / (WINDOW * HIDDEN)),
    head: Math.sqrt(1 / HIDDEN),
    modifier: Math.sqrt(1 / HIDDEN),
    between: Math.sqrt(0.3 / HIDDEN),
    labelHead: Math.sqrt(1 / HIDDEN),
    labelModifier: Math.sqrt(1 / HIDDEN),
    distance: 0.1,
    arc: Math.sqrt(1 / HIDDEN),
    label: Math.sqrt(1 / HIDDEN),
  }
  const embeddings = EMBEDDED.map(([, size], k) =>
    filled((vocabulary.known[k].length + 1) * size, 0.5 / Math.sqrt(size)),
  )
  const others = LAYER_NAMES.map((name) => [name, filled(sizes[name], deviations[name] ?? 0)])
  return { embeddings, ...Object.fromEntries(others) } as Layers
}
