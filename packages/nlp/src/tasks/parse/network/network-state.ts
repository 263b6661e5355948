// The network in the middle of its training, as named arrays for a checkpoint.
import type { ModelArray } from '@parleyjs/learn'
import { EMBEDDED, LAYER_NAMES, type Layers, Rows } from './layers.js'

/** The complete state from which training continues. */
export interface NetworkState {
  /** Epochs that are done. */
  readonly epoch: number
  /** Steps of Adam that are done. */
  readonly time: number
  /** State of the random numbers. */
  readonly random: number
  readonly order: Int32Array
  readonly vocabulary: Rows
  readonly layers: Layers
  /** Adam's means of gradients and of their squares. */
  readonly mean: Layers
  readonly squares: Layers
}

const PARTS = ['layers', 'mean', 'squares'] as const

/** The state as named arrays, without copying. */
export function networkArrays(state: NetworkState): Record<string, ModelArray> {
  const { epoch, time, random, order, vocabulary } = state
  const arrays: Record<string, ModelArray> = {
    counts: Float64Array.of(epoch, time, random),
    order: order as ModelArray,
  }
  for (let k = 0; k < EMBEDDED.length; k++) arrays[`known${k}`] = vocabulary.known[k] as ModelArray
  for (const part of PARTS) {
    for (const name of LAYER_NAMES) arrays[`${part}.${name}`] = state[part][name] as ModelArray
    for (let k = 0; k < EMBEDDED.length; k++)
      arrays[`${part}.embedding${k}`] = state[part].embeddings[k] as ModelArray
  }
  return arrays
}

/** The state from named arrays, which it then owns. */
export function networkState(arrays: Readonly<Record<string, ModelArray>>): NetworkState {
  const layersOf = (part: string) =>
    ({
      embeddings: EMBEDDED.map((_, k) => arrays[`${part}.embedding${k}`]),
      ...Object.fromEntries(LAYER_NAMES.map((name) => [name, arrays[`${part}.${name}`]])),
    }) as unknown as Layers
  return {
    epoch: arrays.counts[0],
    time: arrays.counts[1],
    random: arrays.counts[2],
    order: arrays.order as Int32Array,
    vocabulary: new Rows(EMBEDDED.map((_, k) => arrays[`known${k}`] as Int32Array)),
    layers: layersOf('layers'),
    mean: layersOf('mean'),
    squares: layersOf('squares'),
  }
}
