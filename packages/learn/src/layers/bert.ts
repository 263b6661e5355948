// An encoder like BERT (Devlin et al. 2019): vectors of word pieces and positions, then transformer layers.
// Weights come from a safetensors file with Hugging Face's names.
import { ParleyError } from '@parleyjs/core'
import type { Random } from '@parleyjs/core/internal'
import type { NamedArray } from '../model/safetensors.js'
import type { NetworkWeights } from '../tensors/network-weights.js'
import type { Parameters, Shape } from '../tensors/parameters.js'
import type { Tape } from '../tensors/tape.js'
import type { Tensor } from '../tensors/tensor.js'
import { add } from './combine.js'
import { dropout } from './dropout.js'
import { embedding } from './embedding.js'
import { normalise } from './normalise.js'
import { transformer, transformerShapes } from './transformer.js'

export interface BertSizes {
  /** Numbers per piece. */
  readonly width: number
  /** Numbers in the middle of a layer. */
  readonly inner: number
  readonly heads: number
  readonly layers: number
  /** Number of pieces in the vocabulary. */
  readonly pieces: number
  /** Maximum number of pieces in a sequence. */
  readonly positions: number
}

/** The parameters of an encoder. */
export function bertShapes({ width, inner, layers, pieces, positions }: BertSizes): Record<string, Shape> {
  return Object.assign(
    {
      pieces: [pieces, width],
      positions: [positions, width],
      'embedding.norm': [1, width],
      'embedding.norm.bias': [1, width],
    } satisfies Record<string, Shape>,
    ...Array.from({ length: layers }, (_, i) => transformerShapes(`layer${i}`, width, inner)),
  ) as Record<string, Shape>
}

/** The vectors of pieces; sequence s has the pieces ids[starts[s]] to ids[starts[s + 1] − 1]. */
export function bert(
  tape: Tape,
  parameters: NetworkWeights,
  { heads, layers }: Pick<BertSizes, 'heads' | 'layers'>,
  ids: ArrayLike<number>,
  starts: ArrayLike<number>,
  drop: { readonly rate: number; readonly random: Random } | null = null,
): Tensor {
  const places = new Int32Array(ids.length)
  for (let s = 0; s + 1 < starts.length; s++)
    for (let i = starts[s]; i < starts[s + 1]; i++) places[i] = i - starts[s]
  let x = tape.only(() => {
    const vectors = embedding(tape, parameters.table('pieces'), ids)
    const sum = add(tape, vectors, embedding(tape, parameters.table('positions'), places))
    return normalise(tape, sum, parameters.of('embedding.norm'), parameters.of('embedding.norm.bias'))
  })
  if (drop !== null) x = dropout(tape, x, drop.rate, drop.random)
  for (let i = 0; i < layers; i++) {
    const before = x
    x = tape.only(() => transformer(tape, parameters, `layer${i}`, before, heads, starts, drop))
  }
  return x
}

/** Names of a layer's parts here and in files. */
const PARTS: readonly (readonly [string, string])[] = [
  ['query', 'attention.self.query'],
  ['key', 'attention.self.key'],
  ['value', 'attention.self.value'],
  ['output', 'attention.output.dense'],
  ['norm1', 'attention.output.LayerNorm'],
  ['wide', 'intermediate.dense'],
  ['narrow', 'output.dense'],
  ['norm2', 'output.LayerNorm'],
]

/**
 * Copies pretrained weights to the parameters of the same shapes. The vector of the first type of token is
 * added to every position; `pieces` chooses rows of the vocabulary, by default all.
 */
export function loadBert(
  parameters: Parameters,
  layers: number,
  arrays: ReadonlyMap<string, NamedArray>,
  pieces?: ArrayLike<number>,
): void {
  const of = (name: string) => {
    const found = arrays.get(name)
    if (found === undefined)
      throw new ParleyError('bad-input', `The weights lack the array ${JSON.stringify(name)}.`)
    return found
  }
  const { shape, values } = of('embeddings.word_embeddings.weight')
  const width = shape[1]
  const rows = Array.from(pieces ?? { length: shape[0] }, (piece, i) =>
    pieces === undefined ? i : Number(piece),
  )
  const vectors = new Float32Array(rows.length * width)
  rows.forEach((row, i) => {
    vectors.set(values.subarray(row * width, (row + 1) * width), i * width)
  })
  parameters.set('pieces', vectors)
  const type = of('embeddings.token_type_embeddings.weight').values
  const positions = of('embeddings.position_embeddings.weight').values
  parameters.set(
    'positions',
    positions.map((x, i) => x + type[i % width]),
  )
  parameters.set('embedding.norm', of('embeddings.LayerNorm.weight').values)
  parameters.set('embedding.norm.bias', of('embeddings.LayerNorm.bias').values)
  for (let i = 0; i < layers; i++)
    for (const [own, theirs] of PARTS) {
      const { shape, values } = of(`encoder.layer.${i}.${theirs}.weight`)
      parameters.set(`layer${i}.${own}`, shape.length === 1 ? values : transposed(values, shape[0], shape[1]))
      parameters.set(`layer${i}.${own}.bias`, of(`encoder.layer.${i}.${theirs}.bias`).values)
    }
}

/** Files have a row for every output. */
function transposed(values: Float32Array, rows: number, columns: number): Float32Array {
  const turned = new Float32Array(values.length)
  for (let i = 0; i < rows; i++)
    for (let j = 0; j < columns; j++) turned[j * rows + i] = values[i * columns + j]
  return turned
}
