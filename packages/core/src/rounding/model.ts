import type { Problem } from '../problem/problem.js'
import { LinearForms, Shape } from './linear-forms.js'

export { Shape }

// A problem as local search sees it. Units are what is decided: a binary slot (values 0 and 1) or a domain (a value
// per slot). Every factor but custom ones is a function of one number, its sum: base + Σ over its units of the step
// of the unit's value. Logic asks that the sum lie in a range, parity that it be even or odd, and for a table it is
// the index of the entry. So one loop evaluates a move whatever the kinds of factor it touches.

export class RoundingModel {
  readonly units: number
  /** Values of unit u: valueStart[u] … valueStart[u + 1] − 1. */
  readonly valueStart: Int32Array
  /** The slot that is 1 under a value; −1 for the 0 of a binary slot. */
  readonly valueSlot: Int32Array
  readonly valueScore: Float64Array
  /** Unit of each slot, −1 if it is fixed; and which of the unit's values makes it 1. */
  readonly slotUnit: Int32Array
  readonly slotValue: Int32Array

  /** Edges of unit u: edgeStart[u] … edgeStart[u + 1] − 1, one for each factor that it touches. */
  readonly edgeStart: Int32Array
  readonly edgeFactor: Int32Array
  /** Edge e of unit u with k values adds steps[stepStart[u] + (e − edgeStart[u])·k + value] to the factor's sum. */
  readonly stepStart: Int32Array
  readonly steps: Float64Array

  /** Factors of the problem, then the exactly-one factors of tables' groups that are no domains. */
  readonly factors: number
  readonly shape: Uint8Array
  /**
   * params[param[f] …]: range: lowest and highest sum, 1/size of a step; parity: the remainder; pair: θ;
   * table: number of entries, 1 if some are forbidden, then the entries.
   */
  readonly param: Int32Array
  readonly params: Float64Array
  readonly base: Float64Array
  /** Units of factor f: factorUnits[factorUnitStart[f] … factorUnitStart[f + 1]), and their edges. */
  readonly factorUnitStart: Int32Array
  readonly factorUnits: Int32Array
  readonly factorEdges: Int32Array
  /** 1 for factors that can forbid something. */
  readonly hard: Uint8Array
  readonly anyHard: boolean
  readonly anyCustom: boolean
  /** Typical size of a score, to weigh scores against violations. */
  readonly scale: number

  constructor(readonly problem: Problem) {
    const { slots, fixed, slotDomain, domainStart, domainSlots, score } = problem
    const domains = domainStart.length - 1
    this.slotUnit = new Int32Array(slots).fill(-1)
    this.slotValue = new Int32Array(slots)
    let units = domains
    for (let s = 0; s < slots; s++) if (fixed[s] === -1 && slotDomain[s] === -1) this.slotUnit[s] = units++
    this.units = units
    this.valueStart = new Int32Array(units + 1)
    for (let d = 0; d < domains; d++) {
      this.valueStart[d + 1] = domainStart[d + 1]!
      for (let k = domainStart[d]!; k < domainStart[d + 1]!; k++) {
        this.slotUnit[domainSlots[k]!] = d
        this.slotValue[domainSlots[k]!] = k - domainStart[d]!
      }
    }
    for (let u = domains; u < units; u++) this.valueStart[u + 1] = this.valueStart[u]! + 2
    this.valueSlot = new Int32Array(this.valueStart[units]!).fill(-1)
    this.valueScore = new Float64Array(this.valueStart[units]!)
    for (let s = 0; s < slots; s++) {
      const u = this.slotUnit[s]!
      if (u < 0) continue
      if (u >= domains) this.slotValue[s] = 1
      const at = this.valueStart[u]! + this.slotValue[s]!
      this.valueSlot[at] = s
      this.valueScore[at] = score[s]!
    }

    const forms = new LinearForms(problem, this.slotUnit)
    this.factors = forms.shape.length
    this.shape = Uint8Array.from(forms.shape.data.subarray(0, this.factors))
    this.param = forms.param.data.slice(0, this.factors)
    this.params = forms.params.data.slice(0, forms.params.length)
    this.base = forms.base.data.slice(0, this.factors)
    this.hard = new Uint8Array(this.factors)
    this.scale = forms.scale(this.valueScore)
    let anyHard = false
    let anyCustom = false
    for (let f = 0; f < this.factors; f++) {
      const shape = this.shape[f]
      const hard = shape === Shape.table ? this.params[this.param[f]! + 1] === 1 : shape !== Shape.pair
      this.hard[f] = hard ? 1 : 0
      if (hard) anyHard = true
      if (shape === Shape.custom) anyCustom = true
    }
    this.anyHard = anyHard
    this.anyCustom = anyCustom

    // One edge per unit and factor, even where the factor links several slots of the unit.
    const seen = new Int32Array(units).fill(-1)
    this.edgeStart = new Int32Array(units + 1)
    this.factorUnitStart = new Int32Array(this.factors + 1)
    for (let f = 0; f < this.factors; f++) {
      let count = 0
      for (let l = forms.start.data[f]!; l < forms.start.data[f + 1]!; l++) {
        const u = this.slotUnit[forms.slot.data[l]!]!
        if (u < 0 || seen[u] === f) continue
        seen[u] = f
        this.edgeStart[u + 1]!++
        count++
      }
      this.factorUnitStart[f + 1] = this.factorUnitStart[f]! + count
    }
    this.stepStart = new Int32Array(units + 1)
    for (let u = 0; u < units; u++) {
      const edges = this.edgeStart[u + 1]!
      this.stepStart[u + 1] = this.stepStart[u]! + edges * (this.valueStart[u + 1]! - this.valueStart[u]!)
      this.edgeStart[u + 1]! += this.edgeStart[u]!
    }
    const edges = this.edgeStart[units]!
    this.edgeFactor = new Int32Array(edges)
    this.steps = new Float64Array(this.stepStart[units]!)
    this.factorUnits = new Int32Array(edges)
    this.factorEdges = new Int32Array(edges)
    const next = this.edgeStart.slice()
    seen.fill(-1)
    for (let f = 0, at = 0; f < this.factors; f++) {
      for (let l = forms.start.data[f]!; l < forms.start.data[f + 1]!; l++) {
        const slot = forms.slot.data[l]!
        const u = this.slotUnit[slot]!
        if (u < 0) continue
        if (seen[u] !== f) {
          seen[u] = f
          this.edgeFactor[next[u]!] = f
          this.factorUnits[at] = u
          this.factorEdges[at++] = next[u]!++
        }
        const size = this.valueStart[u + 1]! - this.valueStart[u]!
        const first = this.stepStart[u]! + (next[u]! - 1 - this.edgeStart[u]!) * size
        this.steps[first + this.slotValue[slot]!]! += forms.weight.data[l]!
      }
    }
  }
}
