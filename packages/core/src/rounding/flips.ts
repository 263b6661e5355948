// Improves an almost integral solution by single changes, without building the model of local search.
import { STEP, type Steps } from '../limits/steps.js'
import { carveBytes } from '../numeric/carve.js'
import type { Problem } from '../problem/problem.js'

/** A belief this far from 0 and 1 is undecided. */
const UNDECIDED = 1e-3
const PASSES = 10
/**
 * Most steps of work. Only graphs with huge factors, whose links are all scored again after each change,
 * reach it.
 */
const MOST_STEPS = 1 << 14

/**
 * Improves a feasible assignment by single changes of the slots that the relaxation p leaves undecided: a
 * flip of a binary slot, another value of a domain. Works on the problem itself, for solutions that are
 * decided almost everywhere. `values` holds the values of all slots, `z` those of all links; both are kept up
 * to date. Returns the gain.
 */
export function* improveByFlips(
  problem: Problem,
  p: Float64Array,
  values: Uint8Array,
  z: Float64Array,
): Steps<number> {
  const { slotStart, slotLinks, linkFactor, groups, factorGroup, degree, fixed, score, slotDomain } = problem
  const { linkSlot, factorStart, domainStart, domainSlots } = problem
  const open: number[] = []
  for (let s = 0; s < problem.slots; s++)
    if (fixed[s] === -1 && degree[s] > 0 && p[s] > UNDECIDED && p[s] < 1 - UNDECIDED) open.push(s)

  const around = (slot: number, from: number) => {
    let sum = 0
    for (let j = slotStart[slot]; j < slotStart[slot + 1]; j++) {
      const f = linkFactor[slotLinks[j]]
      // A factor that links both slots of a domain is counted once.
      if (from >= 0 && sharesFactor(from, f)) continue
      sum += groups[factorGroup[f]].score(f, z)
      if (sum === Number.NEGATIVE_INFINITY) return sum
    }
    return sum
  }
  const sharesFactor = (slot: number, factor: number) => {
    for (let j = slotStart[slot]; j < slotStart[slot + 1]; j++)
      if (linkFactor[slotLinks[j]] === factor) return true
    return false
  }
  const set = (slot: number, value: number) => {
    values[slot] = value
    for (let j = slotStart[slot]; j < slotStart[slot + 1]; j++) z[slotLinks[j]] = value
  }
  // A slot is tried again only after a change near it, or near another value of its variable.
  const due = carveBytes(problem.slots).fill(1)
  const touch = (slot: number) => {
    for (let j = slotStart[slot]; j < slotStart[slot + 1]; j++) {
      const f = linkFactor[slotLinks[j]]
      for (let l = factorStart[f]; l < factorStart[f + 1]; l++) {
        const other = linkSlot[l]
        const domain = slotDomain[other]
        due[other] = 1
        if (domain >= 0)
          for (let k = domainStart[domain]; k < domainStart[domain + 1]; k++) due[domainSlots[k]] = 1
      }
    }
  }
  /** The slot of a domain that is 1. */
  const current = (domain: number) => {
    for (let k = problem.domainStart[domain]; k < problem.domainStart[domain + 1]; k++)
      if (values[problem.domainSlots[k]] === 1) return problem.domainSlots[k]
    return -1
  }

  const size = sizeAroundLink(problem)
  let gain = 0
  let improved = false
  let steps = 0
  /** Changes one slot, and the slot of its domain that is 1, if that gains. Returns the gain. */
  const improve = (s: number) => {
    const domain = slotDomain[s]
    const partner = domain < 0 ? -1 : current(domain)
    if (domain >= 0 && (partner < 0 || partner === s)) return 0
    due[s] = 0
    const before = around(s, -1) + (partner < 0 ? 0 : around(partner, s))
    const change = (values[s] === 1 ? -score[s] : score[s]) - (partner < 0 ? 0 : score[partner])
    set(s, 1 - values[s])
    if (partner >= 0) set(partner, 0)
    const after = around(s, -1) + (partner < 0 ? 0 : around(partner, s))
    const better = after - before + change
    if (better > 1e-12 * Math.abs(change)) {
      touch(s)
      if (partner >= 0) touch(partner)
      return better
    }
    set(s, 1 - values[s])
    if (partner >= 0) set(partner, 1)
    return 0
  }
  /** Tries the open slots from index `first` on, until they fill a step. Returns the next index. */
  const improveFrom = (first: number) => {
    let k = first
    for (let work = 0; k < open.length && work < STEP; k++) {
      const s = open[k]
      if (due[s] === 0) continue
      work += 64 + degree[s] * size
      const better = improve(s)
      if (better === 0) continue
      gain += better
      improved = true
    }
    return k
  }
  for (let pass = 0; pass < PASSES; pass++) {
    improved = false
    for (let k = improveFrom(0); k < open.length; k = improveFrom(k))
      if ((yield) || ++steps > MOST_STEPS) return gain
    if (!improved) break
  }
  return gain
}

/** The average size of a link's factor, plus a constant. */
function sizeAroundLink({ factors, factorStart, linkSlot }: Problem): number {
  let squares = 0
  for (let f = 0; f < factors; f++) squares += (factorStart[f + 1] - factorStart[f]) ** 2
  return 16 + squares / Math.max(1, linkSlot.length)
}
