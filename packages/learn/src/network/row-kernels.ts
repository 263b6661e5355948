// The inner loops over rows that a neural network needs beside products of matrices. As in
// network/kernels.ts, two implementations give the same bits: lane j mod 4 sums the numbers j of a row from
// left to right, and the lanes are added in pairs.

/** Addresses and steps are in bytes, addresses and steps multiples of 16, columns multiples of 4. */
export interface RowKernels {
  /** Each row x becomes exp(share · x[j]) / Σ_k exp(share · x[k]). Numbers below −10³⁰ become 0. */
  softmax(x: number, rows: number, columns: number, step: number, share: number): void

  /** The way back: slopes of p become share · p[j] · (slopes[j] − Σ_k p[k] · slopes[k]). */
  softmaxBack(p: number, slopes: number, rows: number, columns: number, step: number, share: number): void

  /**
   * hat := (x − mean of the row) / √(variance + EPSILON), y := gain · hat + bias. `inverse[i]` becomes 1 /
   * √(…) of row i. Rows of all are `columns` long, without gaps.
   */
  normalise(
    x: number,
    rows: number,
    columns: number,
    gain: number,
    bias: number,
    hat: number,
    inverse: number,
    y: number,
  ): void

  /** The way back: adds to the slopes of x, gain and bias those that dy causes. */
  normaliseBack(
    dy: number,
    rows: number,
    columns: number,
    gain: number,
    hat: number,
    inverse: number,
    dx: number,
    dGain: number,
    dBias: number,
  ): void

  /** y[i] := x[i] · Φ(x[i]), where Φ is the normal distribution; `count` is a multiple of 4. */
  gelu(x: number, count: number, y: number): void

  /** dx[i] += dy[i] · (derivative of `gelu` at x[i]). */
  geluBack(x: number, count: number, dy: number, dx: number): void

  /** y[i] := a[i] + b[i]; `count` is a multiple of 4. */
  sums(a: number, b: number, count: number, y: number): void

  /**
   * y[i] := Σ_k a[i, k] · b[k] in 64 bits, then rounded to 32, for `count` rows of `length` numbers without
   * gaps. Lane k mod 4 sums its numbers from left to right, and after the last four the rest goes to lane 0;
   * then the lanes are added in pairs. Addresses are multiples of 4.
   */
  dots(a: number, count: number, length: number, b: number, y: number): void

  /**
   * A step of AdamW over parameters w. Slopes and the means of slopes and of their squares are at these
   * offsets from w. The slopes are multiplied by `shrink`, and enter the means with these shares; w becomes
   * keep · w − rate · mean / (√squares + DIVISOR). `count` is a multiple of 4.
   */
  adamW(
    w: number,
    count: number,
    toSlopes: number,
    toMean: number,
    toSquares: number,
    rate: number,
    shrink: number,
    keep: number,
    meanShare: number,
    squaresShare: number,
  ): void
}

/**
 * What `adamW` adds to a divisor, and the size below which means are 0: processors are slow with tiny
 * numbers.
 */
export const DIVISOR = 1e-8
export const LEAST_MEAN = 1e-30

/** What `normalise` adds to a variance; that of BERT. */
export const EPSILON = 1e-12

/**
 * e^x = 2^n · e^r, with n a whole number and r a polynomial of degree 7 (the coefficients of Cephes' expf).
 */
export const EXP = {
  /** Adding this rounds a small number to a whole one, which is then in the last bits. */
  round: 12582912,
  log2e: Math.LOG2E,
  ln2High: 0.693359375,
  ln2Low: -2.1219444e-4,
  polynomial: [
    1.98756915e-4, 1.3981999507e-3, 8.3334519073e-3, 4.1665795894e-2, 1.6666665459e-1, 0.50000001201,
  ],
  /** Results below this are 0. */
  least: -87,
} as const

/**
 * 1 − erf(z) = t · (…) · exp(−z²) with t = 1 / (1 + `p` · z), to 1.5 · 10⁻⁷ (Abramowitz and Stegun, 7.1.26).
 */
export const ERF = {
  p: 0.3275911,
  polynomial: [1.061405429, -1.453152027, 1.421413741, -0.284496736, 0.254829592],
} as const
