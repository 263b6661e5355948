// y = x · W + b for a matrix of bytes: x is rounded to 16 bits, and sums are exact.
import type { ByteMatrix } from '../bytes/byte-matrix.js'
import { mostFor } from '../network/byte-kernels.js'
import type { Tape } from '../tensors/tape.js'
import type { Tensor } from '../tensors/tensor.js'

/** Writes the product to y. */
export function multiplyBytes(
  tape: Tape,
  x: Tensor,
  weights: ByteMatrix,
  bias: Tensor | null,
  y: Tensor,
): void {
  const { memory } = tape
  const mark = memory.mark
  const zeros = bias === null ? tape.zeros(weights.step) : bias.at
  const scales = memory.take(x.rows)
  const halves = memory.take(Math.ceil((x.rows * x.step) / 2))
  memory.packed.roundRows(x.at, 4 * x.step, x.rows, x.step, mostFor(x.step), halves, scales)
  memory.packed.byteProducts(
    ...[halves, x.rows, x.step],
    ...[weights.bytes, weights.step, scales, weights.scales, zeros],
    ...[y.at, 4 * y.step],
  )
  memory.release(mark)
}
