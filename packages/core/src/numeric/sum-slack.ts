// The rounding error of a sum.

/**
 * The amount by which a sum of these terms may differ between orders of addition. Sums of decimals such as
 * 0.1 + 0.2 ≤ 0.3 must not fail because of rounding. Each decimal and each sum has an error of half a unit in
 * the last place; twice that is allowed.
 */
export function sumSlack(terms: Float64Array): number {
  let size = 0
  for (let i = 0; i < terms.length; i++) size += Math.abs(terms[i])
  return Number.EPSILON * terms.length * size
}
