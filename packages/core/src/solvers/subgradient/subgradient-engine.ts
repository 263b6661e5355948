// The iterations of projected subgradient dual decomposition (PSDD; paper 2, Algorithm 1.1) on a compiled
// problem, without step and stopping rules. A factor is maximised again only when a score on its links has
// changed.
import type { Problem } from '../../problem/problem.js'

export class SubgradientEngine {
  /** Score of each link: ξ = θ + λ. */
  readonly x: Float64Array
  /** Vote of each link: 0 or 1, or a fraction if the factor is itself relaxed. */
  readonly z: Float64Array
  /** Mean vote at each slot: p in Algorithm 1.1. */
  readonly mean: Float64Array
  iteration = 0
  /** ‖z − p‖² over all links; 0 when all factors agree. */
  disagreement = Number.POSITIVE_INFINITY
  /** Number of factors maximised in the last iteration, and in all iterations. */
  activeFactors = 0
  calls = 0
  private readonly best: Float64Array
  private readonly stale: Uint8Array
  private readonly sum: Float64Array
  private votes = 0
  private readonly freeScore: number

  constructor(readonly problem: Problem) {
    const { slots, factors, linkSlot, degree, score } = problem
    this.x = new Float64Array(linkSlot.length)
    this.z = new Float64Array(linkSlot.length)
    this.mean = new Float64Array(slots)
    this.sum = new Float64Array(slots)
    this.best = new Float64Array(factors)
    this.stale = new Uint8Array(factors)
    let free = problem.constant
    for (let s = 0; s < slots; s++) if (degree[s] === 0 && score[s] > 0) free += score[s]
    this.freeScore = free
    this.start()
  }

  /** Resets the engine: to λ = 0, or to the link scores of an earlier run. */
  start(x?: Float64Array): void {
    const { linkSlot, score, degree } = this.problem
    for (let l = 0; l < linkSlot.length; l++) {
      const s = linkSlot[l]
      this.x[l] = x === undefined ? score[s] / degree[s] : x[l]
    }
    this.stale.fill(1)
    this.sum.fill(0)
    this.votes = 0
    this.iteration = 0
  }

  /** Lines 5 to 10: every factor votes; returns the dual value. */
  vote(): number {
    const { groups, slots, slotStart, slotLinks } = this.problem
    const { x, z, mean, best, stale, sum } = this
    let active = 0
    let dual = this.freeScore
    for (const group of groups) {
      const end = group.first + group.count
      for (let f = group.first; f < end; f++) {
        if (stale[f] === 1) {
          stale[f] = 0
          active++
          best[f] = group.maximize(f, x, z)
        }
        dual += best[f]
      }
    }
    this.activeFactors = active
    this.calls += active
    this.votes++
    let disagreement = 0
    for (let s = 0; s < slots; s++) {
      const from = slotStart[s]
      const to = slotStart[s + 1]
      if (from === to) continue
      let ones = 0
      for (let j = from; j < to; j++) ones += z[slotLinks[j]]
      const p = ones / (to - from)
      mean[s] = p
      sum[s] += p
      if (p === 0 || p === 1) continue
      for (let j = from; j < to; j++) {
        const d = z[slotLinks[j]] - p
        disagreement += d * d
      }
    }
    this.disagreement = disagreement
    return dual
  }

  /** Line 11: λ := λ − η·(z − p) wherever votes differ. */
  step(eta: number): void {
    const { slots, slotStart, slotLinks, linkFactor, score } = this.problem
    const { x, z, mean, stale } = this
    this.iteration++
    for (let s = 0; s < slots; s++) {
      const p = mean[s]
      if (p === 0 || p === 1) continue
      const from = slotStart[s]
      const to = slotStart[s + 1]
      let sum = 0
      for (let j = from; j < to; j++) {
        const l = slotLinks[j]
        x[l] -= eta * (z[l] - p)
        sum += x[l]
        stale[linkFactor[l]] = 1
      }
      // Large early steps leave rounding errors that later small steps would keep, so the scores are centred
      // at once.
      const drift = (sum - score[s]) / (to - from)
      if (drift !== 0) for (let j = from; j < to; j++) x[slotLinks[j]] -= drift
    }
  }

  /**
   * Writes the mean of all votes so far: close to a solution of the relaxation after many iterations (paper
   * 3, section 6.2).
   */
  average(out: Float64Array): void {
    for (let s = 0; s < out.length; s++) out[s] = this.sum[s] / this.votes
  }
}
