// Root finding shared by the closed-form projections: Newton's method on piecewise linear, monotone functions
// of one threshold. It visits each piece at most once and needs no sorting.

/**
 * τ − max(t) for the τ with Σ max(t_i − τ, 0) = total over t[0..n): the threshold of the projection onto a simplex
 * (paper 1, Algorithm 2; Michelot's form, which drops entries instead of sorting them). Relative to the maximum,
 * so that entries of 1e8 that differ by less than 1 lose no digits.
 */
function thresholdBelowMax(t: Float64Array, n: number, total: number, max: number): number {
  // Entries below max − total can never be positive in the solution: start from the right of them.
  let tau = -total
  let count = n + 1
  for (;;) {
    let sum = -total
    let active = 0
    for (let i = 0; i < n; i++) {
      const v = t[i]! - max
      if (v > tau) {
        sum += v
        active++
      }
    }
    // In exact arithmetic entries only ever leave; one that comes back is a rounding error at a tie.
    if (active >= count || active === 0) return tau
    count = active
    tau = sum / active
  }
}

function maximum(t: Float64Array, n: number): number {
  let max = t[0]!
  for (let i = 1; i < n; i++) if (t[i]! > max) max = t[i]!
  return max
}

/** τ such that Σ max(t_i − τ, 0) = total over t[0..n). */
export function simplexThreshold(t: Float64Array, n: number, total: number): number {
  const max = maximum(t, n)
  return max + thresholdBelowMax(t, n, total, max)
}

/** z := projection of t onto the simplex of the given total, in place; returns τ. */
export function projectSimplex(t: Float64Array, n: number, total: number): number {
  const max = maximum(t, n)
  const tau = thresholdBelowMax(t, n, total, max)
  for (let i = 0; i < n; i++) {
    const v = t[i]! - max - tau
    t[i] = v > 0 ? v : 0
  }
  return max + tau
}

/**
 * As `projectSimplex` onto total 1, from a guess of τ, best that of the last call; returns τ.
 * φ(τ) = Σ max(t_i − τ, 0) − 1 is convex and decreasing: Newton's first step lands left of the root, the next ones
 * only go right. Sums are of t_i − τ, so that the last step is exact even where the entries are huge.
 */
export function projectSimplexFrom(t: Float64Array, n: number, start: number): number {
  let tau = start
  let count = 0
  for (let round = 0; ; round++) {
    let sum = -1
    let active = 0
    for (let i = 0; i < n; i++) {
      const v = t[i]! - tau
      if (v > 0) {
        sum += v
        active++
      }
    }
    // A guess beyond all entries says nothing.
    if (active === 0) return projectSimplex(t, n, 1)
    const step = sum / active
    // The same entries as last time; more of them, after the first step, are a rounding error at a tie.
    if (active === count || (round > 1 && active > count)) {
      for (let i = 0; i < n; i++) {
        const v = t[i]! - tau - step
        t[i] = v > 0 ? v : 0
      }
      return tau + step
    }
    count = active
    tau += step
  }
}

/** Clips t[0..n) to the unit cube in place and returns the sum. */
export function clipToCube(t: Float64Array, n: number): number {
  let sum = 0
  for (let i = 0; i < n; i++) {
    const v = t[i]!
    if (v > 0) {
      if (v < 1) sum += v
      else {
        t[i] = 1
        sum += 1
      }
    } else t[i] = 0
  }
  return sum
}

/**
 * τ such that Σ c_i·clip(t_i − τ·c_i) = total, clip to [0, 1]; `start` is a guess, best that of the last call.
 * Costs may have any sign: the left-hand side never increases with τ. Safeguarded Newton.
 */
export function knapsackThreshold(
  t: Float64Array,
  costs: Float64Array,
  offset: number,
  n: number,
  total: number,
  start: number,
): number {
  let low = Number.NEGATIVE_INFINITY
  let high = Number.POSITIVE_INFINITY
  let tau = start
  for (let round = 0; round < 200; round++) {
    let sum = -total
    let size = Math.abs(total)
    // Slopes to both sides of τ, and the breakpoints next to it: where to go if the function is flat here.
    let slope = 0
    let right = 0
    let left = 0
    let above = Number.POSITIVE_INFINITY
    let below = Number.NEGATIVE_INFINITY
    for (let i = 0; i < n; i++) {
      const c = costs[offset + i]!
      const v = t[i]! - tau * c
      if (v > 0 && v < 1) {
        sum += c * v
        slope += c * c
        size += Math.abs(c)
      } else if (c !== 0) {
        const one = v >= 1
        if (one) {
          sum += c
          size += Math.abs(c)
        }
        const b = (one ? t[i]! - 1 : t[i]!) / c
        if (one === c > 0) {
          if (b > tau) above = b < above ? b : above
          else right += c * c
        } else if (b < tau) below = b > below ? b : below
        else left += c * c
      }
    }
    if (Math.abs(sum) <= 1e-16 * size) return tau
    let next: number
    if (sum > 0) {
      low = tau
      slope += right
      next = slope > 0 ? tau + sum / slope : above
    } else {
      high = tau
      slope += left
      next = slope > 0 ? tau + sum / slope : below
    }
    if (next === tau) return tau
    if (!(next > low && next < high)) {
      // Nothing to gain in this direction (the total is out of reach), or Newton left the bracket: halve it.
      if (high - low === Number.POSITIVE_INFINITY) return tau
      next = low + 0.5 * (high - low)
      if (next <= low || next >= high) return next
    }
    tau = next
  }
  return tau
}

/**
 * t := clip(t − τ·c), corrected so that Σ c·t = total holds to the last digit although t − τ·c has cancelled:
 * the rest is shared among the entries strictly inside the cube.
 */
export function clipAtThreshold(
  t: Float64Array,
  costs: Float64Array,
  offset: number,
  n: number,
  total: number,
  tau: number,
): void {
  let rest = -total
  let inside = 0
  for (let i = 0; i < n; i++) {
    const c = costs[offset + i]!
    const v = t[i]! - tau * c
    if (v > 0 && v < 1) {
      t[i] = v
      rest += c * v
      inside += c * c
    } else {
      t[i] = v > 0 ? 1 : 0
      if (v > 0) rest += c
    }
  }
  if (inside === 0 || rest === 0) return
  const step = rest / inside
  for (let i = 0; i < n; i++) {
    const v = t[i]!
    if (v > 0 && v < 1) {
      const w = v - step * costs[offset + i]!
      t[i] = w > 0 ? (w < 1 ? w : 1) : 0
    }
  }
}
