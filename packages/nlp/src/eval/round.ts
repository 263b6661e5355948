// Figures as Python and C print them.

/**
 * As `toFixed(2)`, but numbers half-way between two figures go to the even one, as the official scripts print them.
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
