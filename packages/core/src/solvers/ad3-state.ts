import { carveBytes, carveFloats, carveInts } from '../numeric/carve.js'
import type { Problem } from '../problem/problem.js'

/** Differences below this count as agreement. */
export const AGREEMENT = 1e-9

/** What AD³ keeps per link and per slot; allocated once. */
export class Ad3State {
  /** s = p + x/η of every link: what the factors project. */
  target: Float64Array
  /** The target at the last restart (Halpern's anchor). */
  anchor: Float64Array
  /** Local beliefs of the links. */
  z: Float64Array
  /** Beliefs of the slots, and the mean z̄ of their links' local beliefs. */
  readonly p: Float64Array
  readonly mean: Float64Array
  /** For how many iterations a slot's links have agreed on one value, and whether it has come to rest. */
  readonly quiet: Int32Array
  readonly resting: Uint8Array
  /** Slots to look at; after a gather step, those that moved. */
  readonly candidates: Int32Array
  candidateCount = 0
  /** Slots with links, those of one degree side by side: that makes the loops over links predictable. */
  readonly linkedSlots: Int32Array

  constructor(problem: Problem) {
    const links = problem.linkSlot.length
    const { slots } = problem
    this.target = carveFloats(links)
    this.anchor = carveFloats(links)
    this.z = carveFloats(links)
    this.p = carveFloats(slots)
    this.mean = carveFloats(slots)
    this.quiet = carveInts(slots)
    this.resting = carveBytes(slots)
    this.candidates = carveInts(slots)
    this.linkedSlots = slotsByDegree(problem)
  }
}

/** Beliefs before anything is known: what is fixed, and else all values alike. */
export function startingBeliefs(problem: Problem, p: Float64Array): void {
  const { slots, fixed, domainStart, domainSlots } = problem
  for (let s = 0; s < slots; s++) p[s] = fixed[s] === -1 ? 0.5 : fixed[s]
  for (let d = 0; d + 1 < domainStart.length; d++) {
    const size = domainStart[d + 1] - domainStart[d]
    for (let j = domainStart[d]; j < domainStart[d + 1]; j++) p[domainSlots[j]] = 1 / size
  }
}

/** Slots with links, those of one degree side by side. */
export function slotsByDegree(problem: Problem): Int32Array {
  const { slots, degree } = problem
  const widest = 64
  const place = carveInts(widest + 2)
  for (let s = 0; s < slots; s++) place[Math.min(widest, degree[s]) + 1]++
  for (let d = 0; d <= widest; d++) place[d + 1] += place[d]
  const first = place[1]
  const order = carveInts(slots - first)
  for (let s = 0; s < slots; s++) if (degree[s] > 0) order[place[Math.min(widest, degree[s])]++ - first] = s
  return order
}
