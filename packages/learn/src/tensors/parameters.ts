// The parameters of a network: named matrices in one block, with their slopes and an optimizer's means in
// blocks of the same layout, so that one loop updates all of them.
import { ParleyError } from '@parleyjs/core'
import type { Workspace } from '../network/workspace.js'
import type { NetworkWeights } from './network-weights.js'
import { stepOf, type Tensor } from './tensor.js'

/** Number of rows and of columns. */
export type Shape = readonly [rows: number, columns: number]

/** Where a parameter lies in a block: `count` numbers from number `from`. */
export interface ParameterPlace {
  readonly name: string
  readonly from: number
  readonly count: number
}

/** The places of parameters in a block, one after the other. */
export function placesOf(shapes: Readonly<Record<string, Shape>>): ParameterPlace[] {
  let end = 0
  return Object.entries(shapes).map(([name, [rows, columns]]) => {
    const place = { name, from: end, count: rows * stepOf(columns) }
    end += Math.ceil(place.count / 16) * 16
    return place
  })
}

/** The length of a block: the number of its numbers, including those between rows. */
export function blockLength(shapes: Readonly<Record<string, Shape>>): number {
  const last = placesOf(shapes).at(-1)
  return last === undefined ? 0 : Math.ceil((last.from + last.count) / 16) * 16
}

/** Addresses of a block of parameters and of the block of their slopes; 0 for slopes that nobody needs. */
export interface ParameterBlocks {
  readonly at: number
  readonly slopesAt: number
}

export class Parameters implements NetworkWeights {
  /** Number of numbers in a block. */
  readonly length: number
  private readonly blocks: ParameterBlocks
  private readonly tensors: ReadonlyMap<string, Tensor>

  /** `blocks`: where they are already; by default they are new and filled with zeros. */
  constructor(
    readonly memory: Workspace,
    readonly shapes: Readonly<Record<string, Shape>>,
    blocks?: ParameterBlocks,
  ) {
    this.length = blockLength(shapes)
    this.blocks = blocks ?? { at: memory.take(this.length), slopesAt: memory.take(this.length) }
    const { at, slopesAt } = this.blocks
    if (blocks === undefined) {
      memory.floats.fill(0, at >> 2, (at >> 2) + this.length)
      this.clearSlopes()
    }
    this.tensors = new Map(
      placesOf(shapes).map(({ name, from }) => {
        const [rows, columns] = shapes[name]
        const slopes = slopesAt === 0 ? 0 : slopesAt + 4 * from
        return [name, { at: at + 4 * from, rows, columns, step: stepOf(columns), slopes }]
      }),
    )
  }

  of(name: string): Tensor {
    const found = this.tensors.get(name)
    if (found === undefined)
      throw new ParleyError('bad-argument', `The network has no parameter ${JSON.stringify(name)}.`)
    return found
  }

  matrix(name: string): Tensor {
    return this.of(name)
  }

  table(name: string): Tensor {
    return this.of(name)
  }

  /** Copies numbers, row by row, to a parameter. */
  set(name: string, values: ArrayLike<number>): void {
    const { at, rows, columns, step } = this.of(name)
    if (values.length !== rows * columns)
      throw new ParleyError(
        'bad-argument',
        `The parameter ${JSON.stringify(name)} has ${rows} × ${columns} numbers and got ${values.length}.`,
      )
    const { floats } = this.memory
    for (let i = 0; i < rows; i++)
      for (let j = 0; j < columns; j++) floats[(at >> 2) + i * step + j] = values[i * columns + j]
  }

  /** A copy of a parameter, row by row. */
  get(name: string): Float32Array {
    return this.copy(name, this.of(name).at)
  }

  /** A copy of its slopes. */
  slopes(name: string): Float32Array {
    return this.copy(name, this.of(name).slopes)
  }

  clearSlopes(): void {
    const from = this.blocks.slopesAt >> 2
    this.memory.floats.fill(0, from, from + this.length)
  }

  private copy(name: string, from: number): Float32Array {
    const { rows, columns, step } = this.of(name)
    const copy = new Float32Array(rows * columns)
    for (let i = 0; i < rows; i++) {
      const begin = (from >> 2) + i * step
      copy.set(this.memory.floats.subarray(begin, begin + columns), i * columns)
    }
    return copy
  }
}
