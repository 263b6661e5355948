// The inner loops of products of floats with matrices of bytes. Rows of floats are rounded to whole numbers
// of 16 bits; products and sums are exact in 32 bits; the result is scaled back. Two implementations give
// the same bits.

/** Addresses are multiples of 4, those of `x` and of whole numbers of 16; steps are in bytes. */
export interface ByteKernels {
  /**
   * Rounds rows of floats: number k of row i becomes the whole number next to x[i, k] · most / largest, where
   * `largest` is the largest size in the row (halves to even numbers), and scales[i] becomes largest / most.
   * `columns` is a multiple of 8; rows of whole numbers lie without gaps. Rows of sizes up to LEAST become
   * zeros; the scale of a row that is not finite is NaN.
   */
  roundRows(
    x: number,
    xStep: number,
    rows: number,
    columns: number,
    most: number,
    halves: number,
    scales: number,
  ): void

  /**
   * y[i, j] := (Σ_k halves[i, k] · bytes[k, j]) · (scales[i] · columnScales[j]) + bias[j] for i < rows, k <
   * length (a multiple of 8) and j < columns (a multiple of 8). The bytes of eight columns lie together:
   * byte 16p + 2c + d is that of row 2p + d and column c; the next eight columns follow.
   */
  byteProducts(
    halves: number,
    rows: number,
    length: number,
    bytes: number,
    columns: number,
    scales: number,
    columnScales: number,
    bias: number,
    y: number,
    yStep: number,
  ): void
}

/** Rows whose numbers are all at most this size count as zeros. */
export const LEAST = 1e-30

/** Columns that lie together. */
export const PANEL = 8

/**
 * The largest whole number to which rows of this length may be rounded: sums of its products with any bytes
 * fit into 32 bits.
 */
export function mostFor(length: number): number {
  return Math.min(32767, Math.floor((2 ** 31 - 1) / (128 * length)))
}
