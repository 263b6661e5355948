// Matrices with a byte per number. A column of a matrix for products, or a row of a table, is its bytes times
// one scale.
import { PANEL } from '../network/byte-kernels.js'
import { stepOf, type Tensor } from '../tensors/tensor.js'

/** A table of rows: number j of row i is bytes[i · columns + j] · scales[i]. */
export interface ByteTable {
  readonly rows: number
  readonly columns: number
  /** Addresses of the bytes, and of the scales, which are floats. */
  readonly bytes: number
  readonly scales: number
}

/** A matrix for `linear`, in the order of `byteProducts`; rows and columns are padded to multiples of 8. */
export interface ByteMatrix extends ByteTable {
  readonly step: number
}

/** What `linear` multiplies with, and what `embedding` reads. */
export type Matrix = Tensor | ByteMatrix
export type Table = Tensor | ByteTable

/** Number of bytes of a matrix. */
export function matrixLength(rows: number, columns: number): number {
  return stepOf(rows) * stepOf(columns)
}

/** Where a number of a matrix lies among its bytes. */
export function placeInMatrix(row: number, column: number, rows: number): number {
  const inPanel = column % PANEL
  return (column - inPanel) * stepOf(rows) + PANEL * (row - (row % 2)) + 2 * inPanel + (row % 2)
}
