// The units that MPLP's factors share: binary slots, whole domains, and single values of a domain.
import { STEP, type Steps } from '../../limits/steps.js'
import type { Problem } from '../../problem/problem.js'
import { workOfFactors } from '../../problem/work.js'

export const Unit = { binary: 0, domain: 1, value: 2 } as const

/** A score larger than any other, so that it alone decides the maximum of a factor. */
const DECISIVE = 2 ** 50

/**
 * The units of every factor, in flat arrays. Slots that only one factor links are left out: their score stays
 * in it.
 */
export class FactorUnits {
  /** Units of factor f: start[f] … start[f + 1] − 1. */
  readonly start: Int32Array
  readonly firstLink: Int32Array
  readonly endLink: Int32Array
  readonly kind: Uint8Array
  /** Values of one domain in one factor take turns: this unit is due in turn `turn` of `turns`. */
  readonly turn: Int32Array
  readonly turns: Int32Array
  /** First link of a factor that has the whole domain as a unit, where what is left at the domain can go. */
  readonly domainLink: Int32Array

  private constructor(problem: Problem, { start, first, end, kinds, domainLink }: FoundUnits) {
    this.start = start
    this.domainLink = domainLink
    this.firstLink = Int32Array.from(first)
    this.endLink = Int32Array.from(end)
    this.kind = Uint8Array.from(kinds)
    this.turn = new Int32Array(first.length)
    this.turns = new Int32Array(first.length).fill(1)
    for (let f = 0; f < problem.factors; f++) this.takeTurns(problem, f)
  }

  /** Finds the units of a problem. Null if it was stopped. */
  static *build(problem: Problem): Steps<FactorUnits | null> {
    const found = yield* findUnits(problem)
    return found === null ? null : new FactorUnits(problem, found)
  }

  private takeTurns(problem: Problem, f: number): void {
    const members = new Map<number, number[]>()
    for (let k = this.start[f]; k < this.start[f + 1]; k++) {
      if (this.kind[k] !== Unit.value) continue
      const d = problem.slotDomain[problem.linkSlot[this.firstLink[k]]]
      const group = members.get(d)
      if (group === undefined) members.set(d, [k])
      else group.push(k)
    }
    for (const group of members.values())
      group.forEach((k, i) => {
        this.turn[k] = i
        this.turns[k] = group.length
      })
  }
}

interface FoundUnits {
  readonly start: Int32Array
  readonly first: number[]
  readonly end: number[]
  readonly kinds: number[]
  readonly domainLink: Int32Array
}

function* findUnits(problem: Problem): Steps<FoundUnits | null> {
  const { factors, factorStart, linkSlot, linkNegated, slotDomain, domainStart, fixed, degree } = problem
  const costs = workOfFactors(problem)
  const probe = new Float64Array(linkSlot.length)
  const z = new Float64Array(linkSlot.length)
  const first: number[] = []
  const end: number[] = []
  const kinds: number[] = []
  const start = new Int32Array(factors + 1)
  const domainLink = new Int32Array(domainStart.length - 1).fill(-1)
  const add = (from: number, to: number, kind: number) => {
    first.push(from)
    end.push(to)
    kinds.push(kind)
  }
  let work = 0
  for (let f = 0; f < factors; f++) {
    const last = factorStart[f + 1]
    for (let l = factorStart[f]; l < last; ) {
      const s = linkSlot[l]
      const d = slotDomain[s]
      if (fixed[s] !== -1) {
        l++
        continue
      }
      const to = d < 0 ? l + 1 : l + domainStart[d + 1] - domainStart[d]
      let whole = d >= 0 && to <= last
      let shared = degree[s] > 1
      for (let k = l; k < to && whole; k++) {
        whole = slotDomain[linkSlot[k]] === d && linkNegated[k] === 0
        shared ||= degree[linkSlot[k]] > 1
      }
      if (whole) work += 2 * costs[f]
      if (whole && exactlyOne(problem, f, l, to, probe, z)) {
        if (domainLink[d] < 0) domainLink[d] = l
        if (shared) add(l, to, Unit.domain)
        l = to
      } else {
        if (degree[s] > 1) add(l, l + 1, d < 0 ? Unit.binary : Unit.value)
        l++
      }
    }
    start[f + 1] = first.length
    work += 8 + last - factorStart[f]
    if (work < STEP) continue
    work = 0
    if (yield) return null
  }
  return { start, first, end, kinds, domainLink }
}

/** Whether exactly one of the links is 1 in every configuration that the factor allows. */
function exactlyOne(
  problem: Problem,
  f: number,
  from: number,
  to: number,
  probe: Float64Array,
  z: Float64Array,
): boolean {
  const group = problem.groups[problem.factorGroup[f]]
  let one = true
  for (const price of [-DECISIVE, DECISIVE]) {
    probe.fill(price, from, to)
    let ones = 0
    if (one && group.maximize(f, probe, z) > Number.NEGATIVE_INFINITY) {
      for (let l = from; l < to; l++) ones += z[l]
      one = ones === 1
    }
  }
  probe.fill(0, from, to)
  return one
}

/** The factors that share units, sorted by their first slot, then by their last. */
export function sweepOrder(problem: Problem, units: FactorUnits): Int32Array {
  const { factors, factorStart, linkSlot } = problem
  const low = new Float64Array(factors)
  const list: number[] = []
  for (let f = 0; f < factors; f++) {
    if (units.start[f] === units.start[f + 1]) continue
    let least = Number.POSITIVE_INFINITY
    let greatest = 0
    for (let l = factorStart[f]; l < factorStart[f + 1]; l++) {
      least = Math.min(least, linkSlot[l])
      greatest = Math.max(greatest, linkSlot[l])
    }
    low[f] = least + greatest / (problem.slots + 1)
    list.push(f)
  }
  list.sort((a, b) => low[a] - low[b] || a - b)
  return Int32Array.from(list)
}
