// Sums in log space, for marginals: as stable with scores of ±1e6 as with scores of 1.

/** log Σ eˣ over values[from … to), −∞ if all are (or there are none). */
export function logSum(values: Float64Array, from: number, to: number): number {
  let most = Number.NEGATIVE_INFINITY
  for (let i = from; i < to; i++) if (values[i] > most) most = values[i]
  if (most === Number.NEGATIVE_INFINITY) return most
  let sum = 0
  for (let i = from; i < to; i++) sum += Math.exp(values[i] - most)
  return most + Math.log(sum)
}

/** A sum of probabilities, clamped to 1 against rounding. */
export function asProbability(sum: number): number {
  return sum < 1 ? sum : 1
}
