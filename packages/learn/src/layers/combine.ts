// Tensors from tensors: sums, rows side by side, means and maxima of runs of rows, and neighbours.
import { requireFit, type Tape } from '../tensors/tape.js'
import type { Tensor } from '../tensors/tensor.js'

/** a + b. */
export function add(tape: Tape, a: Tensor, b: Tensor): Tensor {
  requireFit('add', a.rows === b.rows && a.columns === b.columns, a, b)
  const { memory } = tape
  const y = tape.tensor(a.rows, a.columns)
  const count = a.rows * a.step
  memory.rows.sums(a.at, b.at, count, y.at)
  tape.record(() => {
    const { floats } = memory
    for (const { slopes } of [a, b])
      for (let i = 0; slopes !== 0 && i < count; i++) floats[(slopes >> 2) + i] += floats[(y.slopes >> 2) + i]
  })
  return y
}

/** Rows side by side. */
export function concatenate(tape: Tape, ...parts: readonly Tensor[]): Tensor {
  const [{ rows }] = parts
  requireFit(
    'concatenate',
    parts.every((part) => part.rows === rows),
    ...parts,
  )
  const { memory } = tape
  const y = tape.tensor(
    rows,
    parts.reduce((sum, { columns }) => sum + columns, 0),
  )
  let offset = 0
  for (const x of parts) {
    const to = offset
    copyRows(memory.floats, x.at, x.step, y.at + 4 * to, y.step, rows, x.columns)
    tape.record(() => addRows(memory.floats, y.slopes + 4 * to, y.step, x.slopes, x.step, rows, x.columns))
    offset += x.columns
  }
  return y
}

/**
 * Row i is the mean of the rows starts[i] to starts[i + 1] of x, for example a word's pieces; 0 if there are
 * none.
 */
export function means(tape: Tape, x: Tensor, starts: ArrayLike<number>): Tensor {
  const { memory } = tape
  const y = tape.tensor(starts.length - 1, x.columns)
  const each = (what: (row: number, of: number, share: number) => void) => {
    for (let i = 0; i < y.rows; i++)
      for (let r = starts[i]; r < starts[i + 1]; r++) what(i, r, Math.fround(1 / (starts[i + 1] - starts[i])))
  }
  const { floats } = memory
  each((i, r, share) => {
    for (let j = 0; j < x.columns; j++)
      floats[(y.at >> 2) + i * y.step + j] += Math.fround(share * floats[(x.at >> 2) + r * x.step + j])
  })
  tape.record(() => {
    const { floats } = memory
    each((i, r, share) => {
      for (let j = 0; j < x.columns; j++)
        floats[(x.slopes >> 2) + r * x.step + j] += Math.fround(
          share * floats[(y.slopes >> 2) + i * y.step + j],
        )
    })
  })
  return y
}

/**
 * Row i is the largest number per column of the rows starts[i] to starts[i + 1] of x; 0 if there are none.
 */
export function maxima(tape: Tape, x: Tensor, starts: ArrayLike<number>): Tensor {
  const { memory } = tape
  const y = tape.tensor(starts.length - 1, x.columns)
  const { floats } = memory
  const chosen = new Int32Array(y.rows * x.columns).fill(-1)
  for (let i = 0; i < y.rows; i++)
    for (let r = starts[i]; r < starts[i + 1]; r++)
      for (let j = 0; j < x.columns; j++) {
        const value = floats[(x.at >> 2) + r * x.step + j]
        const to = (y.at >> 2) + i * y.step + j
        if (r > starts[i] && !(value > floats[to])) continue
        floats[to] = value
        chosen[i * x.columns + j] = r
      }
  tape.record(() => {
    const { floats } = memory
    for (let i = 0; i < y.rows; i++)
      for (let j = 0; j < x.columns; j++) {
        const r = chosen[i * x.columns + j]
        if (r >= 0) floats[(x.slopes >> 2) + r * x.step + j] += floats[(y.slopes >> 2) + i * y.step + j]
      }
  })
  return y
}

/**
 * Each row with its neighbours side by side, from the one `reach` before to the one `reach` after; beyond the
 * ends of its run (starts[s] to starts[s + 1]) there are zeros. A linear layer over it is a convolution.
 */
export function neighbours(tape: Tape, x: Tensor, starts: ArrayLike<number>, reach: number): Tensor {
  const { memory } = tape
  const y = tape.tensor(x.rows, (2 * reach + 1) * x.columns)
  const each = (what: (row: number, of: number, rows: number, at: number) => void) => {
    for (let s = 0; s + 1 < starts.length; s++)
      for (let o = -reach; o <= reach; o++) {
        const first = Math.max(starts[s], starts[s] - o)
        const end = Math.min(starts[s + 1], starts[s + 1] - o)
        if (first < end) what(first, first + o, end - first, (o + reach) * x.columns)
      }
  }
  each((row, of, rows, at) => {
    const to = y.at + 4 * (row * y.step + at)
    copyRows(memory.floats, x.at + 4 * of * x.step, x.step, to, y.step, rows, x.columns)
  })
  tape.record(() =>
    each((row, of, rows, at) => {
      const from = y.slopes + 4 * (row * y.step + at)
      addRows(memory.floats, from, y.step, x.slopes + 4 * of * x.step, x.step, rows, x.columns)
    }),
  )
  return y
}

type Copy = (
  floats: Float32Array,
  from: number,
  fromStep: number,
  to: number,
  toStep: number,
  rows: number,
  columns: number,
) => void

const copyRows: Copy = (floats, from, fromStep, to, toStep, rows, columns) => {
  for (let i = 0; i < rows; i++) {
    const begin = (from >> 2) + i * fromStep
    floats.copyWithin((to >> 2) + i * toStep, begin, begin + columns)
  }
}

const addRows: Copy = (floats, from, fromStep, to, toStep, rows, columns) => {
  if (to === 0) return
  for (let i = 0; i < rows; i++)
    for (let j = 0; j < columns; j++)
      floats[(to >> 2) + i * toStep + j] += floats[(from >> 2) + i * fromStep + j]
}
