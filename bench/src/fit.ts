// Fits how a cost grows with size.

/**
 * Least squares of log y on log x: the exponent e of y ∝ x^e.
 *
 * @example
 * exponent([1, 10, 100], [2, 20, 200]) // 1
 */
export function exponent(x: readonly number[], y: readonly number[]): number {
  const u = x.map(Math.log)
  const v = y.map(Math.log)
  const mean = (w: number[]) => w.reduce((a, b) => a + b, 0) / w.length
  const [mu, mv] = [mean(u), mean(v)]
  const cross = u.reduce((sum, _, i) => sum + (u[i] - mu) * (v[i] - mv), 0)
  return cross / u.reduce((sum, a) => sum + (a - mu) ** 2, 0)
}
