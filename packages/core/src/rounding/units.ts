// The units of rounding: the independent decisions of a problem.
import type { Problem } from '../problem/problem.js'

/** The units of a problem: a domain (a value per slot), or a binary slot (values 0 and 1). */
export class RoundingUnits {
  readonly count: number
  /** Values of unit u: valueStart[u] … valueStart[u + 1] − 1. */
  readonly valueStart: Int32Array
  /** The slot that is 1 under each value; −1 for the 0 of a binary slot. */
  readonly valueSlot: Int32Array
  readonly valueScore: Float64Array
  /** Unit of each slot, −1 if it is fixed; and the unit's value that makes the slot 1. */
  readonly slotUnit: Int32Array
  readonly slotValue: Int32Array

  constructor(problem: Problem) {
    const { slots, fixed, slotDomain, domainStart, domainSlots, score } = problem
    const domains = domainStart.length - 1
    this.slotUnit = new Int32Array(slots).fill(-1)
    this.slotValue = new Int32Array(slots)
    let units = domains
    for (let s = 0; s < slots; s++) if (fixed[s] === -1 && slotDomain[s] === -1) this.slotUnit[s] = units++
    this.count = units
    this.valueStart = new Int32Array(units + 1)
    for (let d = 0; d < domains; d++) {
      this.valueStart[d + 1] = domainStart[d + 1]
      for (let k = domainStart[d]; k < domainStart[d + 1]; k++) {
        this.slotUnit[domainSlots[k]] = d
        this.slotValue[domainSlots[k]] = k - domainStart[d]
      }
    }
    for (let u = domains; u < units; u++) this.valueStart[u + 1] = this.valueStart[u] + 2
    this.valueSlot = new Int32Array(this.valueStart[units]).fill(-1)
    this.valueScore = new Float64Array(this.valueStart[units])
    for (let s = 0; s < slots; s++) {
      const u = this.slotUnit[s]
      if (u < 0) continue
      if (u >= domains) this.slotValue[s] = 1
      const at = this.valueStart[u] + this.slotValue[s]
      this.valueSlot[at] = s
      this.valueScore[at] = score[s]
    }
  }
}
