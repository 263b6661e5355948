// Turns every factor of a problem into a linear form of its slots: local search then needs one loop for all
// kinds.

import { STEP, type Steps } from '../limits/steps.js'
import { GrowableFloats, GrowableInts } from '../numeric/growable.js'
import type { Problem } from '../problem/problem.js'

/** The meaning of a factor's sum. */
export const Shape = { range: 0, parity: 1, pair: 2, table: 3, custom: 4 } as const

/** The factors of a problem as linear forms of their slots, with the meanings of their sums. */
export class LinearForms {
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
    for (const list of [this.shape, this.param, this.start]) list.reserve(problem.factors + 1)
    for (const list of [this.base, this.params]) list.reserve(problem.factors + 1)
    this.start.push(0)
  }

  /** Adds all factors; call it once. False if it was stopped. */
  *addAll(): Steps<boolean> {
    const { groups, factorStart } = this.problem
    let work = 0
    for (const group of groups)
      for (let f = group.first; f < group.first + group.count; f++) {
        group.addForm(this, f)
        this.end()
        work += 16 + factorStart[f + 1] - factorStart[f] + 2 * group.ownWork(f)
        if (work < STEP) continue
        work = 0
        if (yield) return false
      }
    for (const group of groups)
      if (group.addMoreForms !== undefined)
        for (let f = group.first; f < group.first + group.count; f++) group.addMoreForms(this, f)
    return true
  }

  /** Mean absolute score of the values and factors that have a score; 1 if there are none. */
  scale(valueScore: Float64Array): number {
    let sum = 0
    let count = 0
    for (let v = 0; v < valueScore.length; v++) {
      if (valueScore[v] === 0) continue
      sum += Math.abs(valueScore[v])
      count++
    }
    for (let f = 0; f < this.shape.length; f++) {
      const at = this.param.data[f]
      if (this.shape.data[f] === Shape.pair) {
        sum += Math.abs(this.params.data[at])
        count++
      } else if (this.shape.data[f] === Shape.table) {
        let most = 0
        for (let c = at + 2; c < at + 2 + this.params.data[at]; c++)
          if (this.params.data[c] !== Number.NEGATIVE_INFINITY)
            most = Math.max(most, Math.abs(this.params.data[c]))
        sum += most
        count++
      }
    }
    return sum > 0 ? sum / count : 1
  }

  /** Begins a form whose sum lies between these limits; `perStep` is 1 divided by its largest weight. */
  range(lowest: number, highest: number, perStep = 1): void {
    this.open(Shape.range)
    this.params.push(lowest)
    this.params.push(highest)
    this.params.push(perStep)
  }

  /** Begins a form whose sum is even (target 0) or odd (1). */
  parity(target: number): void {
    this.open(Shape.parity)
    this.params.push(target)
  }

  /** Begins a form that scores θ if its sum is 2. */
  pair(theta: number): void {
    this.open(Shape.pair)
    this.params.push(theta)
  }

  /** Begins a form whose sum is an index into a table of scores. */
  table(scores: Float64Array): void {
    this.open(Shape.table)
    this.params.push(scores.length)
    this.params.push(scores.includes(Number.NEGATIVE_INFINITY) ? 1 : 0)
    this.params.reserve(scores.length)
    for (let c = 0; c < scores.length; c++) this.params.push(scores[c])
  }

  /** Begins a form without a meaning: the factor itself is asked. */
  custom(): void {
    this.open(Shape.custom)
  }

  /** Adds a link to the form that was begun. */
  link(link: number, weight: number): void {
    const slot = this.problem.linkSlot[link]
    const negated = this.problem.linkNegated[link] === 1
    if (negated) this.constant(weight)
    if (this.slotUnit[slot] < 0) {
      if (this.problem.fixed[slot] === 1) this.constant(negated ? -weight : weight)
      return
    }
    this.slot.push(slot)
    this.weight.push(negated ? -weight : weight)
  }

  /** Adds n links, from `first` on, to the form that was begun. */
  links(first: number, n: number, weight = 1): void {
    for (let l = first; l < first + n; l++) this.link(l, weight)
  }

  /** Adds a constant to the form that was begun. */
  constant(amount: number): void {
    this.base.data[this.base.length - 1] += amount
  }

  /** Ends the form that was begun. */
  end(): void {
    this.start.push(this.slot.length)
  }

  /** Adds a whole form: exactly one of n links is true, from `first` on, unless they are a domain. */
  exactlyOne(first: number, n: number): void {
    if (this.isDomain(first, n)) return
    this.range(1, 1)
    this.links(first, n)
    this.end()
  }

  /** Whether these links are all the slots of one domain, none negated. */
  isDomain(first: number, n: number): boolean {
    const { linkSlot, linkNegated, slotDomain, domainStart } = this.problem
    const domain = slotDomain[linkSlot[first]]
    if (domain < 0 || domainStart[domain + 1] - domainStart[domain] !== n) return false
    for (let l = first; l < first + n; l++)
      if (linkNegated[l] === 1 || slotDomain[linkSlot[l]] !== domain) return false
    return true
  }

  private open(shape: number): void {
    this.shape.push(shape)
    this.param.push(this.params.length)
    this.base.push(0)
  }
}
