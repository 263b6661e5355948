// Functions of single numbers between layers.
import type { Tape } from '../tensors/tape.js'
import type { Tensor } from '../tensors/tensor.js'

/** x · Φ(x), where Φ is the normal distribution: a smooth form of max(x, 0). */
export function gelu(tape: Tape, x: Tensor): Tensor {
  const { rows } = tape.memory
  const y = tape.tensor(x.rows, x.columns)
  rows.gelu(x.at, x.rows * x.step, y.at)
  tape.record(() => rows.geluBack(x.at, x.rows * x.step, y.slopes, x.slopes))
  return y
}

/** x where it is positive, and `share` · x elsewhere; with the default of 0, max(x, 0). */
export function rectified(tape: Tape, x: Tensor, share = 0): Tensor {
  const { memory } = tape
  const y = tape.tensor(x.rows, x.columns)
  const count = x.rows * x.step
  const { floats } = memory
  for (let i = 0; i < count; i++) {
    const value = floats[(x.at >> 2) + i]
    floats[(y.at >> 2) + i] = value > 0 ? value : share * value
  }
  tape.record(() => {
    const { floats } = memory
    for (let i = 0; i < count; i++) {
      const slope = floats[(y.slopes >> 2) + i]
      floats[(x.slopes >> 2) + i] += floats[(x.at >> 2) + i] > 0 ? slope : share * slope
    }
  })
  return y
}
