// Block coordinate descent on the multipliers of one pair, with all others held (paper 4, Algorithm 4, as
// corrected).

/**
 * Computes the best multipliers ν of one agreement within their boxes 0 ≤ ν ≤ c, and writes them to `next`.
 * `marginals` holds the max-marginals of the first variable from `a` on, which include −ν, and of the second
 * from `b` on, which include +ν. The block's optimum is max over i, j of m1(i) + m2(j) − c(i)·[i ≠ j], where
 * m1 and m2 are without ν. The first variable gets `share` of the slack that the optimum leaves (½: the
 * midpoints of the paper). Returns the optimum.
 */
export function agreementBlock(
  marginals: Float64Array,
  a: number,
  b: number,
  size: number,
  c: Float64Array,
  atC: number,
  nu: Float64Array,
  at: number,
  share: number,
  next: Float64Array,
): number {
  // (i*, j*): either the variables agree, or each takes its own best value, and the first pays its penalty.
  let same = 0
  let one = 0
  let two = 0
  let bestSame = Number.NEGATIVE_INFINITY
  let bestOne = Number.NEGATIVE_INFINITY
  let bestTwo = Number.NEGATIVE_INFINITY
  for (let i = 0; i < size; i++) {
    const m1 = marginals[a + i] + nu[at + i]
    const m2 = marginals[b + i] - nu[at + i]
    if (m1 + m2 > bestSame) {
      bestSame = m1 + m2
      same = i
    }
    if (m1 - c[atC + i] > bestOne) {
      bestOne = m1 - c[atC + i]
      one = i
    }
    if (m2 > bestTwo) {
      bestTwo = m2
      two = i
    }
  }
  const agreed = bestSame >= bestOne + bestTwo || one === two
  if (agreed) {
    one = same
    two = same
    next[same] = sharedMultiplier(marginals, a, b, size, c, atC, nu, at, same, share)
  } else {
    next[one] = c[atC + one]
    next[two] = 0
  }
  // m1(i*) − ν(i*) and m2(j*) + ν(j*): no other value may exceed these.
  const top1 = marginals[a + one] + nu[at + one] - next[one]
  const top2 = marginals[b + two] - nu[at + two] + next[two]
  for (let k = 0; k < size; k++) {
    if (k === one || k === two) continue
    const low = marginals[a + k] + nu[at + k] - top1
    const high = top2 - (marginals[b + k] - nu[at + k])
    next[k] = between(low > 0 ? low : 0, high < c[atC + k] ? high : c[atC + k], share, c[atC + k])
  }
  return agreed ? bestSame : bestOne + bestTwo
}

/** ν(i*) if both variables agree on i*: small enough for the first, large enough for the second. */
function sharedMultiplier(
  marginals: Float64Array,
  a: number,
  b: number,
  size: number,
  c: Float64Array,
  atC: number,
  nu: Float64Array,
  at: number,
  same: number,
  share: number,
): number {
  const m1 = marginals[a + same] + nu[at + same]
  const m2 = marginals[b + same] - nu[at + same]
  let low = 0
  let high = c[atC + same]
  for (let k = 0; k < size; k++) {
    if (k === same) continue
    const need = marginals[b + k] - nu[at + k] - m2
    if (need > low) low = need
    const room = m1 - (marginals[a + k] + nu[at + k]) + c[atC + k]
    if (room < high) high = room
  }
  return between(low, high, 1 - share, c[atC + same])
}

/** The point of [low, high] at this share of its length, clamped to the box against rounding errors. */
function between(low: number, high: number, share: number, c: number): number {
  const x = low + share * (high - low)
  return x > 0 ? (x < c ? x : c) : 0
}

/**
 * The same for a table of scores a(i, j). Its multipliers are ρ(i) for the first variable (which sees −ρ) and
 * κ(j) for the second (+κ). This is MPLP's update for an edge: afterwards no a(i, j) + ρ(i) − κ(j) is above
 * 0, and the optimum of the block is shared evenly. (The relaxation of paper 4, Eq. 13, can be loose for a
 * single matrix; this one is not.) Writes ρ, then κ, to `next`.
 */
export function tableBlock(
  marginals: Float64Array,
  a: number,
  sizeA: number,
  b: number,
  sizeB: number,
  table: Float64Array,
  nu: Float64Array,
  at: number,
  next: Float64Array,
): number {
  let optimum = Number.NEGATIVE_INFINITY
  for (let i = 0; i < sizeA; i++) {
    const m1 = marginals[a + i] + nu[at + i]
    let best = Number.NEGATIVE_INFINITY
    for (let j = 0; j < sizeB; j++) {
      const other = marginals[b + j] - nu[at + sizeA + j] + table[i * sizeB + j]
      if (other > best) best = other
    }
    next[i] = 0.5 * (m1 - best)
    if (m1 + best > optimum) optimum = m1 + best
  }
  for (let j = 0; j < sizeB; j++) {
    const m2 = marginals[b + j] - nu[at + sizeA + j]
    let best = Number.NEGATIVE_INFINITY
    for (let i = 0; i < sizeA; i++) {
      const other = marginals[a + i] + nu[at + i] + table[i * sizeB + j]
      if (other > best) best = other
    }
    next[sizeA + j] = 0.5 * (best - m2)
  }
  tameImpossible(sizeA, sizeB, table, next)
  return optimum
}

/** Replaces the infinite multipliers of impossible values by finite ones that also keep the table below 0. */
function tameImpossible(sizeA: number, sizeB: number, table: Float64Array, next: Float64Array): void {
  for (let j = 0; j < sizeB; j++) {
    if (next[sizeA + j] !== Number.POSITIVE_INFINITY) continue
    let least = Number.NEGATIVE_INFINITY
    for (let i = 0; i < sizeA; i++)
      if (next[i] > Number.NEGATIVE_INFINITY) least = Math.max(least, next[i] + table[i * sizeB + j])
    next[sizeA + j] = least
  }
  for (let i = 0; i < sizeA; i++) {
    if (next[i] !== Number.NEGATIVE_INFINITY) continue
    let most = Number.POSITIVE_INFINITY
    for (let j = 0; j < sizeB; j++) most = Math.min(most, next[sizeA + j] - table[i * sizeB + j])
    next[i] = most
  }
}

/** The contribution of a table to the dual: its best a(i, j) + ρ(i) − κ(j). */
export function tableMaximum(
  table: Float64Array,
  sizeA: number,
  sizeB: number,
  nu: Float64Array,
  at: number,
): number {
  let best = Number.NEGATIVE_INFINITY
  for (let i = 0; i < sizeA; i++)
    for (let j = 0; j < sizeB; j++) {
      const score = table[i * sizeB + j] + nu[at + i] - nu[at + sizeA + j]
      if (score > best) best = score
    }
  return best
}
