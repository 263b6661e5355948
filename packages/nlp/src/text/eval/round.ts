// Formats numbers as Python and C do.

/**
 * Like `toFixed(2)`, but a number half-way between two results is rounded to the even one, as in the official
 * scripts.
 *
 * @example
 * twoDecimals(3.125) // '3.12'
 * twoDecimals(3.375) // '3.38'
 */
export function twoDecimals(value: number): string {
  // A binary fraction is half-way if and only if it is an odd number of eighths.
  const isTie = Math.abs((value * 8) % 2) === 1
  if (!isTie) return value.toFixed(2)
  const below = Math.floor(value * 100)
  return ((below % 2 === 0 ? below : below + 1) / 100).toFixed(2)
}
