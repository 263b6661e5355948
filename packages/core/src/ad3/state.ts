// The arrays of AD³ on a compiled problem: targets and beliefs of links, beliefs of slots (paper 2, Algorithm
// 1.2).
import { carveBytes, carveFloats, carveInts } from '../numeric/carve.js'
import type { Problem } from '../problem/problem.js'

/** Differences below this count as agreement. */
export const AGREEMENT = 1e-9

/** The state of AD³ per link and per slot, allocated once. */
export class Ad3State {
  /** s = p + x/η of each link: the point that the factors project. */
  target: Float64Array
  /** The target at the last restart (Halpern's anchor). */
  anchor: Float64Array
  /** Local belief of each link. */
  z: Float64Array
  /** Belief of each slot, and the mean z̄ of the local beliefs of its links. */
  readonly p: Float64Array
  readonly mean: Float64Array
  /**
   * Number of iterations for which the links of a slot have agreed on one value, and 1 if it has come to
   * rest.
   */
  readonly quiet: Int32Array
  readonly resting: Uint8Array
  /** The slots that a gather step looks at; after it, those that moved. */
  readonly candidates: Int32Array
  candidateCount = 0
  /** The slots with links, sorted by degree, so that branch prediction works in the loops over links. */
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

/** Writes the initial beliefs: the known values, and the same belief for all values of a free variable. */
export function startingBeliefs(problem: Problem, p: Float64Array): void {
  const { slots, fixed, domainStart, domainSlots } = problem
  for (let s = 0; s < slots; s++) p[s] = fixed[s] === -1 ? 0.5 : fixed[s]
  for (let d = 0; d + 1 < domainStart.length; d++) {
    const size = domainStart[d + 1] - domainStart[d]
    for (let j = domainStart[d]; j < domainStart[d + 1]; j++) p[domainSlots[j]] = 1 / size
  }
}

/** The slots with links, sorted by degree; degrees of 64 and more count as equal. */
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
