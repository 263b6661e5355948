/** One dynamic program, two uses: ⊕ is the maximum, or the sum in log space. ⊗ is + in both. */

/** a ⊕ b: log(eᵃ + eᵇ) if `sum`, else the greater. Either may be −∞. */
export function plus(a: number, b: number, sum: boolean): number {
  if (!sum) return a > b ? a : b
  if (a < b) return b + Math.log1p(Math.exp(a - b))
  return b === Number.NEGATIVE_INFINITY ? a : a + Math.log1p(Math.exp(b - a))
}
