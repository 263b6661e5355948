// The gather step at the variables (paper 2, Algorithm 1.2, lines 10 and 11), plain and accelerated. These
// are plain functions over typed arrays because they take half of the solver's time. Each leaves the slots
// that moved in state.candidates.
import type { Ad3Memory } from './memory.js'

/** Differences below this count as agreement. */
const AGREEMENT = 1e-9
/** A slot comes to rest after this many iterations in which its links agree on an unchanged value. */
const SETTLE = 3

/** The arrays that the steps read. */
type Slots = Pick<Ad3Memory, 'slotStart' | 'slotLinks' | 'score'>

/** The arrays that the steps write, and the slots that they look at; afterwards, those that moved. */
export interface GatherState
  extends Pick<Ad3Memory, 'target' | 'anchor' | 'z' | 'p' | 'mean' | 'quiet' | 'resting'> {
  readonly candidates: Int32Array
  candidateCount: number
}

/** Sums over the links of the candidate slots. */
export interface Residuals {
  /** Squared distance of the local beliefs from their mean. */
  primal: number
  /** Squared change of the mean beliefs. */
  dual: number
  /** Squared length of the fixed-point map's step T(s) − s. */
  step: number
}

/** Halpern's step s ← keep·(2·T(s) − s) + (1 − keep)·anchor, with T(s) = s + 2·z̄ − z − p. */
export function gatherAccelerated(
  problem: Slots,
  state: GatherState,
  eta: number,
  keep: number,
  residuals: Residuals,
): void {
  const { slotStart, slotLinks, score } = problem
  const { target, anchor, z, p, mean, quiet, resting, candidates } = state
  const count = state.candidateCount
  const pull = 1 - keep
  const inverse = 1 / eta
  let step = 0
  let primal = 0
  let dual = 0
  let moving = 0
  for (let q = 0; q < count; q++) {
    const s = candidates[q]
    const from = slotStart[s]
    const to = slotStart[s + 1]
    const n = to - from
    // Sums relative to the first link: no branches, and no cancellation where the links agree.
    const first = z[slotLinks[from]]
    let sum = 0
    let squares = 0
    for (let j = from + 1; j < to; j++) {
      const d = z[slotLinks[j]] - first
      sum += d
      squares += d * d
    }
    const average = first + sum / n
    const change = average - mean[s]
    primal += squares - (sum * sum) / n
    dual += n * change * change
    mean[s] = average
    if (squares <= AGREEMENT * AGREEMENT && change * change <= AGREEMENT * AGREEMENT) {
      const quietFor = quiet[s] + 1
      quiet[s] = quietFor
      if (quietFor >= SETTLE) {
        // Consensus: p becomes z̄, and the multipliers stay.
        const shift = average - p[s]
        const moves = shift > AGREEMENT || shift < -AGREEMENT
        if (moves || resting[s] === 0) {
          for (let j = from; j < to; j++) {
            const l = slotLinks[j]
            const next = moves ? target[l] + shift : target[l]
            target[l] = next
            anchor[l] = next
          }
        }
        if (moves) {
          step += n * shift * shift
          p[s] = average
          candidates[moving++] = s
        } else resting[s] = 1
        continue
      }
    } else quiet[s] = 0
    // A slot that wakes takes its current target as its anchor. There is no separate branch for this: a
    // branch that is taken so rarely would deoptimise the loop.
    const wakes = resting[s] === 1
    resting[s] = 0
    const twice = 2 * average - p[s]
    let total = 0
    for (let j = from; j < to; j++) {
      const l = slotLinks[j]
      const d = twice - z[l]
      step += d * d
      const last = target[l]
      const held = wakes ? last : anchor[l]
      anchor[l] = held
      const next = keep * (last + 2 * d) + pull * held
      target[l] = next
      total += next
    }
    p[s] = (total - score[s] * inverse) / n
    candidates[moving++] = s
  }
  state.candidateCount = moving
  residuals.primal = primal
  residuals.dual = dual
  residuals.step = step
}

/** Algorithm 1.2 as printed: p := z̄, and the multipliers take the step τη(z − z̄). */
export function gatherPlain(problem: Slots, state: GatherState, tau: number, residuals: Residuals): void {
  const { slotStart, slotLinks } = problem
  const { target, z, p, mean, candidates } = state
  let primal = 0
  let dual = 0
  let moving = 0
  for (let q = 0; q < state.candidateCount; q++) {
    const s = candidates[q]
    const from = slotStart[s]
    const to = slotStart[s + 1]
    let sum = 0
    for (let j = from; j < to; j++) sum += z[slotLinks[j]]
    const average = sum / (to - from)
    const change = average - p[s]
    let spread = 0
    for (let j = from; j < to; j++) {
      const d = z[slotLinks[j]] - average
      spread += d * d
    }
    dual += (to - from) * change * change
    primal += spread
    // A slot rests only if nothing moves at all: idle factors must keep the targets for which they were
    // solved.
    if (spread <= AGREEMENT * AGREEMENT && change <= AGREEMENT && change >= -AGREEMENT) continue
    for (let j = from; j < to; j++) {
      const l = slotLinks[j]
      target[l] = target[l] + change - tau * (z[l] - average)
    }
    p[s] = average
    mean[s] = average
    candidates[moving++] = s
  }
  state.candidateCount = moving
  residuals.primal = primal
  residuals.dual = dual
  residuals.step = primal + dual
}
