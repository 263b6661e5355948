// The Adam optimiser; rows of embeddings are updated only when their words occur.

import { ADAM } from '@parleyjs/learn/internal'
import type { Batch } from './batch.js'
import { EMBEDDED, REACH } from './layers.js'
import type { Parameters } from './parameters.js'

/** Maximum norm of the gradient; longer ones are clipped. */
const CLIP = 20
const KINDS = EMBEDDED.length

export class Adam {
  private readonly toGradient: number
  private readonly toMean: number
  private readonly toSquares: number

  constructor(
    private readonly parameters: Parameters,
    /** Steps that are done. */
    public time: number,
  ) {
    this.toGradient = parameters.to('gradient')
    this.toMean = parameters.to('mean')
    this.toSquares = parameters.to('squares')
  }

  /** Moves the weights along their gradients and sets these to 0. */
  step(rate: number, batch: Batch): void {
    this.time++
    const { parameters } = this
    const shrink = Math.fround(Math.min(1, CLIP / Math.sqrt(this.squaredNorm() + 1e-30)))
    const unbias = Math.sqrt(1 - (1 - ADAM.squares) ** this.time) / (1 - (1 - ADAM.mean) ** this.time)
    const pace = Math.fround(rate * unbias)
    this.move(parameters.begin, parameters.layerBytes >> 2, pace, shrink)
    for (let k = 0; k < KINDS; k++) {
      const size = EMBEDDED[k][1]
      for (let i = REACH; i < batch.size; i++) {
        if (batch.isWord[i] === 0) continue
        const row = parameters.embeddings[k] + 4 * batch.rows[i * KINDS + k] * size
        // The first occurrence in the batch moves the row, and its gradient is 0 from then on.
        if (this.hasGradient(row, size)) this.move(row, size, pace, shrink)
      }
    }
  }

  private move(at: number, length: number, pace: number, shrink: number): void {
    const { parameters, toGradient, toMean, toSquares } = this
    parameters.memory.kernels.adam(at, length, toGradient, toMean, toSquares, pace, shrink)
  }

  /** Squared norm of the gradient of all parameters but the embeddings. */
  private squaredNorm(): number {
    const { parameters } = this
    const { floats } = parameters.memory
    const from = (parameters.begin + this.toGradient) >> 2
    const to = from + (parameters.layerBytes >> 2)
    let s0 = 0
    let s1 = 0
    for (let i = from; i < to; i += 2) {
      s0 += floats[i] * floats[i]
      s1 += floats[i + 1] * floats[i + 1]
    }
    return s0 + s1
  }

  private hasGradient(row: number, size: number): boolean {
    const { floats } = this.parameters.memory
    const from = (row + this.toGradient) >> 2
    for (let i = from; i < from + size; i++) if (floats[i] !== 0) return true
    return false
  }
}
