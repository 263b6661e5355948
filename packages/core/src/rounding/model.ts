import { BudgetGroup } from '../factors/budget.js'
import { DenseGroup } from '../factors/dense.js'
import { KnapsackGroup } from '../factors/knapsack.js'
import { PairGroup } from '../factors/pair.js'
import { ParityGroup } from '../factors/parity.js'
import { GrowableFloats, GrowableInts } from '../graph/growable.js'
import type { Problem } from '../problem/problem.js'

// A problem as local search sees it. Units are what is decided: a binary slot (values 0 and 1) or a domain (a value
// per slot). Every factor but custom ones is a function of one number, its sum: base + Σ over its units of the step
// of the unit's value. Logic asks that the sum lie in a range, parity that it be even or odd, and for a table it is
// the index of the entry. So one loop evaluates a move whatever the kinds of factor it touches.

export const Shape = { range: 0, parity: 1, pair: 2, table: 3, custom: 4 } as const

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

/** The factors of a problem as linear forms of their slots, with what their sums mean. */
class LinearForms {
  readonly shape = new GrowableInts()
  readonly param = new GrowableInts()
  readonly params = new GrowableFloats()
  readonly base = new GrowableFloats()
  readonly start = new GrowableInts()
  readonly slot = new GrowableInts()
  readonly weight = new GrowableFloats()

  constructor(
    private readonly problem: Problem,
    private readonly slotUnit: Int32Array,
  ) {
    this.slot.reserve(problem.linkSlot.length)
    this.weight.reserve(problem.linkSlot.length)
    this.start.push(0)
    for (const group of problem.groups)
      for (let f = group.first; f < group.first + group.count; f++) this.addFactor(f)
    for (const group of problem.groups)
      if (group instanceof DenseGroup)
        for (let f = group.first; f < group.first + group.count; f++) this.addGroupsWithoutDomain(group, f)
  }

  /** Mean absolute score of values and factors that have one; 1 if there is none. */
  scale(valueScore: Float64Array): number {
    let sum = 0
    let count = 0
    for (let v = 0; v < valueScore.length; v++) {
      if (valueScore[v] === 0) continue
      sum += Math.abs(valueScore[v]!)
      count++
    }
    for (let f = 0; f < this.shape.length; f++) {
      const at = this.param.data[f]!
      if (this.shape.data[f] === Shape.pair) {
        sum += Math.abs(this.params.data[at]!)
        count++
      } else if (this.shape.data[f] === Shape.table) {
        let most = 0
        for (let c = at + 2; c < at + 2 + this.params.data[at]!; c++)
          if (this.params.data[c] !== Number.NEGATIVE_INFINITY)
            most = Math.max(most, Math.abs(this.params.data[c]!))
        sum += most
        count++
      }
    }
    return sum > 0 ? sum / count : 1
  }

  private addFactor(f: number): void {
    const { problem } = this
    const group = problem.groups[problem.factorGroup[f]!]!
    const first = problem.factorStart[f]!
    const n = problem.factorStart[f + 1]! - first
    const k = f - group.first
    if (group instanceof PairGroup) {
      this.open(Shape.pair, [group.theta[k]!])
      for (let i = 0; i < n; i++) this.addLink(first + i, 1)
    } else if (group instanceof DenseGroup) this.addTable(group, k, first)
    else if (group instanceof KnapsackGroup) {
      const offset = first - problem.factorStart[group.first]!
      let largest = 0
      for (let i = 0; i < n; i++) largest = Math.max(largest, Math.abs(group.costs[offset + i]!))
      this.open(Shape.range, [Number.NEGATIVE_INFINITY, group.budget[k]!, largest > 0 ? 1 / largest : 1])
      for (let i = 0; i < n; i++) this.addLink(first + i, group.costs[offset + i]!)
    } else if (group instanceof ParityGroup) {
      this.open(Shape.parity, [group.target[k]!])
      for (let i = 0; i < n; i++) this.addLink(first + i, 1)
    } else if (group.kind === 'custom') {
      this.open(Shape.custom, [])
      for (let i = 0; i < n; i++) this.addLink(first + i, 0)
    } else if (group.kind === 'or-out') {
      // output ⇔ some input: with −n on the output, the sum lies between 1 − n and 0.
      this.open(Shape.range, [2 - n, 0, 1])
      for (let i = 0; i < n - 1; i++) this.addLink(first + i, 1)
      this.addLink(first + n - 1, 1 - n)
    } else {
      const fewest = group instanceof BudgetGroup ? group.fewest[k]! : group.kind === 'at-most-one' ? 0 : 1
      const most = group instanceof BudgetGroup ? group.most[k]! : group.kind === 'or' ? n : 1
      this.open(Shape.range, [fewest, most, 1])
      // The exactly-one of a domain always holds.
      if (group.kind === 'xor' && this.isDomain(first, n)) this.base.data[this.base.length - 1] = 1
      else for (let i = 0; i < n; i++) this.addLink(first + i, 1)
    }
    this.start.push(this.slot.length)
  }

  private addTable(group: DenseGroup, k: number, first: number): void {
    const from = group.tableStart[k]!
    const size = group.tableStart[k + 1]! - from
    let holes = 0
    for (let c = from; c < from + size; c++) if (group.table[c] === Number.NEGATIVE_INFINITY) holes = 1
    this.open(Shape.table, [size, holes])
    this.params.reserve(size)
    for (let c = from; c < from + size; c++) this.params.push(group.table[c]!)
    let link = first
    let stride = size
    for (let g = group.widthStart[k]!; g < group.widthStart[k + 1]!; g++) {
      const width = group.widths[g]!
      stride /= width === 0 ? 2 : width
      if (width === 0) this.addLink(link++, stride)
      else for (let v = 0; v < width; v++) this.addLink(link++, v * stride)
    }
  }

  private addGroupsWithoutDomain(group: DenseGroup, f: number): void {
    const k = f - group.first
    let link = this.problem.factorStart[f]!
    for (let g = group.widthStart[k]!; g < group.widthStart[k + 1]!; g++) {
      const width = group.widths[g]!
      if (width > 0 && !this.isDomain(link, width)) {
        this.open(Shape.range, [1, 1, 1])
        for (let v = 0; v < width; v++) this.addLink(link + v, 1)
        this.start.push(this.slot.length)
      }
      link += width === 0 ? 1 : width
    }
  }

  /** Whether these links are all the slots of one domain, none negated. */
  private isDomain(first: number, n: number): boolean {
    const { linkSlot, linkNegated, slotDomain, domainStart } = this.problem
    const domain = slotDomain[linkSlot[first]!]!
    if (domain < 0 || domainStart[domain + 1]! - domainStart[domain]! !== n) return false
    for (let l = first; l < first + n; l++)
      if (linkNegated[l] === 1 || slotDomain[linkSlot[l]!] !== domain) return false
    return true
  }

  private open(shape: number, params: number[]): void {
    this.shape.push(shape)
    this.param.push(this.params.length)
    for (const value of params) this.params.push(value)
    this.base.push(0)
  }

  private addLink(link: number, weight: number): void {
    const slot = this.problem.linkSlot[link]!
    const negated = this.problem.linkNegated[link] === 1
    if (negated) this.base.data[this.base.length - 1]! += weight
    const value = this.problem.fixed[slot]!
    if (this.slotUnit[slot]! < 0) {
      if (value === 1) this.base.data[this.base.length - 1]! += negated ? -weight : weight
      return
    }
    this.slot.push(slot)
    this.weight.push(negated ? -weight : weight)
  }
}
