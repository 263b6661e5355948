// A problem as local search sees it. Units are the decisions: a binary slot (values 0 and 1) or a domain (a
// value per slot). Every factor except custom ones is a function of one number, its sum: base + Σ over its
// units of the step of the unit's value. Logic requires that the sum lies in a range, parity that it is even
// or odd, and for a table it is the index of the entry. So one loop evaluates a move for all kinds of factor.
import type { Steps } from '../limits/steps.js'
import type { Problem } from '../problem/problem.js'
import { type Edges, findEdges } from './edges.js'
import { LinearForms, Shape } from './linear-forms.js'
import { RoundingUnits } from './units.js'

export { Shape }

export class RoundingModel {
  readonly units: number
  /** Values of unit u: valueStart[u] … valueStart[u + 1] − 1. */
  readonly valueStart: Int32Array
  /** The slot that is 1 under each value; −1 for the 0 of a binary slot. */
  readonly valueSlot: Int32Array
  readonly valueScore: Float64Array
  /** Unit of each slot, −1 if it is fixed; and the unit's value that makes the slot 1. */
  readonly slotUnit: Int32Array
  readonly slotValue: Int32Array

  /** Edges of unit u: edgeStart[u] … edgeStart[u + 1] − 1, one for each factor that it touches. */
  readonly edgeStart: Int32Array
  readonly edgeFactor: Int32Array
  /**
   * Edge e of unit u with k values adds steps[stepStart[u] + (e − edgeStart[u])·k + value] to the factor's
   * sum.
   */
  readonly stepStart: Int32Array
  readonly steps: Float64Array

  /**
   * Number of factors: those of the problem, then the exactly-one factors of tables' groups that are not
   * domains.
   */
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
  /** 1 for each factor that can forbid an assignment. */
  readonly hard: Uint8Array
  readonly anyHard: boolean
  readonly anyCustom: boolean
  /** Typical size of a score, to weight scores against violations. */
  readonly scale: number

  private constructor(
    readonly problem: Problem,
    units: RoundingUnits,
    forms: LinearForms,
    edges: Edges,
  ) {
    this.units = units.count
    this.valueStart = units.valueStart
    this.valueSlot = units.valueSlot
    this.valueScore = units.valueScore
    this.slotUnit = units.slotUnit
    this.slotValue = units.slotValue
    this.edgeStart = edges.edgeStart
    this.edgeFactor = edges.edgeFactor
    this.stepStart = edges.stepStart
    this.steps = edges.steps
    this.factors = forms.shape.length
    this.shape = Uint8Array.from(forms.shape.data.subarray(0, this.factors))
    this.param = forms.param.copy()
    this.params = forms.params.copy()
    this.base = forms.base.copy()
    this.factorUnitStart = edges.factorUnitStart
    this.factorUnits = edges.factorUnits
    this.factorEdges = edges.factorEdges
    this.hard = new Uint8Array(this.factors)
    this.scale = forms.scale(this.valueScore)
    let anyHard = false
    let anyCustom = false
    for (let f = 0; f < this.factors; f++) {
      const shape = this.shape[f]
      const hard = shape === Shape.table ? this.params[this.param[f] + 1] === 1 : shape !== Shape.pair
      this.hard[f] = hard ? 1 : 0
      if (hard) anyHard = true
      if (shape === Shape.custom) anyCustom = true
    }
    this.anyHard = anyHard
    this.anyCustom = anyCustom
  }

  /** Builds the model of a problem. Null if it was stopped. */
  static *build(problem: Problem): Steps<RoundingModel | null> {
    const units = new RoundingUnits(problem)
    const forms = new LinearForms(problem, units.slotUnit)
    if (!(yield* forms.addAll())) return null
    const edges = yield* findEdges(units, forms)
    return edges === null || (yield) ? null : new RoundingModel(problem, units, forms, edges)
  }
}
