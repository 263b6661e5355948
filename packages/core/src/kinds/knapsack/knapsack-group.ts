// The local operations of knapsack factors, on the linear relaxation.
import type { FactorGraph } from '../../graph/graph.js'
import type { Literal } from '../../graph/variable.js'
import type { ProblemLinks } from '../../problem/links.js'
import type { LinearForms } from '../../rounding/linear-forms.js'
import { LocalGroup } from '../common/group.js'
import { clipAtThreshold, clipToCube, knapsackThreshold } from '../common/thresholds.js'

/**
 * Σ c_i·z_i ≤ budget with real costs. The local maximum over whole items is NP-hard, so maxima and
 * max-marginals are those of the linear relaxation, the unit cube cut by one half-space: one item may be
 * taken in part. Bounds stay valid; `score` checks the constraint itself.
 */
export class KnapsackGroup extends LocalGroup {
  readonly kind = 'knapsack'
  readonly relaxed = true
  private readonly tau: Float64Array
  private readonly order: Int32Array
  private readonly gain: Float64Array
  private readonly weight: Float64Array
  /** Sum of the first k gains in order. */
  private readonly gains: Float64Array
  /** Sum of the first k weights in order. */
  private readonly weights: Float64Array
  /** Position of each item in the order; −1 if it is not there. */
  private readonly rank: Int32Array

  /** `costs` has an entry per link, beginning with the group's first link. Budgets include their slack. */
  constructor(
    links: ProblemLinks,
    first: number,
    count: number,
    readonly budget: Float64Array,
    readonly costs: Float64Array,
  ) {
    super(links, first, count)
    this.tau = new Float64Array(count)
    this.order = new Int32Array(this.t.length)
    this.gain = new Float64Array(this.t.length)
    this.weight = new Float64Array(this.t.length)
    this.gains = new Float64Array(this.t.length + 1)
    this.weights = new Float64Array(this.t.length + 1)
    this.rank = new Int32Array(this.t.length)
  }

  override get remembers() {
    return true
  }

  override get parts() {
    return [this.budget, this.costs]
  }

  private costOffset(factor: number): number {
    return this.links.factorStart[factor] - this.links.factorStart[this.first]
  }

  protected maximizeLocal(factor: number, s: Float64Array, n: number, z: Float64Array): number {
    const offset = this.costOffset(factor)
    const { order, gain, weight } = this
    let room = this.budget[factor - this.first]
    let total = 0
    let candidates = 0
    for (let i = 0; i < n; i++) {
      const cost = this.costs[offset + i]
      // An item of negative cost is taken at first; taking it out has a gain and a weight.
      const inside = cost < 0
      z[i] = inside ? 1 : 0
      if (inside) {
        room -= cost
        total += s[i]
      }
      weight[i] = inside ? -cost : cost
      gain[i] = inside ? -s[i] : s[i]
      if (gain[i] > 0) {
        if (weight[i] === 0) {
          z[i] = 1
          total += gain[i]
        } else order[candidates++] = i
      }
    }
    if (room < 0) return Number.NEGATIVE_INFINITY
    sortByRatio(order, candidates, gain, weight)
    for (let k = 0; k < candidates && room > 0; k++) {
      const i = order[k]
      const part = weight[i] <= room ? 1 : room / weight[i]
      room -= part * weight[i]
      total += part * gain[i]
      z[i] = z[i] === 1 ? 1 - part : part
    }
    return total
  }

  protected projectLocal(factor: number, t: Float64Array, n: number): void {
    const k = factor - this.first
    const offset = this.costOffset(factor)
    const { costs } = this
    let used = 0
    for (let i = 0; i < n; i++) {
      const v = t[i]
      if (v > 0) used += v < 1 ? v * costs[offset + i] : costs[offset + i]
    }
    const budget = this.budget[k]
    if (used <= budget) {
      clipToCube(t, n)
      return
    }
    const tau = knapsackThreshold(t, costs, offset, n, budget, this.tau[k])
    this.tau[k] = tau
    clipAtThreshold(t, costs, offset, n, budget, tau)
  }

