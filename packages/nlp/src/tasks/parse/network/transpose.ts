// Layers as the kernels read them: a row for every input, a column for every output.
import { HIDDEN, WINDOW, WORD } from './layers.js'

/** Columns of a matrix whose rows are long enough for the kernels. */
export function padded(columns: number): number {
  return Math.ceil(columns / 8) * 8
}

/** A matrix that lies row by row, turned; its new rows are `step` apart and filled up with zeros. */
export function transposed(matrix: Float32Array, rows: number, columns: number, step: number): Float32Array {
  const out = new Float32Array(columns * step)
  turn(matrix, 0, rows, columns, out, 0, step)
  return out
}

/** out[at + j · step + i] := m[from + i · columns + j]. */
export function turn(
  m: Float32Array,
  from: number,
  rows: number,
  columns: number,
  out: Float32Array,
  at: number,
  step: number,
): void {
  for (let i = 0; i < rows; i++)
    for (let j = 0; j < columns; j++) out[at + j * step + i] = m[from + i * columns + j]
}

/**
 * The first layer: what a word gives to all words around it, from the one REACH before to the one REACH
 * after.
 */
export function firstAround(first: Float32Array): Float32Array {
  const out = new Float32Array(first.length)
  // A word is at offset o of the word o before it.
  for (let o = 0; o < WINDOW; o++)
    turn(first, o * HIDDEN * WORD, HIDDEN, WORD, out, (WINDOW - 1 - o) * HIDDEN, WINDOW * HIDDEN)
  return out
}

/** A layer over all words around one: a single matrix over the row of their numbers. */
export function across(m: Float32Array, from: number, width: number, out: Float32Array, at: number): void {
  const size = HIDDEN * width
  for (let o = 0; o < WINDOW; o++) turn(m, from + o * size, HIDDEN, width, out, at + o * size, HIDDEN)
}

/** All square layers side by side; they begin at these places. */
export function sideBySide(m: Float32Array, from: readonly number[], out: Float32Array, at: number): void {
  for (let s = 0; s < from.length; s++)
    turn(m, from[s], HIDDEN, HIDDEN, out, at + s * HIDDEN, from.length * HIDDEN)
}
