// A tape: it remembers what the layers of a network did, to go the same way back (reverse-mode
// differentiation).
import { ParleyError } from '@parleyjs/core'
import type { Workspace } from '../network/workspace.js'
import { stepOf, type Tensor } from './tensor.js'

/**
 * One pass through a network. Layers are functions that take tensors and a tape, write a new tensor, and
 * record how slopes flow back through them.
 *
 * @example
 * const memory = new Workspace()
 * const weights = new Parameters(memory, { times: [2, 1], plus: [1, 1] })
 * weights.set('times', [3, 4])
 * const tape = new Tape(memory, true)
 * const y = linear(tape, tape.put([[1, 2]]), weights.of('times'), weights.of('plus'))
 * tape.read(y) // [[11]]
 * tape.addSlopes(y, [[1]])
 * tape.backward()
 * weights.slopes('times') // Float32Array [1, 2]
 */
export class Tape {
  private readonly start: number
  private readonly steps: (() => void)[] = []

  /** `training`: whether slopes will be wanted. */
  constructor(
    readonly memory: Workspace,
    readonly training = false,
  ) {
    this.start = memory.mark
  }

  /** A new matrix of zeros. */
  tensor(rows: number, columns: number): Tensor {
    const step = stepOf(columns)
    const at = this.zeros(rows * step)
    return { at, rows, columns, step, slopes: this.training ? this.zeros(rows * step) : 0 }
  }

  /** A matrix with these rows. */
  put(rows: readonly ArrayLike<number>[]): Tensor {
    const x = this.tensor(rows.length, rows[0]?.length ?? 0)
    const { floats } = this.memory
    rows.forEach((row, i) => {
      floats.set(row, (x.at >> 2) + i * x.step)
    })
    return x
  }

  /** The rows of a matrix, or of its slopes. */
  read({ at, rows, columns, step }: Tensor, from = at): number[][] {
    const { floats } = this.memory
    return Array.from({ length: rows }, (_, i) => {
      const begin = (from >> 2) + i * step
      return Array.from(floats.subarray(begin, begin + columns))
    })
  }

  /** Adds slopes to a result, from which `backward` goes back. */
  addSlopes({ slopes, step }: Tensor, rows: readonly ArrayLike<number>[]): void {
    const { floats } = this.memory
    rows.forEach((row, i) => {
      for (let j = 0; j < row.length; j++) floats[(slopes >> 2) + i * step + j] += row[j]
    })
  }

  /** Reserves memory, filled with zeros; returns the address. */
  zeros(count: number): number {
    const at = this.memory.take(count)
    this.memory.floats.fill(0, at >> 2, (at >> 2) + count)
    return at
  }

  /**
   * What `make` computes. Outside of training nothing else that it reserved stays, so that a network needs
   * memory for one layer at a time.
   */
  only(make: () => Tensor): Tensor {
    if (this.training) return make()
    const { memory } = this
    const { mark } = memory
    const { at, rows, columns, step } = make()
    memory.release(mark)
    const to = memory.take(rows * step)
    memory.floats.copyWithin(to >> 2, at >> 2, (at >> 2) + rows * step)
    return { at: to, rows, columns, step, slopes: 0 }
  }

  /** Throws if slopes are wanted, since a layer's weights are bytes. */
  requireFloats(layer: string): void {
    if (this.training)
      throw new ParleyError('bad-argument', `The layer ${layer} got bytes, which cannot learn: unpack them.`)
  }

  /** Remembers a step of the way back. */
  record(back: () => void): void {
    if (this.training) this.steps.push(back)
  }

  /** Goes back through all layers: adds slopes to everything that led to the slopes of the results. */
  backward(): void {
    if (!this.training) throw new ParleyError('bad-argument', 'This tape was not made for training.')
    for (;;) {
      const back = this.steps.pop()
      if (back === undefined) return
      back()
    }
  }

  /** Forgets everything and releases its memory. */
  clear(): void {
    this.steps.length = 0
    this.memory.release(this.start)
  }
}

/** Throws unless a layer's inputs fit together. */
export function requireFit(
  layer: string,
  fits: boolean,
  ...tensors: readonly Pick<Tensor, 'rows' | 'columns'>[]
): void {
  if (fits) return
  const sizes = tensors.map(({ rows, columns }) => `${rows} × ${columns}`).join(' and ')
  throw new ParleyError('bad-argument', `The layer ${layer} got matrices that do not fit: ${sizes}.`)
}
