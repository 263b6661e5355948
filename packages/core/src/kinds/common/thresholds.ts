// Root finding for the closed-form projections: each solves for the zero of a piecewise linear, monotone
// function of one threshold, without sorting.

/** Scratch of `projectSimplex`: entries above the current threshold. */
let candidates = new Float64Array(64)
/** Scratch of `projectSimplex`: entries set aside for the second pass. */
let waiting = new Float64Array(64)

/**
 * t := the closest point of the simplex {z ≥ 0, Σ z = total}, in place. Returns the threshold τ with z_i =
 * max(t_i − τ, 0). Condat (2016): one pass keeps the candidates above a lower bound of τ that rises with each
 * of them; a few passes over the candidates alone follow. It neither sorts nor depends on the last call.
 */
export function projectSimplex(t: Float64Array, n: number, total: number): number {
  if (n === 2) return projectSegment(t, total)
  if (n > candidates.length) {
    candidates = new Float64Array(2 * n)
    waiting = new Float64Array(2 * n)
  }
  const above = candidates
  let size = 1
  let aside = 0
  let tau = t[0] - total
  above[0] = t[0]
  for (let i = 1; i < n; i++) {
    const v = t[i]
    if (v <= tau) continue
    const next = tau + (v - tau) / (size + 1)
    if (next > v - total) {
      above[size++] = v
      tau = next
    } else {
      for (let k = 0; k < size; k++) waiting[aside++] = above[k]
      above[0] = v
      size = 1
      tau = v - total
    }
  }
  for (let k = 0; k < aside; k++) {
    const v = waiting[k]
    if (v > tau) {
      above[size++] = v
      tau += (v - tau) / size
    }
  }
  // Newton on the candidates (Michelot 1986). The sums are of v − τ, so that the last step is exact even if
  // entries are huge. Candidates are only removed, so that a rounding error at a tie cannot make the
  // iteration oscillate.
  for (;;) {
    let sum = -total
    let kept = 0
    for (let k = 0; k < size; k++) {
      const v = above[k] - tau
      if (v > 0) {
        sum += v
        above[kept++] = above[k]
      }
    }
    if (kept === 0) return projectHuge(t, n, total)
    const step = sum / kept
    if (kept === size) {
      for (let i = 0; i < n; i++) {
        const v = t[i] - tau - step
        t[i] = v > 0 ? v : 0
      }
      return tau + step
    }
    size = kept
    tau += step
  }
}

function projectSegment(t: Float64Array, total: number): number {
  const a = t[0]
  const b = t[1]
  const half = 0.5 * (total + (a - b))
  const z = half > 0 ? (half < total ? half : total) : 0
  t[0] = z
  t[1] = total - z
  return z > 0 ? a - z : b - total
}

/** For entries so large that subtracting `total` does not change them: the largest entries share it. */
function projectHuge(t: Float64Array, n: number, total: number): number {
  let max = t[0]
  let ties = 0
  for (let i = 0; i < n; i++) {
    if (t[i] > max) {
      max = t[i]
      ties = 0
    }
    if (t[i] === max) ties++
  }
  for (let i = 0; i < n; i++) t[i] = t[i] === max ? total / ties : 0
  return max
}

/** Clips t[0..n) to the unit cube in place and returns the sum. */
export function clipToCube(t: Float64Array, n: number): number {
  let sum = 0
  for (let i = 0; i < n; i++) {
    const v = t[i]
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
 * Finds τ such that Σ c_i·clip(t_i − τ·c_i) = total, where clip limits to [0, 1], by a safeguarded Newton
 * method. `start` is a guess, ideally the result of the last call. Costs may have any sign: the left-hand
 * side never increases with τ.
 */
export function knapsackThreshold(
  t: Float64Array,
  costs: Float64Array,
  offset: number,
  n: number,
  total: number,
  start: number,
): number {
  const enough = 1e-15 * Math.abs(total)
  let low = Number.NEGATIVE_INFINITY
  let high = Number.POSITIVE_INFINITY
  let tau = start
  for (let round = 0; round < 200; round++) {
    let sum = -total
    let slope = 0
    for (let i = 0; i < n; i++) {
      const c = costs[offset + i]
      const v = t[i] - tau * c
      if (v > 0) {
        if (v < 1) {
          sum += c * v
          slope += c * c
        } else sum += c
      }
    }
    if (sum <= enough && sum >= -enough) return tau
    if (sum > 0) low = tau
    else high = tau
    let next = slope > 0 ? tau + sum / slope : leaveFlat(t, costs, offset, n, tau, sum)
    if (next === tau) return tau
    if (!(next > low && next < high)) {
      // Either no τ reaches the total, or Newton left the bracket: then bisect.
      if (high - low === Number.POSITIVE_INFINITY) return tau
      next = low + 0.5 * (high - low)
      if (next <= low || next >= high) return next
    }
    tau = next
  }
  return tau
}

/**
 * The next τ after one at which no entry is strictly inside the cube: the nearest breakpoint in the direction
 * of the root.
 */
function leaveFlat(
  t: Float64Array,
  costs: Float64Array,
  offset: number,
  n: number,
  tau: number,
  sum: number,
): number {
  const right = sum > 0
  let nearest = right ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY
  let slope = 0
  for (let i = 0; i < n; i++) {
    const c = costs[offset + i]
    if (c === 0) continue
    const one = t[i] - tau * c >= 1
    if (right !== (one === c > 0)) continue
    const b = (one ? t[i] - 1 : t[i]) / c
    // An entry whose breakpoint is at τ, or behind it because of rounding, changes at once.
    if (right ? b <= tau : b >= tau) slope += c * c
    else if (right ? b < nearest : b > nearest) nearest = b
  }
  return slope > 0 ? tau + sum / slope : nearest
}

/**
 * t := clip(t − τ·c), corrected so that Σ c·t = total holds to the last digit although t − τ·c cancels: the
 * remainder is distributed over the entries strictly inside the cube.
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
    const c = costs[offset + i]
    const v = t[i] - tau * c
    if (v > 0 && v < 1) {
      t[i] = v
      rest += c * v
      inside += c * c
    } else {
      t[i] = v > 0 ? 1 : 0
      if (v > 0) rest += c
    }
  }
  if (inside === 0 || Math.abs(rest) <= 1e-15 * Math.abs(total)) return
  const step = rest / inside
  for (let i = 0; i < n; i++) {
    const v = t[i]
    if (v > 0 && v < 1) {
      const w = v - step * costs[offset + i]
      t[i] = w > 0 ? (w < 1 ? w : 1) : 0
    }
  }
}
