// Turns every factor of a problem into a linear form of its slots: local search then needs one loop for all
// kinds.

import { BudgetGroup } from '../kinds/budget/budget-group.js'
import { DenseGroup } from '../kinds/dense/dense-group.js'
import { KnapsackGroup } from '../kinds/knapsack/knapsack-group.js'
import { PairGroup } from '../kinds/pair/pair-group.js'
import { ParityGroup } from '../kinds/parity/parity-group.js'
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
        this.addFactor(f)
        work += 16 + factorStart[f + 1] - factorStart[f]
        if (group instanceof DenseGroup) work += 2 * group.size(f - group.first)
        if (work < STEP) continue
        work = 0
        if (yield) return false
      }
    for (const group of groups)
      if (group instanceof DenseGroup)
        for (let f = group.first; f < group.first + group.count; f++) this.addGroupsWithoutDomain(group, f)
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

  private addFactor(f: number): void {
    const { problem } = this
    const group = problem.groups[problem.factorGroup[f]]
    const first = problem.factorStart[f]
    const n = problem.factorStart[f + 1] - first
    const k = f - group.first
    if (group instanceof PairGroup) {
      this.open(Shape.pair)
      this.params.push(group.theta[k])
      for (let i = 0; i < n; i++) this.addLink(first + i, 1)
    } else if (group instanceof DenseGroup) this.addTable(group, k, first)
    else if (group instanceof KnapsackGroup) {
      const offset = first - problem.factorStart[group.first]
      let largest = 0
      for (let i = 0; i < n; i++) largest = Math.max(largest, Math.abs(group.costs[offset + i]))
      this.openRange(Number.NEGATIVE_INFINITY, group.budget[k], largest > 0 ? 1 / largest : 1)
      for (let i = 0; i < n; i++) this.addLink(first + i, group.costs[offset + i])
    } else if (group instanceof ParityGroup) {
      this.open(Shape.parity)
      this.params.push(group.target[k])
      for (let i = 0; i < n; i++) this.addLink(first + i, 1)
    } else if (group.kind === 'custom') {
      this.open(Shape.custom)
      for (let i = 0; i < n; i++) this.addLink(first + i, 0)
    } else if (group.kind === 'or-out') {
      // output ⇔ some input: with weight −n on the output, the sum lies between 1 − n and 0.
      this.openRange(2 - n, 0, 1)
      for (let i = 0; i < n - 1; i++) this.addLink(first + i, 1)
      this.addLink(first + n - 1, 1 - n)
    } else {
      const fewest = group instanceof BudgetGroup ? group.fewest[k] : group.kind === 'at-most-one' ? 0 : 1
      const most = group instanceof BudgetGroup ? group.most[k] : group.kind === 'or' ? n : 1
      this.openRange(fewest, most, 1)
      // The exactly-one factor of a domain always holds.
      if (group.kind === 'xor' && this.isDomain(first, n)) this.base.data[this.base.length - 1] = 1
      else for (let i = 0; i < n; i++) this.addLink(first + i, 1)
    }
    this.start.push(this.slot.length)
  }

  private addTable(group: DenseGroup, k: number, first: number): void {
    const from = group.tableStart[k]
    const size = group.tableStart[k + 1] - from
    let holes = 0
    for (let c = from; c < from + size; c++) if (group.table[c] === Number.NEGATIVE_INFINITY) holes = 1
    this.open(Shape.table)
    this.params.push(size)
    this.params.push(holes)
    this.params.reserve(size)
    for (let c = from; c < from + size; c++) this.params.push(group.table[c])
    let link = first
    let stride = size
    for (let g = group.widthStart[k]; g < group.widthStart[k + 1]; g++) {
      const width = group.widths[g]
      stride /= width === 0 ? 2 : width
      if (width === 0) this.addLink(link++, stride)
      else for (let v = 0; v < width; v++) this.addLink(link++, v * stride)
    }
  }

  private addGroupsWithoutDomain(group: DenseGroup, f: number): void {
    const k = f - group.first
    let link = this.problem.factorStart[f]
    for (let g = group.widthStart[k]; g < group.widthStart[k + 1]; g++) {
      const width = group.widths[g]
      if (width > 0 && !this.isDomain(link, width)) {
        this.openRange(1, 1, 1)
        for (let v = 0; v < width; v++) this.addLink(link + v, 1)
        this.start.push(this.slot.length)
      }
      link += width === 0 ? 1 : width
    }
  }

  /** Whether these links are all the slots of one domain, none negated. */
  private isDomain(first: number, n: number): boolean {
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

  private openRange(lowest: number, highest: number, perStep: number): void {
    this.open(Shape.range)
    this.params.push(lowest)
    this.params.push(highest)
    this.params.push(perStep)
  }

  private addLink(link: number, weight: number): void {
    const slot = this.problem.linkSlot[link]
    const negated = this.problem.linkNegated[link] === 1
    if (negated) this.base.data[this.base.length - 1] += weight
    const value = this.problem.fixed[slot]
    if (this.slotUnit[slot] < 0) {
      if (value === 1) this.base.data[this.base.length - 1] += negated ? -weight : weight
      return
    }
    this.slot.push(slot)
    this.weight.push(negated ? -weight : weight)
  }
}
