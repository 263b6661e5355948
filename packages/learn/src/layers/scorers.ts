// Scores of pairs and triples of words: biaffine scores of arcs and of their labels, low-rank scores of three
// words.
import type { Matrix } from '../bytes/byte-matrix.js'
import { requireFit, type Tape } from '../tensors/tape.js'
import type { Tensor } from '../tensors/tensor.js'
import { linear } from './linear.js'
import { turned } from './turn.js'

/**
 * Scores of all pairs of rows of a sentence: number j of row i is the product of row i of `a` and row j of
 * `b`, where rows are counted from the beginning of the sentence. Sentence s has the rows starts[s] to
 * starts[s + 1]; the numbers beyond its last row are 0.
 */
export function pairProducts(tape: Tape, a: Tensor, b: Tensor, starts: ArrayLike<number>): Tensor {
  requireFit('pairProducts', a.columns === b.columns && a.rows === b.rows, a, b)
  const { memory } = tape
  let longest = 0
  for (let s = 0; s + 1 < starts.length; s++) longest = Math.max(longest, starts[s + 1] - starts[s])
  const y = tape.tensor(a.rows, longest)
  for (let s = 0; s + 1 < starts.length; s++) {
    const rows = starts[s + 1] - starts[s]
    const [fromA, fromB] = [a, b].map(({ step }) => 4 * starts[s] * step)
    const to = 4 * starts[s] * y.step
    const across = Math.ceil(rows / 8) * 8
    const mark = memory.mark
    memory.kernels.products(
      ...[a.at + fromA, 4 * a.step, 4, rows],
      ...[turned(memory, b.at + fromB, rows, b.columns, b.step), 4 * across, across, a.columns],
      ...[y.at + to, 4 * y.step],
    )
    memory.release(mark)
    tape.record(() => {
      memory.kernels.products(
        ...[y.slopes + to, 4 * y.step, 4, rows],
        ...[b.at + fromB, 4 * b.step, b.step, rows],
        ...[a.slopes + fromA, 4 * a.step],
      )
      memory.kernels.products(
        ...[y.slopes + to, 4, 4 * y.step, rows],
        ...[a.at + fromA, 4 * a.step, a.step, rows],
        ...[b.slopes + fromB, 4 * b.step],
      )
    })
  }
  return y
}

/**
 * Biaffine scores (Dozat and Manning 2017): number h of row m is (row m · weights + bias) · row h, of the
 * words m and h of one sentence. The bias scores h alone.
 */
export function biaffine(
  tape: Tape,
  modifiers: Tensor,
  heads: Tensor,
  weights: Matrix,
  bias: Tensor,
  starts: ArrayLike<number>,
): Tensor {
  return pairProducts(tape, linear(tape, modifiers, weights, bias), heads, starts)
}

/**
 * Scores of labels for chosen pairs: row i has, for each label, the product of its part of row pairs[2i] of
 * `a` (as many columns as b, once per label) and row pairs[2i + 1] of `b`. With a = linear(modifiers), this
 * is a biaffine score per label.
 */
export function labelScores(tape: Tape, a: Tensor, b: Tensor, pairs: ArrayLike<number>): Tensor {
  const labels = a.columns / b.columns
  requireFit('labelScores', Number.isInteger(labels), a, b)
  const { memory } = tape
  const width = b.columns
  const y = tape.tensor(pairs.length / 2, labels)
  for (let i = 0; i < y.rows; i++) {
    const [left, right] = [a.at + 4 * pairs[2 * i] * a.step, b.at + 4 * pairs[2 * i + 1] * b.step]
    memory.rows.dots(left, labels, width, right, y.at + 4 * i * y.step)
  }
  tape.record(() => {
    const { floats } = memory
    for (let i = 0; i < y.rows; i++) {
      const right = pairs[2 * i + 1] * b.step
      for (let l = 0; l < labels; l++) {
        const slope = floats[(y.slopes >> 2) + i * y.step + l]
        if (slope === 0) continue
        const left = pairs[2 * i] * a.step + l * width
        for (let k = 0; k < width; k++) {
          floats[(a.slopes >> 2) + left + k] += slope * floats[(b.at >> 2) + right + k]
          floats[(b.slopes >> 2) + right + k] += slope * floats[(a.at >> 2) + left + k]
        }
      }
    }
  })
  return y
}

/**
 * Low-rank scores of three words, for siblings and grandparents: Σ_r a[i, r] · b[j, r] · c[k, r] for every
 * triple (i, j, k) of rows. The result is a column.
 */
export function trilinear(tape: Tape, a: Tensor, b: Tensor, c: Tensor, triples: ArrayLike<number>): Tensor {
  requireFit('trilinear', a.columns === b.columns && b.columns === c.columns, a, b, c)
  const { memory } = tape
  const y = tape.tensor(triples.length / 3, 1)
  const factors = [a, b, c]
  const place = (t: number, f: number, from: number) => (from >> 2) + triples[3 * t + f] * factors[f].step
  const { floats } = memory
  for (let t = 0; t < y.rows; t++) {
    const [i, j, k] = [place(t, 0, a.at), place(t, 1, b.at), place(t, 2, c.at)]
    let sum = 0
    for (let r = 0; r < a.columns; r++) sum += floats[i + r] * floats[j + r] * floats[k + r]
    floats[(y.at >> 2) + t * y.step] = sum
  }
  tape.record(() => {
    const { floats } = memory
    for (let t = 0; t < y.rows; t++) {
      const slope = floats[(y.slopes >> 2) + t * y.step]
      if (slope === 0) continue
      const [i, j, k] = [place(t, 0, a.at), place(t, 1, b.at), place(t, 2, c.at)]
      const [di, dj, dk] = [place(t, 0, a.slopes), place(t, 1, b.slopes), place(t, 2, c.slopes)]
      for (let r = 0; r < a.columns; r++) {
        floats[di + r] += slope * floats[j + r] * floats[k + r]
        floats[dj + r] += slope * floats[i + r] * floats[k + r]
        floats[dk + r] += slope * floats[i + r] * floats[j + r]
      }
    }
  })
  return y
}
