// The parameters of a network: named matrices in one block, with their slopes and an optimizer's means in blocks of
// the same layout, so that one loop updates all of them.
import { ParleyError } from '@parley/core'
import type { Workspace } from '../network/workspace.js'
import { stepOf, type Tensor } from './tensor.js'

/** Number of rows and of columns. */
export type Shape = readonly [rows: number, columns: number]

export class Parameters {
  /** Address of the first number, and of its slope. */
  readonly at: number
  readonly slopesAt: number
  /** Number of numbers in a block, including those between rows. */
  readonly length: number
  private readonly tensors: ReadonlyMap<string, Tensor>

  constructor(
    readonly memory: Workspace,
    readonly shapes: Readonly<Record<string, Shape>>,
  ) {
    let end = 0
    const places = new Map<string, number>()
    for (const [name, [rows, columns]] of Object.entries(shapes)) {
      places.set(name, end)
      end += Math.ceil((rows * stepOf(columns)) / 16) * 16
    }
    this.length = end
    this.at = memory.take(end)
    this.slopesAt = memory.take(end)
    memory.floats.fill(0, this.at >> 2, (this.at >> 2) + end)
    this.clearSlopes()
    this.tensors = new Map(
      Object.entries(shapes).map(([name, [rows, columns]]) => {
        const offset = 4 * (places.get(name) ?? 0)
        const step = stepOf(columns)
        return [name, { at: this.at + offset, rows, columns, step, slopes: this.slopesAt + offset }]
      }),
    )
  }

  of(name: string): Tensor {
    const found = this.tensors.get(name)
    if (found === undefined)
      throw new ParleyError('bad-argument', `The network has no parameter ${JSON.stringify(name)}.`)
    return found
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
    this.memory.floats.fill(0, this.slopesAt >> 2, (this.slopesAt >> 2) + this.length)
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
