// Chooses the factors that an AD³ iteration solves: those next to slots that still move (paper 2, section
// 1.5.3: idle factors are left out).
import { carveBytes, carveInts } from '../numeric/carve.js'
import type { Problem } from '../problem/problem.js'
import type { Ad3State } from './state.js'

/**
 * The factors to solve, listed by kind; the list of each kind begins at the kind's first factor in `list`.
 * While more than half of a graph moves, all factors are solved, so that no list has to be built.
 */
export class Activity {
  readonly list: Int32Array
  /** Number of listed factors of each kind, indexed by group. */
  readonly listed: Int32Array
  /** 1 for each factor whose multipliers changed since its maximum was last computed. */
  readonly stale: Uint8Array
  private all = false
  private round = 0
  private readonly slotMark: Int32Array
  private readonly factorMark: Int32Array

  constructor(private readonly problem: Problem) {
    this.list = carveInts(problem.factors)
    this.listed = carveInts(problem.groups.length)
    this.stale = carveBytes(problem.factors)
    this.slotMark = carveInts(problem.slots)
    this.factorMark = carveInts(problem.factors)
  }

  get count(): number {
    let count = 0
    for (let g = 0; g < this.listed.length; g++) count += this.listed[g]
    return count
  }

  activateAll(): void {
    this.stale.fill(1)
    if (this.all) return
    this.all = true
    const { groups } = this.problem
    for (let g = 0; g < groups.length; g++) {
      const { first, count } = groups[g]
      for (let k = 0; k < count; k++) this.list[first + k] = first + k
      this.listed[g] = count
    }
  }

  /** Makes the slots that the listed factors link the candidates of the gather step. */
  findCandidates(state: Ad3State): void {
    const { problem, list, listed, slotMark } = this
    const { candidates, linkedSlots } = state
    if (this.all || 2 * this.count > problem.factors) {
      candidates.set(linkedSlots)
      state.candidateCount = linkedSlots.length
      return
    }
    const { groups, factorStart, linkSlot } = problem
    const round = ++this.round
    let count = 0
    for (let g = 0; g < groups.length; g++) {
      const first = groups[g].first
      const end = first + listed[g]
      for (let k = first; k < end; k++) {
        const f = list[k]
        for (let l = factorStart[f]; l < factorStart[f + 1]; l++) {
          const s = linkSlot[l]
          if (slotMark[s] !== round) {
            slotMark[s] = round
            candidates[count++] = s
          }
        }
      }
    }
    state.candidateCount = count
  }

  /** Lists the factors of the slots that moved, for the next iteration. */
  followCandidates(state: Ad3State): void {
    const { candidates, candidateCount } = state
    if (2 * candidateCount > state.linkedSlots.length) {
      this.activateAll()
      return
    }
    const { groups, factorGroup, linkFactor, slotStart, slotLinks } = this.problem
    const { factorMark, list, listed, stale } = this
    const round = ++this.round
    this.all = false
    listed.fill(0)
    for (let q = 0; q < candidateCount; q++) {
      const s = candidates[q]
      for (let j = slotStart[s]; j < slotStart[s + 1]; j++) {
        const f = linkFactor[slotLinks[j]]
        if (factorMark[f] === round) continue
        factorMark[f] = round
        stale[f] = 1
        const g = factorGroup[f]
        const at = listed[g]
        listed[g] = at + 1
        list[groups[g].first + at] = f
      }
    }
  }
}
