// A parser in the middle of training, whole: tables of weights with their running sums, the order of
// sentences, the state of the random numbers. Training that continues from it gives the same bytes as
// uninterrupted training.

import type { CheckpointStore, Model, ModelArray } from '@parleyjs/learn'
import { loadSame, Weights } from '@parleyjs/learn/internal'

/** The complete state of training. */
export interface TrainingState {
  /** Epochs of the weights that are done. */
  readonly epoch: number
  /** State of the random numbers. */
  readonly random: number
  readonly order: Int32Array
  readonly tables: Readonly<Record<string, Weights>>
  /** Arrays of the network, once it is in training. */
  readonly network: Readonly<Record<string, ModelArray>> | null
}

const KIND = 'parser in training'
const NETWORK = 'network/'

/** Saves the state. `fingerprint` identifies the options and the treebank. */
export function saveTraining(
  store: CheckpointStore,
  fingerprint: Readonly<Record<string, unknown>>,
  { epoch, random, order, tables, network }: TrainingState,
  after: string,
): void {
  const arrays: Record<string, ModelArray> = { order: order as ModelArray }
  const clocks: Record<string, { bits: number; clock: number }> = {}
  for (const [name, weights] of Object.entries(tables)) {
    const { bits, clock, values, sums, squares } = weights.state
    clocks[name] = { bits, clock }
    arrays[`${name}.values`] = values as ModelArray
    if (sums !== null) arrays[`${name}.sums`] = sums as ModelArray
    if (squares !== null) arrays[`${name}.squares`] = squares as ModelArray
  }
  for (const [name, array] of Object.entries(network ?? {})) arrays[`${NETWORK}${name}`] = array
  const header = { kind: KIND, licence: '', trainedOn: '', fingerprint, epoch, random, clocks }
  store.save({ header, arrays }, after)
}

/** The saved state, or null; a state of another training is refused, with the differences. */
export function savedTraining(
  store: CheckpointStore | undefined,
  fingerprint: Readonly<Record<string, unknown>>,
): (TrainingState & { readonly tables: Record<string, Weights> }) | null {
  const saved = loadSame(store, KIND, fingerprint)
  if (saved === null) return null
  const { epoch, random, clocks } = saved.header as unknown as {
    epoch: number
    random: number
    clocks: Record<string, { bits: number; clock: number }>
  }
  const tables: Record<string, Weights> = {}
  for (const [name, { bits, clock }] of Object.entries(clocks))
    tables[name] = Weights.from({
      bits,
      clock,
      values: own(saved, `${name}.values`) as Float32Array,
      sums: own(saved, `${name}.sums`) as Float64Array | null,
      squares: own(saved, `${name}.squares`) as Float32Array | null,
    })
  const names = Object.keys(saved.arrays).filter((name) => name.startsWith(NETWORK))
  const network = Object.fromEntries(names.map((name) => [name.slice(NETWORK.length), own(saved, name)!]))
  return {
    epoch,
    random,
    order: own(saved, 'order') as Int32Array,
    tables,
    network: names.length === 0 ? null : network,
  }
}

/** A copy of an array, since those of a model share the memory of the file; null if it is missing. */
function own({ arrays }: Model, name: string): ModelArray | null {
  return arrays[name]?.slice() ?? null
}
