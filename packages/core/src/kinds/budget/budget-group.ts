// The local operations of budget factors: the unit cube between two parallel hyperplanes.
import type { FactorGraph } from '../../graph/graph.js'
import type { Literal } from '../../graph/variable.js'
import type { ProblemLinks } from '../../problem/links.js'
import type { LinearForms } from '../../rounding/linear-forms.js'
import { LocalGroup } from '../common/group.js'
import { clipAtThreshold, clipToCube, knapsackThreshold } from '../common/thresholds.js'

/** Between `fewest` and `most` literals are true. */
export class BudgetGroup extends LocalGroup {
  readonly kind = 'budget'
  /** Last threshold of each factor, the start of Newton's method in the next call. */
  private readonly tau: Float64Array
  private readonly ones: Float64Array
  private readonly sorted: Float64Array
  private readonly prefix: Float64Array

  constructor(
    links: ProblemLinks,
    first: number,
    count: number,
    readonly fewest: Float64Array,
    readonly most: Float64Array,
  ) {
    super(links, first, count)
    this.tau = new Float64Array(count)
    this.ones = new Float64Array(this.t.length).fill(1)
    this.sorted = new Float64Array(this.t.length)
    this.prefix = new Float64Array(this.t.length + 1)
  }

  override get remembers() {
    return true
  }

  override get parts() {
    return [this.fewest, this.most]
  }

  protected maximizeLocal(factor: number, s: Float64Array, n: number, z: Float64Array): number {
    const fewest = this.fewest[factor - this.first]
    const most = Math.min(n, this.most[factor - this.first])
    if (fewest > most || most < 0 || fewest > n) return Number.NEGATIVE_INFINITY
    let positives = 0
    let sum = 0
    for (let i = 0; i < n; i++) {
      if (s[i] > 0) {
        z[i] = 1
        sum += s[i]
        positives++
      } else z[i] = 0
    }
    if (positives >= fewest && positives <= most) return sum
    const take = positives < fewest ? fewest : most
    if (take <= 0) {
      for (let i = 0; i < n; i++) z[i] = 0
      return 0
    }
    const sorted = this.sorted
    for (let i = 0; i < n; i++) sorted[i] = s[i]
    const pivot = selectLargest(sorted, n, take)
    let left = take
    sum = 0
    for (let i = 0; i < n; i++) {
      z[i] = s[i] > pivot ? 1 : 0
      if (s[i] > pivot) {
        sum += s[i]
        left--
      }
    }
    for (let i = 0; i < n && left > 0; i++) {
      if (s[i] === pivot) {
        z[i] = 1
        sum += pivot
        left--
      }
    }
    return sum
  }

  protected projectLocal(factor: number, t: Float64Array, n: number): void {
    const k = factor - this.first
    let sum = 0
    for (let i = 0; i < n; i++) {
      const v = t[i]
      if (v > 0) sum += v < 1 ? v : 1
    }
    let total = sum
    if (sum > this.most[k]) total = this.most[k]
    else if (sum < this.fewest[k]) total = this.fewest[k]
    else {
      clipToCube(t, n)
      return
    }
    // The threshold is positive above the range and negative below it; a last threshold of the other sign is
    // useless.
    const last = this.tau[k]
    const start = total < sum === last > 0 ? last : 0
    const tau = knapsackThreshold(t, this.ones, 0, n, total, start)
    this.tau[k] = tau
    clipAtThreshold(t, this.ones, 0, n, total, tau)
  }

  protected maxMarginalsLocal(
    factor: number,
    s: Float64Array,
    n: number,
    on: Float64Array,
    off: Float64Array,
  ): number {
    const fewest = Math.max(0, this.fewest[factor - this.first])
    const most = Math.min(n, this.most[factor - this.first])
    if (fewest > most) {
      on.fill(Number.NEGATIVE_INFINITY, 0, n)
      off.fill(Number.NEGATIVE_INFINITY, 0, n)
      return Number.NEGATIVE_INFINITY
    }
    const { sorted, prefix } = this
    sorted.set(s.subarray(0, n))
    sorted.subarray(0, n).sort()
    // prefix[k] = sum of the k largest
    let positives = 0
    prefix[0] = 0
    for (let k = 0; k < n; k++) {
      const v = sorted[n - 1 - k]
      prefix[k + 1] = prefix[k] + v
      if (v > 0) positives++
    }
    for (let i = 0; i < n; i++) {
      const v = s[i]
      const others = positives - (v > 0 ? 1 : 0)
      on[i] =
        most < 1
          ? Number.NEGATIVE_INFINITY
          : v + this.bestOfOthers(v, n, others, Math.max(0, fewest - 1), most - 1)
      off[i] =
        fewest > n - 1
          ? Number.NEGATIVE_INFINITY
          : this.bestOfOthers(v, n, others, fewest, Math.min(most, n - 1))
    }
    return prefix[Math.min(most, Math.max(fewest, positives))]
  }

  /** The best sum of `fewest` to `most` scores, leaving out one with the value `without`. */
  private bestOfOthers(without: number, n: number, positives: number, fewest: number, most: number): number {
    const take = Math.min(most, Math.max(fewest, positives))
    if (take === 0) return 0
    // Equal scores are interchangeable: `without` is among the largest `take` if it beats the last of them.
    const last = this.sorted[n - take]
    return without >= last ? this.prefix[take + 1] - without : this.prefix[take]
  }

  override reset(): void {
    this.tau.fill(0)
  }

  protected scoreLocal(factor: number, z: Float64Array, n: number): number {
    let sum = 0
    for (let i = 0; i < n; i++) sum += z[i]
    const k = factor - this.first
    return sum >= this.fewest[k] && sum <= this.most[k] ? 0 : Number.NEGATIVE_INFINITY
  }

  addForm(forms: LinearForms, factor: number): void {
    const { factorStart } = this.links
    const k = factor - this.first
    forms.range(this.fewest[k], this.most[k])
    forms.links(factorStart[factor], factorStart[factor + 1] - factorStart[factor])
  }

  addTo(graph: FactorGraph, factor: number, literals: readonly Literal[]): void {
    const k = factor - this.first
    graph.budget(literals, { atLeast: this.fewest[k], atMost: this.most[k] })
  }

  staysAllowed(factor: number, more: number): boolean {
    const { factorStart } = this.links
    const k = factor - this.first
    const n = factorStart[factor + 1] - factorStart[factor]
    return (more <= 0 || this.most[k] === n) && (more >= 0 || this.fewest[k] === 0)
  }
}

/** The k-th largest (k ≥ 1) of a[0..n), by quickselect; reorders a. */
export function selectLargest(a: Float64Array, n: number, k: number): number {
  let left = 0
  let right = n - 1
  const target = k - 1
  while (left < right) {
    // Median of three keeps sorted input from being the worst case.
    const middle = (left + right) >> 1
    if (a[middle] > a[left]) swap(a, middle, left)
    if (a[right] > a[left]) swap(a, right, left)
    if (a[right] > a[middle]) swap(a, right, middle)
    const pivot = a[middle]
    let i = left
    let j = right
    while (i <= j) {
      while (a[i] > pivot) i++
      while (a[j] < pivot) j--
      if (i <= j) swap(a, i++, j--)
    }
    if (target <= j) right = j
    else if (target >= i) left = i
    else break
  }
  return a[target]
}

function swap(a: Float64Array, i: number, j: number): void {
  const v = a[i]
  a[i] = a[j]
  a[j] = v
}
