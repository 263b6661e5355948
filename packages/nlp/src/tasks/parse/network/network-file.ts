// The network in a model file: a byte for every parameter, and the hashes that its embeddings stand for.
import type { Model, ModelArray } from '@parleyjs/learn'
import {
  arrayOf,
  type Fields,
  PackedValues,
  quantiseValues,
  restoreValues,
  type Scale,
  scaleOf,
} from '@parleyjs/learn/internal'
import { EMBEDDED, LAYER_NAMES, layerSizes, Rows, type ScoringLayers } from './layers.js'
import { Network } from './network.js'

/** Arrays and scales of a network, by name. */
export function saveNetwork({ vocabulary, layers }: Network): {
  arrays: Record<string, ModelArray>
  scales: Record<string, Scale>
} {
  const arrays: Record<string, ModelArray> = {}
  const scales: Record<string, Scale> = {}
  const add = (name: string, values: Float32Array | PackedValues) => {
    const { bytes, scale } = values instanceof PackedValues ? values : quantiseValues(values)
    arrays[name] = bytes.slice()
    scales[name] = scale
  }
  EMBEDDED.forEach((_, k) => {
    arrays[`network.known${k}`] = Int32Array.from(vocabulary.known[k])
    add(`network.embedding${k}`, layers.embeddings[k])
  })
  for (const name of LAYER_NAMES) add(`network.${name}`, layers[name])
  return { arrays, scales }
}

/** The network among the arrays of a model, or null if it has none; `labels` is the number of relations. */
export function loadNetwork(arrays: Model['arrays'], scales: Fields, labels: number): Network | null {
  if (arrays['network.arc'] === undefined) return null
  const packed = (name: string, length: number) => {
    const key = `network.${name}`
    return [arrayOf({ arrays }, key, Int8Array, length), scaleOf(scales, key)] as const
  }
  const known = EMBEDDED.map((_, k) => arrayOf({ arrays }, `network.known${k}`, Int32Array))
  const sizes = layerSizes(labels)
  const layers = {
    embeddings: EMBEDDED.map(
      ([, size], k) => new PackedValues(...packed(`embedding${k}`, (known[k].length + 1) * size)),
    ),
    ...Object.fromEntries(LAYER_NAMES.map((name) => [name, restoreValues(...packed(name, sizes[name]))])),
  } as unknown as ScoringLayers
  return new Network(new Rows(known), layers)
}
