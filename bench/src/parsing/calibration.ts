// Measures calibration: predictions in bins of equal width, with the mean confidence and the accuracy of each
// bin.

/** Predictions with a confidence between two bounds. */
export interface Bin {
  readonly from: number
  readonly to: number
  readonly count: number
  /** Mean confidence, 0 in an empty bin. */
  readonly confidence: number
  /** Share of predictions that are right, 0 in an empty bin. */
  readonly accuracy: number
}

/** Sorts predictions into bins from 0 to 1; a confidence of 1 belongs to the last. */
export function binsOf(confidence: readonly number[], right: readonly boolean[], count: number): Bin[] {
  const bins = Array.from({ length: count }, () => ({ count: 0, sum: 0, right: 0 }))
  for (let i = 0; i < confidence.length; i++) {
    const bin = bins[Math.min(count - 1, Math.floor(confidence[i] * count))]
    bin.count++
    bin.sum += confidence[i]
    if (right[i]) bin.right++
  }
  return bins.map((bin, k) => ({
    from: k / count,
    to: (k + 1) / count,
    count: bin.count,
    confidence: bin.sum / Math.max(1, bin.count),
    accuracy: bin.right / Math.max(1, bin.count),
  }))
}

/** Mean of |confidence − accuracy| over all predictions, bin by bin. */
export function calibrationError(bins: readonly Bin[]): number {
  let words = 0
  let error = 0
  for (const { count, confidence, accuracy } of bins) {
    words += count
    error += count * Math.abs(confidence - accuracy)
  }
  return error / Math.max(1, words)
}
