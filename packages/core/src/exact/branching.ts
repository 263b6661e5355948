// Chooses the slot to branch on: undecided slots, by the gains of earlier branchings on them (pseudo-costs,
// Bénichou et al. 1971). While nothing is known of a slot, the size of its multipliers is used, because that
// shows where factors disagree.
import type { Problem } from '../problem/problem.js'

const LEAST = 1e-6

export class Brancher {
  private readonly gain: readonly [Float64Array, Float64Array]
  private readonly count: readonly [Int32Array, Int32Array]
  private totalGain = 0
  private totalCount = 0

  constructor(slots: number) {
    this.gain = [new Float64Array(slots), new Float64Array(slots)]
    this.count = [new Int32Array(slots), new Int32Array(slots)]
  }

  /** Records that fixing the slot, whose belief was `belief`, to `value` lowered the bound by `drop`. */
  learn(slot: number, value: 0 | 1, belief: number, drop: number): void {
    if (!Number.isFinite(drop)) return
    const distance = Math.max(0.05, value === 1 ? 1 - belief : belief)
    this.gain[value][slot] += Math.max(0, drop) / distance
    this.count[value][slot]++
    this.totalGain += Math.max(0, drop) / distance
    this.totalCount++
  }

  /** The slot to branch on, among the first `slots`; −1 if all are fixed. */
  choose(problem: Problem, fixed: Int8Array, slots: number, x: Float64Array, beliefs: Float64Array): number {
    const { slotStart, slotLinks } = problem
    const pull = new Float64Array(slots)
    let pullSum = 0
    let pulls = 0
    for (let s = 0; s < slots; s++) {
      if (fixed[s] !== -1) continue
      for (let j = slotStart[s]; j < slotStart[s + 1]; j++) pull[s] += Math.abs(x[slotLinks[j]])
      pullSum += pull[s]
      pulls++
    }
    const meanPull = pulls > 0 && pullSum > 0 ? pullSum / pulls : 1
    const meanGain = this.totalCount > 0 && this.totalGain > 0 ? this.totalGain / this.totalCount : 1
    let best = -1
    let most = -1
    for (let s = 0; s < slots; s++) {
      if (fixed[s] !== -1) continue
      const belief = Math.min(1, Math.max(0, beliefs[s]))
      const guess = meanGain * (0.1 + pull[s] / meanPull)
      const up = (1 - belief) * this.expected(1, s, guess)
      const down = belief * this.expected(0, s, guess)
      const score = Math.max(up, LEAST * meanGain) * Math.max(down, LEAST * meanGain)
      if (score > most) {
        most = score
        best = s
      }
    }
    return best
  }

  /** Mean gain per unit of belief so far, where the guess counts as one observation. */
  private expected(value: 0 | 1, slot: number, guess: number): number {
    return (this.gain[value][slot] + guess) / (this.count[value][slot] + 1)
  }
}
