// The inner loops of the network, over one memory of 32-bit floats. Two implementations give the same bits:
// the order of each sum is fixed here, and every product and sum is rounded to 32 bits.

/**
 * Addresses and steps are in bytes; addresses are multiples of 16 unless stated. Counts are of numbers, rows
 * or entries.
 */
export interface Kernels {
  /**
   * y[i, j] += a[i, 0] · b[0, j] + a[i, 1] · b[1, j] + …, from left to right, for i < rows, j < columns and k
   * < length: a[i, k] lies at a + i · aRow + k · aColumn, b[k, j] at b + k · bStep + 4j, y[i, j] at y + i ·
   * yStep + 4j. `columns` is a multiple of 8, yStep positive.
   */
  products(
    a: number,
    aRow: number,
    aColumn: number,
    rows: number,
    b: number,
    bStep: number,
    columns: number,
    length: number,
    y: number,
    yStep: number,
  ): void

  /** y[j] += row 0 [j] + row 1 [j] + …, for rows at a list of addresses; `length` is a multiple of 16. */
  addRows(list: number, count: number, length: number, y: number): void

  /** y[j] := max(y[j], 0), a multiple of 4 of them. */
  positive(length: number, y: number): void

  /** y[j] := x[j] + max(y[j], 0), a multiple of 4 of them. */
  addPositive(x: number, length: number, y: number): void

  /** y[0] := 0, y[i + 1] := y[i] + x[i], rows of WIDTH; those of x are xStep apart. */
  prefixSums(x: number, xStep: number, rows: number, y: number): void

  /**
   * Scores of arcs: out[a] := Σ_j weights[j] · max(z[j], 0) for z = first + second + third + share · (to −
   * from), rows of WIDTH. Entry a of the list is six words: the addresses of these five, then the share. Lane
   * j mod 4 sums its numbers from left to right, then they are added in pairs. Entries and `out` need only be
   * multiples of 4.
   */
  scoreArcs(list: number, count: number, weights: number, out: number): void

  /** y[i] := max(a + b, 0), rows of WIDTH, for pairs of addresses a and b in a list. */
  addPairs(list: number, count: number, y: number): void

  /**
   * The way back from `scoreArcs`: adds the gradient of Σ_a slopes[a] · score of a. That of the weights goes
   * to dWeights, that of a row to where the row is plus `toRows` (first and second), `toThird` or `toSums`.
   * Arcs of slope 0 are passed over.
   */
  arcSlopes(
    list: number,
    count: number,
    slopes: number,
    weights: number,
    dWeights: number,
    toRows: number,
    toThird: number,
    toSums: number,
  ): void

  /**
   * A step of Adam over weights w. Gradients and means are at these offsets from w; gradients become 0.
   * `length` is a multiple of 4, `rate` and `shrink` (a factor for gradients) are numbers of 32 bits.
   */
  adam(
    w: number,
    length: number,
    toGradient: number,
    toMean: number,
    toSquares: number,
    rate: number,
    shrink: number,
  ): void
}

/**
 * Adam: what share of a gradient and of its square goes into their means, and what is added to a divisor.
 * Means below the least are 0, since processors are slow with the smallest numbers.
 */
export const ADAM = { mean: 0.1, squares: 0.001, epsilon: 1e-8, least: 1e-30 }

/** Numbers per row where no length is given. */
export const WIDTH = 64
/** Words of an entry in the list of arcs. */
export const ARC_ENTRY = 6
