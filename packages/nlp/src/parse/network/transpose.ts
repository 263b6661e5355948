// Layers as the kernels read them: a row for every input, a column for every output.
import { HIDDEN, type Layers, SQUARE, WINDOW, WORD } from './layers.js'

type Numbers = Float32Array | Float64Array

/** Columns of a matrix whose rows are long enough for the kernels. */
export function padded(columns: number): number {
  return Math.ceil(columns / 8) * 8
}

/** A matrix that lies row by row, turned; its new rows are `step` apart and filled up with zeros. */
export function transposed(matrix: Numbers, rows: number, columns: number, step: number): Float32Array {
  const out = new Float32Array(columns * step)
  turn(matrix, 0, rows, columns, out, 0, step)
  return out
}

/** out[at + j · step + i] := m[from + i · columns + j]. */
export function turn(
  m: Numbers,
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

/** The first layer: what a word gives to all words around it, from the one REACH before to the one REACH after. */
export function firstAround(first: Numbers): Float32Array {
  const out = new Float32Array(first.length)
  // A word is at offset o of the word o before it.
  for (let o = 0; o < WINDOW; o++)
    turn(first, o * HIDDEN * WORD, HIDDEN, WORD, out, (WINDOW - 1 - o) * HIDDEN, WINDOW * HIDDEN)
  return out
}

/** The second layer: what a word takes from all words around it, as one matrix over a row of their numbers. */
export function secondAcross(second: Numbers): Float32Array {
  const out = new Float32Array(second.length)
  const square = HIDDEN * HIDDEN
  for (let o = 0; o < WINDOW; o++) turn(second, o * square, HIDDEN, HIDDEN, out, o * square, HIDDEN)
  return out
}

/** All square layers side by side. */
export function squaresAcross(layers: Layers): Float32Array {
  const out = new Float32Array(SQUARE.length * HIDDEN * HIDDEN)
  SQUARE.forEach((name, s) => {
    turn(layers[name], 0, HIDDEN, HIDDEN, out, s * HIDDEN, SQUARE.length * HIDDEN)
  })
  return out
}
