// Layer normalisation: every row gets mean 0 and variance 1, then a gain and a bias for each column.
import { requireFit, type Tape } from '../tensors/tape.js'
import type { Tensor } from '../tensors/tensor.js'

/** The rows of x, normalised; the number of columns must be a multiple of 8. */
export function normalise(tape: Tape, x: Tensor, gain: Tensor, bias: Tensor): Tensor {
  const { rows, columns } = x
  requireFit('normalise', x.step === columns && gain.columns === columns && bias.columns === columns, x, gain)
  const y = tape.tensor(rows, columns)
  const hat = tape.memory.take(rows * columns)
  const inverse = tape.memory.take(rows)
  const kernels = tape.memory.rows
  kernels.normalise(x.at, rows, columns, gain.at, bias.at, hat, inverse, y.at)
  tape.record(() =>
    kernels.normaliseBack(
      ...[y.slopes, rows, columns, gain.at, hat, inverse],
      ...[x.slopes, gain.slopes, bias.slopes],
    ),
  )
  return y
}
