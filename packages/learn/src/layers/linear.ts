// y = x · W + b.
import type { Matrix } from '../bytes/byte-matrix.js'
import { requireFit, type Tape } from '../tensors/tape.js'
import type { Tensor } from '../tensors/tensor.js'
import { multiplyBytes } from './byte-linear.js'
import { turned } from './turn.js'

/**
 * A row of `x` times a matrix with a row for every input and a column for every output, plus the row `bias`.
 */
export function linear(tape: Tape, x: Tensor, weights: Matrix, bias: Tensor | null = null): Tensor {
  requireFit('linear', x.columns === weights.rows, x, weights)
  if (bias !== null) requireFit('linear', bias.columns === weights.columns && bias.rows === 1, weights, bias)
  const { memory } = tape
  const y = tape.tensor(x.rows, weights.columns)
  if ('scales' in weights) {
    tape.requireFloats('linear')
    multiplyBytes(tape, x, weights, bias, y)
    return y
  }
  if (bias !== null)
    for (let i = 0; i < x.rows; i++)
      memory.floats.copyWithin((y.at >> 2) + i * y.step, bias.at >> 2, (bias.at >> 2) + y.step)
  memory.kernels.products(
    ...[x.at, 4 * x.step, 4, x.rows],
    ...[weights.at, 4 * weights.step, y.step, x.columns],
    ...[y.at, 4 * y.step],
  )
  tape.record(() => {
    if (weights.slopes !== 0)
      memory.kernels.products(
        ...[x.at, 4, 4 * x.step, x.columns],
        ...[y.slopes, 4 * y.step, y.step, x.rows],
        ...[weights.slopes, 4 * weights.step],
      )
    if (bias !== null && bias.slopes !== 0) addColumns(memory.floats, y, bias)
    if (x.slopes === 0) return
    const mark = memory.mark
    const back = turned(memory, weights.at, weights.rows, weights.columns, weights.step)
    memory.kernels.products(
      ...[y.slopes, 4 * y.step, 4, x.rows],
      ...[back, 4 * x.step, x.step, weights.columns],
      ...[x.slopes, 4 * x.step],
    )
    memory.release(mark)
  })
  return y
}

/** Adds the slopes of all rows to those of the bias. */
function addColumns(floats: Float32Array, y: Tensor, bias: Tensor): void {
  const to = bias.slopes >> 2
  for (let i = 0; i < y.rows; i++) {
    const from = (y.slopes >> 2) + i * y.step
    for (let j = 0; j < y.columns; j++) floats[to + j] += floats[from + j]
  }
}
