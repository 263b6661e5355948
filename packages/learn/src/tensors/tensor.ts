// Matrices of 32-bit floats in the memory of a workspace.

/** Rows are this many numbers apart, rounded up: kernels work on eight columns at a time. */
const GRAIN = 8

/** The distance of rows with this many columns. */
export function stepOf(columns: number): number {
  return Math.ceil(columns / GRAIN) * GRAIN
}

/**
 * A matrix, row by row, and its slopes: the derivatives of the loss by its numbers. Numbers between the end
 * of a row and the next row are 0, and so are their slopes.
 */
export interface Tensor {
  /** Address of the first number, in bytes. */
  readonly at: number
  readonly rows: number
  readonly columns: number
  /** Distance of rows, in numbers. */
  readonly step: number
  /** Address of the slopes, laid out like the numbers; 0 if nobody needs them. */
  readonly slopes: number
}
