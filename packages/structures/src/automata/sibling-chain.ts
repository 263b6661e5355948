// The dynamic program inside head automata: which of n modifiers, nearest first, a head takes on one side,
// where every modifier is scored together with the one before it. State 0 is "none yet", n + 1 is "stop".
//
// Transitions are ordered by the state they lead to, so that the inner loop reads them in order: from m to s
// at s(s − 1)/2 + m, for 0 ≤ m < s ≤ n + 1.
import { logSum } from '../common/log-sum.js'

/** How many transitions there are between n modifiers, start and stop. */
export function transitionCount(n: number): number {
  return ((n + 1) * (n + 2)) / 2
}

/** From the order of files – (m, s) with m outer – to the order of kernels, starting at `from` and `to`. */
export function byTarget(
  scores: ArrayLike<number>,
  from: number,
  n: number,
  target: Float64Array,
  to: number,
): void {
  let next = from
  for (let m = 0; m <= n; m++)
    for (let s = m + 1; s <= n + 1; s++) target[to + (s * (s - 1)) / 2 + m] = scores[next++]
}

/** Best score up to each state (Viterbi), with the state before it; returns that of stopping. */
export function forward(
  transitions: Float64Array,
  at: number,
  modifiers: Float64Array,
  n: number,
  best: Float64Array,
  before: Int32Array,
): number {
  best[0] = 0
  let row = at
  for (let s = 1; s <= n + 1; s++) {
    let value = transitions[row]
    let which = 0
    for (let m = 1; m < s; m++) {
      const candidate = best[m] + transitions[row + m]
      if (candidate > value) {
        value = candidate
        which = m
      }
    }
    best[s] = s <= n ? value + modifiers[s - 1] : value
    before[s] = which
    row += s
  }
  return best[n + 1]
}

/** Best score from each state on, the state's own modifier not counted. */
export function backward(
  transitions: Float64Array,
  at: number,
  modifiers: Float64Array,
  n: number,
  rest: Float64Array,
): void {
  rest.fill(Number.NEGATIVE_INFINITY, 0, n + 1)
  rest[n + 1] = 0
  for (let s = n + 1; s >= 1; s--) {
    const through = s <= n ? rest[s] + modifiers[s - 1] : 0
    const row = at + (s * (s - 1)) / 2
    for (let m = 0; m < s; m++) {
      const candidate = transitions[row + m] + through
      if (candidate > rest[m]) rest[m] = candidate
    }
  }
}

/**
 * Raises on[s − 1] and off[s − 1] to the best score with and without modifier s, plus `extra`. `best` and
 * `rest` come from `forward` and `backward`; `skip` is scratch of n + 2.
 */
export function raiseMaxMarginals(
  transitions: Float64Array,
  at: number,
  modifiers: Float64Array,
  n: number,
  best: Float64Array,
  rest: Float64Array,
  skip: Float64Array,
  extra: number,
  on: Float64Array,
  off: Float64Array,
  first: number,
): void {
  // skip[m]: the best transition from m beyond the current modifier, which moves from n down to 1.
  skip.fill(Number.NEGATIVE_INFINITY, 0, n + 1)
  for (let s = n + 1; s >= 1; s--) {
    if (s <= n) {
      let without = Number.NEGATIVE_INFINITY
      for (let m = 0; m < s; m++) if (skip[m] > without) without = skip[m]
      const slot = first + s - 1
      const withIt = best[s] + rest[s] + extra
      if (withIt > on[slot]) on[slot] = withIt
      if (without + extra > off[slot]) off[slot] = without + extra
    }
    const through = s <= n ? rest[s] + modifiers[s - 1] : 0
    const row = at + (s * (s - 1)) / 2
    for (let m = 0; m < s; m++) {
      const candidate = best[m] + transitions[row + m] + through
      if (candidate > skip[m]) skip[m] = candidate
    }
  }
}

/** As `forward`, with log Σ exp for max; `row` is scratch of n + 1. */
export function sumForward(
  transitions: Float64Array,
  at: number,
  modifiers: Float64Array,
  n: number,
  sums: Float64Array,
  row: Float64Array,
): number {
  sums[0] = 0
  let from = at
  for (let s = 1; s <= n + 1; s++) {
    for (let m = 0; m < s; m++) row[m] = sums[m] + transitions[from + m]
    const sum = logSum(row, 0, s)
    sums[s] = s <= n ? sum + modifiers[s - 1] : sum
    from += s
  }
  return sums[n + 1]
}

/**
 * Adds to marginals[first + s − 1] the probability of modifier s, times `share`. `sums` come from
 * `sumForward`, and that of stopping is not −∞; `probability` is scratch of n + 2.
 */
export function addMarginals(
  transitions: Float64Array,
  at: number,
  modifiers: Float64Array,
  n: number,
  sums: Float64Array,
  probability: Float64Array,
  share: number,
  marginals: Float64Array,
  first: number,
): void {
  probability.fill(0, 0, n + 1)
  probability[n + 1] = share
  // From stopping to the nearest modifier: P(m) = Σ P(s) · P(m | s) over the states s after m.
  for (let s = n + 1; s >= 1; s--) {
    const p = probability[s]
    if (p === 0) continue
    if (s <= n) marginals[first + s - 1] += p
    const sum = s <= n ? sums[s] - modifiers[s - 1] : sums[s]
    const row = at + (s * (s - 1)) / 2
    for (let m = 0; m < s; m++) probability[m] += p * Math.exp(sums[m] + transitions[row + m] - sum)
  }
}