  protected maxMarginalsLocal(
    factor: number,
    s: Float64Array,
    n: number,
    on: Float64Array,
    off: Float64Array,
  ): number {
    const offset = this.costOffset(factor)
    const { order, gain, weight } = this
    let room = this.budget[factor - this.first]
    let base = 0
    let candidates = 0
    for (let i = 0; i < n; i++) {
      const cost = this.costs[offset + i]
      const inside = cost < 0
      if (inside) {
        room -= cost
        base += s[i]
      }
      weight[i] = inside ? -cost : cost
      gain[i] = inside ? -s[i] : s[i]
      if (gain[i] > 0) {
        if (weight[i] === 0) base += gain[i]
        else order[candidates++] = i
      }
    }
    sortByRatio(order, candidates, gain, weight)
    const { gains, weights, rank } = this
    for (let i = 0; i < n; i++) rank[i] = -1
    for (let k = 0; k < candidates; k++) {
      gains[k + 1] = gains[k] + gain[order[k]]
      weights[k + 1] = weights[k] + weight[order[k]]
      rank[order[k]] = k
    }
    const best =
      room < 0
        ? Number.NEGATIVE_INFINITY
        : base + fill(order, gain, weight, gains, weights, candidates, room, -1)
    for (let i = 0; i < n; i++) {
      const inside = this.costs[offset + i] < 0
      const free = weight[i] === 0 && gain[i] > 0
      const rest = free ? base - gain[i] : base
      const without =
        room < 0
          ? Number.NEGATIVE_INFINITY
          : rest + fill(order, gain, weight, gains, weights, candidates, room, rank[i])
      const left = room - weight[i]
      const taken =
        left < 0
          ? Number.NEGATIVE_INFINITY
          : rest + gain[i] + fill(order, gain, weight, gains, weights, candidates, left, rank[i])
      on[i] = inside ? without : taken
      off[i] = inside ? taken : without
    }
    return best
  }

  override reset(): void {
    this.tau.fill(0)
  }

  protected scoreLocal(factor: number, z: Float64Array, n: number): number {
    const offset = this.costOffset(factor)
    let used = 0
    for (let i = 0; i < n; i++) if (z[i] === 1) used += this.costs[offset + i]
    return used <= this.budget[factor - this.first] ? 0 : Number.NEGATIVE_INFINITY
  }

  addForm(forms: LinearForms, factor: number): void {
    const { factorStart } = this.links
    let largest = 0
    for (let l = factorStart[factor]; l < factorStart[factor + 1]; l++)
      largest = Math.max(largest, Math.abs(this.cost(l)))
    forms.range(Number.NEGATIVE_INFINITY, this.budget[factor - this.first], largest > 0 ? 1 / largest : 1)
    for (let l = factorStart[factor]; l < factorStart[factor + 1]; l++) forms.link(l, this.cost(l))
  }

  addTo(graph: FactorGraph, factor: number, literals: readonly Literal[]): void {
    const offset = this.costOffset(factor)
    const costs = this.costs.slice(offset, offset + literals.length)
    graph.knapsack(literals, costs, this.budget[factor - this.first])
  }

  staysAllowed(_factor: number, more: number): boolean {
    return more <= 0
  }

  cost(link: number): number {
    return this.costs[link - this.links.factorStart[this.first]]
  }
}

/**
 * Gain of filling `room` with items in order, the last in part, without the item at `skip`; by binary search.
 */
function fill(
  order: Int32Array,
  gain: Float64Array,
  weight: Float64Array,
  gains: Float64Array,
  weights: Float64Array,
  count: number,
  room: number,
  skip: number,
): number {
  const skippedGain = skip < 0 ? 0 : gain[order[skip]]
  const skippedWeight = skip < 0 ? 0 : weight[order[skip]]
  // The largest k such that the first k items fit, without the skipped one.
  let low = 0
  let high = count
  while (low < high) {
    const middle = (low + high + 1) >> 1
    const used = weights[middle] - (skip >= 0 && middle > skip ? skippedWeight : 0)
    if (used <= room) low = middle
    else high = middle - 1
  }
  const past = skip >= 0 && low > skip
  let total = gains[low] - (past ? skippedGain : 0)
  const next = low === skip ? low + 1 : low
  if (next < count) {
    const left = room - weights[low] + (past ? skippedWeight : 0)
    const i = order[next]
    total += gain[i] * Math.max(0, Math.min(1, left / weight[i]))
  }
  return total
}

/** Sorts order[0..n) by decreasing gain/weight, ties by index. */
function sortByRatio(order: Int32Array, n: number, gain: Float64Array, weight: Float64Array): void {
  if (n > 24) {
    order.subarray(0, n).sort((i, j) => gain[j] * weight[i] - gain[i] * weight[j] || i - j)
    return
  }
  for (let k = 1; k < n; k++) {
    const i = order[k]
    let j = k - 1
    while (j >= 0 && gain[order[j]] * weight[i] < gain[i] * weight[order[j]]) {
      order[j + 1] = order[j]
      j--
    }
    order[j + 1] = i
  }
}
