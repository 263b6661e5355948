// One dynamic program, two uses: ⊕ is the maximum, or the sum in log space. ⊗ is + in both.

/** e⁻⁴⁰ is below half a unit in the last place of 1. */
const NEGLIGIBLE = 40

/** a ⊕ b: log(eᵃ + eᵇ) if `sum`, else the greater. Either may be −∞. */
export function plus(a: number, b: number, sum: boolean): number {
  if (!sum) return a > b ? a : b
  const most = a > b ? a : b
  const apart = a > b ? a - b : b - a
  // The difference of two −∞ is NaN.
  return apart < NEGLIGIBLE ? most + Math.log1p(Math.exp(-apart)) : most
}
