// The parameters of the network in training, in the memory of the kernels: the weights, then their gradients,
// then Adam's means of gradients and of squares, each in a block of the same order.
import { Workspace } from '@parleyjs/learn'
import { LAYER_NAMES, type Layers } from './layers.js'

type LayerName = (typeof LAYER_NAMES)[number]
const PARTS = ['weights', 'gradient', 'mean', 'squares'] as const
export type LayerPart = (typeof PARTS)[number]

export class Parameters {
  readonly memory: Workspace
  /** Where the weights begin. */
  readonly begin: number
  /** Addresses of the layers' weights, and of the embeddings'. */
  readonly at: Readonly<Record<LayerName, number>>
  readonly embeddings: readonly number[]
  /** Bytes of the layers, which come before the embeddings, and of one block. */
  readonly layerBytes: number
  readonly blockBytes: number
  private readonly sizes: { layers: Record<LayerName, number>; embeddings: number[] }

  /** Copies the given layers; the others are 0. */
  constructor(given: { weights: Layers; mean?: Layers; squares?: Layers }, simd = true) {
    this.memory = new Workspace(simd)
    const { weights } = given
    this.begin = this.memory.mark
    this.at = byName((name) => this.memory.take(weights[name].length))
    this.layerBytes = this.memory.mark - this.begin
    this.embeddings = weights.embeddings.map(({ length }) => this.memory.take(length))
    this.blockBytes = this.memory.mark - this.begin
    this.memory.take((3 * this.blockBytes) / 4)
    this.sizes = {
      layers: byName((name) => weights[name].length),
      embeddings: weights.embeddings.map(({ length }) => length),
    }
    for (const part of PARTS)
      if (part !== 'gradient' && given[part] !== undefined) this.fill(part, given[part])
  }

  get labelCount(): number {
    return this.sizes.layers.labelBias
  }

  /** Offset of a part from the weights, in bytes. */
  to(part: LayerPart): number {
    return PARTS.indexOf(part) * this.blockBytes
  }

  /** A copy of a part as layers. */
  copy(part: LayerPart): Layers {
    const { floats } = this.memory
    const of = (at: number, length: number) => {
      const from = (at + this.to(part)) >> 2
      return floats.slice(from, from + length)
    }
    return {
      embeddings: this.embeddings.map((at, k) => of(at, this.sizes.embeddings[k])),
      ...byName((name) => of(this.at[name], this.sizes.layers[name])),
    }
  }

  private fill(part: LayerPart, layers: Layers): void {
    const { floats } = this.memory
    const to = this.to(part)
    for (const name of LAYER_NAMES) floats.set(layers[name], (this.at[name] + to) >> 2)
    this.embeddings.forEach((at, k) => {
      floats.set(layers.embeddings[k], (at + to) >> 2)
    })
  }
}

function byName<T>(make: (name: LayerName) => T): Record<LayerName, T> {
  return Object.fromEntries(LAYER_NAMES.map((name) => [name, make(name)])) as Record<LayerName, T>
}
