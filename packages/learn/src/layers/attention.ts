// Multi-head attention within sentences: softmax(Q · Kᵀ / √width) · V for every head.
import { requireFit, type Tape } from '../tensors/tape.js'
import { stepOf, type Tensor } from '../tensors/tensor.js'
import { turned } from './turn.js'

/**
 * Each row becomes a mixture of the rows `values` of its sentence, for each head another: the mixture's
 * weights are softmax(query · key / √width). Sentence s has the rows starts[s] to starts[s + 1]; a head has a
 * multiple of 8 columns.
 */
export function attention(
  tape: Tape,
  queries: Tensor,
  keys: Tensor,
  values: Tensor,
  heads: number,
  starts: ArrayLike<number>,
): Tensor {
  const { columns, step } = queries
  const width = columns / heads
  requireFit(
    'attention',
    width % 8 === 0 && keys.columns === columns && values.columns === columns,
    queries,
    keys,
    values,
  )
  const { memory } = tape
  const y = tape.tensor(queries.rows, columns)
  const share = Math.fround(1 / Math.sqrt(width))
  const rowBytes = 4 * step
  for (let s = 0; s + 1 < starts.length; s++) {
    const rows = starts[s + 1] - starts[s]
    if (rows === 0) continue
    const from = starts[s] * rowBytes
    const across = stepOf(rows)
    const before = memory.mark
    // The way back needs the weights of all heads.
    const kept = tape.training ? rows * across : 0
    const weights = memory.take(Math.max(heads * kept, rows * across))
    const mark = memory.mark
    const turnedKeys = turned(memory, keys.at + from, rows, columns, step)
    for (let h = 0; h < heads; h++) {
      const p = weights + 4 * h * kept
      const at = from + 4 * h * width
      clear(memory.floats, p, rows, across)
      memory.kernels.products(
        ...[queries.at + at, rowBytes, 4, rows],
        ...[turnedKeys + 4 * h * width * across, 4 * across, across, width],
        ...[p, 4 * across],
      )
      memory.rows.softmax(p, rows, across, 4 * across, share)
      memory.kernels.products(
        ...[p, 4 * across, 4, rows],
        ...[values.at + at, rowBytes, width, rows],
        ...[y.at + at, rowBytes],
      )
    }
    memory.release(tape.training ? mark : before)
    tape.record(() => {
      const mark = memory.mark
      const slopes = memory.take(rows * across)
      const turnedValues = turned(memory, values.at + from, rows, columns, step)
      for (let h = 0; h < heads; h++) {
        const p = weights + 4 * h * rows * across
        const at = from + 4 * h * width
        memory.floats.fill(0, slopes >> 2, (slopes >> 2) + rows * across)
        memory.kernels.products(
          ...[y.slopes + at, rowBytes, 4, rows],
          ...[turnedValues + 4 * h * width * across, 4 * across, across, width],
          ...[slopes, 4 * across],
        )
        memory.kernels.products(
          ...[p, 4, 4 * across, rows],
          ...[y.slopes + at, rowBytes, width, rows],
          ...[values.slopes + at, rowBytes],
        )
        memory.rows.softmaxBack(p, slopes, rows, across, 4 * across, share)
        memory.kernels.products(
          ...[slopes, 4 * across, 4, rows],
          ...[keys.at + at, rowBytes, width, rows],
          ...[queries.slopes + at, rowBytes],
        )
        memory.kernels.products(
          ...[slopes, 4, 4 * across, rows],
          ...[queries.at + at, rowBytes, width, rows],
          ...[keys.slopes + at, rowBytes],
        )
      }
      memory.release(mark)
    })
  }
  return y
}

/** Zeros, and −∞ for columns beyond the last row, which get no weight. */
function clear(floats: Float32Array, at: number, rows: number, across: number): void {
  const from = at >> 2
  floats.fill(0, from, from + rows * across)
  for (let i = 0; i < rows; i++)
    floats.fill(Number.NEGATIVE_INFINITY, from + i * across + rows, from + (i + 1) * across)
}
