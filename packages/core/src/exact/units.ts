// The units of a problem: a unit is a free binary slot (values 0 and 1) or a domain (a value per slot). Any
// factor of few units can be written as a table over their values, with the last unit varying fastest.
import type { Problem } from '../problem/problem.js'

export class Units {
  readonly count: number
  /** Values of unit u: valueStart[u] … valueStart[u + 1] − 1. */
  readonly valueStart: Int32Array
  /** The slot that is 1 under each value; −1 for the 0 of a binary slot. */
  readonly valueSlot: Int32Array
  /** Unit of each slot, −1 if it is fixed; and the unit's value that makes the slot 1. */
  readonly slotUnit: Int32Array
  readonly slotValue: Int32Array
  private readonly z: Float64Array
  /** The last call of `scope` in which each unit occurred. */
  private readonly seen: Int32Array
  private calls = 0

  constructor(readonly problem: Problem) {
    const { slots, fixed, slotDomain, domainStart, domainSlots } = problem
    const domains = domainStart.length - 1
    this.slotUnit = new Int32Array(slots).fill(-1)
    this.slotValue = new Int32Array(slots).fill(1)
    let count = domains
    for (let s = 0; s < slots; s++) if (fixed[s] === -1 && slotDomain[s] === -1) this.slotUnit[s] = count++
    this.count = count
    this.valueStart = new Int32Array(count + 1)
    for (let d = 0; d < domains; d++) {
      this.valueStart[d + 1] = domainStart[d + 1]
      for (let k = domainStart[d]; k < domainStart[d + 1]; k++) {
        this.slotUnit[domainSlots[k]] = d
        this.slotValue[domainSlots[k]] = k - domainStart[d]
      }
    }
    for (let u = domains; u < count; u++) this.valueStart[u + 1] = this.valueStart[u] + 2
    this.valueSlot = new Int32Array(this.valueStart[count]).fill(-1)
    for (let s = 0; s < slots; s++) {
      const u = this.slotUnit[s]
      if (u >= 0) this.valueSlot[this.valueStart[u] + this.slotValue[s]] = s
    }
    this.z = new Float64Array(problem.linkSlot.length)
    this.seen = new Int32Array(count)
  }

  size(unit: number): number {
    return this.valueStart[unit + 1] - this.valueStart[unit]
  }

  /** Whether the unit is a single binary slot. */
  isBinary(unit: number): boolean {
    return this.valueSlot[this.valueStart[unit]] === -1
  }

  /** The scores of all units' values, those of unit u from valueStart[u] on. */
  allScores(): Float64Array {
    const { score } = this.problem
    const scores = new Float64Array(this.valueSlot.length)
    for (let k = 0; k < scores.length; k++) {
      const slot = this.valueSlot[k]
      if (slot >= 0) scores[k] = score[slot]
    }
    return scores
  }

  /** The units that a factor links, each once, in the order of its links. */
  scope(factor: number): number[] {
    const { factorStart, linkSlot } = this.problem
    const scope: number[] = []
    const call = ++this.calls
    for (let l = factorStart[factor]; l < factorStart[factor + 1]; l++) {
      const u = this.slotUnit[linkSlot[l]]
      if (u < 0 || this.seen[u] === call) continue
      this.seen[u] = call
      scope.push(u)
    }
    return scope
  }

  /** Number of configurations of these units, Infinity beyond 2³⁰. */
  configurations(scope: readonly number[]): number {
    let product = 1
    for (const u of scope) {
      product *= this.size(u)
      if (product > 2 ** 30) return Number.POSITIVE_INFINITY
    }
    return product
  }

  /**
   * The factor's own score for every configuration of its scope. If scores x on the links are given, the sum
   * over the links that are 1 is added.
   */
  tabulate(factor: number, scope: readonly number[], x?: Float64Array): Float64Array {
    const { factorStart, linkSlot, fixed, groups, factorGroup } = this.problem
    const group = groups[factorGroup[factor]]
    const start = factorStart[factor]
    const end = factorStart[factor + 1]
    const { z } = this
    const place = new Int32Array(end - start)
    let fixedScore = 0
    for (let l = start; l < end; l++) {
      const s = linkSlot[l]
      place[l - start] = scope.indexOf(this.slotUnit[s])
      if (fixed[s] === -1) continue
      z[l] = fixed[s]
      if (x !== undefined && fixed[s] === 1) fixedScore += x[l]
    }
    const table = new Float64Array(this.configurations(scope))
    const digits = new Int32Array(scope.length)
    for (let c = 0; c < table.length; c++) {
      let linear = fixedScore
      for (let l = start; l < end; l++) {
        const at = place[l - start]
        if (at < 0) continue
        const on = digits[at] === this.slotValue[linkSlot[l]]
        z[l] = on ? 1 : 0
        if (on && x !== undefined) linear += x[l]
      }
      table[c] = group.score(factor, z) + linear
      for (let g = scope.length - 1; g >= 0; g--) {
        if (++digits[g] < this.size(scope[g])) break
        digits[g] = 0
      }
    }
    return table
  }

  /** Sets the slots of a unit to a value. */
  write(unit: number, value: number, values: Uint8Array): void {
    for (let k = this.valueStart[unit]; k < this.valueStart[unit + 1]; k++) {
      const slot = this.valueSlot[k]
      if (slot >= 0) values[slot] = k - this.valueStart[unit] === value ? 1 : 0
    }
  }
}

/** Adds `part` to `table`; the part's scope lies within the table's. */
export function accumulate(
  units: Units,
  table: Float64Array,
  scope: number[],
  part: Float64Array,
  partScope: number[],
): void {
  const steps = scope.map((u) => {
    let stride = 1
    for (let g = partScope.length - 1; g >= 0; g--) {
      if (partScope[g] === u) return stride
      stride *= units.size(partScope[g])
    }
    return 0
  })
  const digits = new Int32Array(scope.length)
  let at = 0
  for (let c = 0; c < table.length; c++) {
    table[c] += part[at]
    for (let g = scope.length - 1; g >= 0; g--) {
      if (++digits[g] < units.size(scope[g])) {
        at += steps[g]
        break
      }
      digits[g] = 0
      at -= steps[g] * (units.size(scope[g]) - 1)
    }
  }
}
