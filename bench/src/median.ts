// Averages of measurements: median and geometric mean.

/** The median: the middle number of a list, or the mean of the two in the middle; NaN for an empty list. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const half = sorted.length >> 1
  if (sorted.length === 0) return Number.NaN
  return sorted.length % 2 === 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2
}

/** The geometric mean of positive numbers; NaN for an empty list. */
export function geometricMean(values: readonly number[]): number {
  return Math.exp(values.reduce((sum, x) => sum + Math.log(x), 0) / values.length)
}
