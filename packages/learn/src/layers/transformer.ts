// A layer of a transformer encoder as in BERT: attention and a network of two layers, each added to its input
// and normalised.
import type { Random } from '@parleyjs/core/internal'
import type { NetworkWeights } from '../tensors/network-weights.js'
import type { Shape } from '../tensors/parameters.js'
import type { Tape } from '../tensors/tape.js'
import type { Tensor } from '../tensors/tensor.js'
import { gelu } from './activations.js'
import { attention } from './attention.js'
import { add } from './combine.js'
import { dropout } from './dropout.js'
import { linear } from './linear.js'
import { normalise } from './normalise.js'

/** The parameters of a layer; names begin with `prefix`. */
export function transformerShapes(prefix: string, width: number, inner: number): Record<string, Shape> {
  const square = ['query', 'key', 'value', 'output'].flatMap((name): [string, Shape][] => [
    [`${prefix}.${name}`, [width, width]],
    [`${prefix}.${name}.bias`, [1, width]],
  ])
  const norms = ['norm1', 'norm2'].flatMap((name): [string, Shape][] => [
    [`${prefix}.${name}`, [1, width]],
    [`${prefix}.${name}.bias`, [1, width]],
  ])
  return Object.fromEntries([
    ...square,
    ...norms,
    [`${prefix}.wide`, [width, inner]],
    [`${prefix}.wide.bias`, [1, inner]],
    [`${prefix}.narrow`, [inner, width]],
    [`${prefix}.narrow.bias`, [1, width]],
  ])
}

/** Applies a layer to the rows of sentences; see `attention` for `starts`. */
export function transformer(
  tape: Tape,
  parameters: NetworkWeights,
  prefix: string,
  x: Tensor,
  heads: number,
  starts: ArrayLike<number>,
  drop: { readonly rate: number; readonly random: Random } | null = null,
): Tensor {
  const of = (name: string) => parameters.of(`${prefix}.${name}`)
  const through = (from: Tensor, name: string) =>
    linear(tape, from, parameters.matrix(`${prefix}.${name}`), of(`${name}.bias`))
  const dropped = (y: Tensor) => (drop === null ? y : dropout(tape, y, drop.rate, drop.random))
  const mixed = attention(tape, through(x, 'query'), through(x, 'key'), through(x, 'value'), heads, starts)
  const after = add(tape, x, dropped(through(mixed, 'output')))
  const middle = normalise(tape, after, of('norm1'), of('norm1.bias'))
  const wide = gelu(tape, through(middle, 'wide'))
  const last = add(tape, middle, dropped(through(wide, 'narrow')))
  return normalise(tape, last, of('norm2'), of('norm2.bias'))
}
