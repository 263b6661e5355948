// The local operations of pair factors, in closed form (paper 1, appendix B).
import type { FactorGraph } from '../../graph/graph.js'
import type { Literal } from '../../graph/variable.js'
import type { ProblemLinks } from '../../problem/links.js'
import type { LinearForms } from '../../rounding/linear-forms.js'
import type { FactorGroup } from '../common/group.js'

/**
 * θ·a·b for two literals. Compilation folds negations into θ and the scores of the variables, so the loops
 * below see plain slots: a is the slot of the first link, b that of the second.
 */
export class PairGroup implements FactorGroup {
  readonly kind = 'pair'
  readonly remembers = false
  private readonly firstLink: number

  constructor(
    private readonly links: ProblemLinks,
    readonly first: number,
    readonly count: number,
    readonly theta: Float64Array,
  ) {
    this.firstLink = links.factorStart[first]
  }

  get parts() {
    return [this.theta]
  }

  maximize(factor: number, x: Float64Array, z: Float64Array): number {
    const l = this.links.factorStart[factor]
    const a = x[l]
    const b = x[l + 1]
    const both = a + b + this.theta[factor - this.first]
    const single = a > b ? a : b
    const alone = single > 0 ? single : 0
    if (both > alone) {
      z[l] = 1
      z[l + 1] = 1
      return both
    }
    z[l] = single > 0 && a > b ? 1 : 0
    z[l + 1] = single > 0 && a <= b ? 1 : 0
    return alone
  }

  bound(x: Float64Array): number {
    const theta = this.theta
    let l = this.firstLink
    let total = 0
    for (let k = 0; k < this.count; k++, l += 2) {
      const a = x[l]
      const b = x[l + 1]
      const both = a + b + theta[k]
      const single = a > b ? a : b
      const alone = single > 0 ? single : 0
      total += both > alone ? both : alone
    }
    return total
  }

  maxima(list: Int32Array, from: number, to: number, x: Float64Array, best: Float64Array): void {
    const { theta, first, firstLink } = this
    for (let k = from; k < to; k++) {
      const f = list[k]
      const l = firstLink + 2 * (f - first)
      const a = x[l]
      const b = x[l + 1]
      const both = a + b + theta[f - first]
      const single = a > b ? a : b
      const alone = single > 0 ? single : 0
      best[f] = both > alone ? both : alone
    }
  }

  project(
    list: Int32Array,
    from: number,
    to: number,
    target: Float64Array,
    eta: number,
    z: Float64Array,
  ): void {
    const theta = this.theta
    const first = this.first
    const firstLink = this.firstLink
    const inverse = 1 / eta
    for (let k = from; k < to; k++) {
      const index = list[k] - first
      const l = firstLink + 2 * index
      let a = target[l]
      let b = target[l + 1]
      let w = theta[index] * inverse
      if (w >= 0) {
        if (a > b + w) b += w
        else if (b > a + w) a += w
        else b = a = 0.5 * (a + b + w)
        z[l] = a > 0 ? (a < 1 ? a : 1) : 0
        z[l + 1] = b > 0 ? (b < 1 ? b : 1) : 0
      } else {
        // a·b = a − a·(1 − b): a pair of opposite sign between a and 1 − b
        a += w
        b = 1 - b
        w = -w
        if (a > b + w) b += w
        else if (b > a + w) a += w
        else b = a = 0.5 * (a + b + w)
        z[l] = a > 0 ? (a < 1 ? a : 1) : 0
        z[l + 1] = b > 0 ? (b < 1 ? 1 - b : 0) : 1
      }
    }
  }

  maxMarginals(factor: number, x: Float64Array, on: Float64Array, off: Float64Array): number {
    const l = this.links.factorStart[factor]
    const a = x[l]
    const b = x[l + 1]
    const both = a + b + this.theta[factor - this.first]
    on[l] = both > a ? both : a
    off[l] = b > 0 ? b : 0
    on[l + 1] = both > b ? both : b
    off[l + 1] = a > 0 ? a : 0
    return on[l] > off[l] ? on[l] : off[l]
  }

  reset(): void {}

  score(factor: number, z: Float64Array): number {
    const l = this.links.factorStart[factor]
    return z[l] === 1 && z[l + 1] === 1 ? this.theta[factor - this.first] : 0
  }

  relaxedScore(factor: number, z: Float64Array): number {
    const l = this.links.factorStart[factor]
    const a = z[l]
    const b = z[l + 1]
    const theta = this.theta[factor - this.first]
    if (theta >= 0) return theta * (a < b ? a : b)
    const overlap = a + b - 1
    return overlap > 0 ? theta * overlap : 0
  }

  leastScore(factor: number): number {
    const theta = this.theta[factor - this.first]
    return theta < 0 ? theta : 0
  }

  scale(): number {
    let sum = 0
    for (let k = 0; k < this.count; k++) sum += Math.abs(this.theta[k])
    return sum / this.count
  }

  ownWork(): number {
    return 0
  }

  addForm(forms: LinearForms, factor: number): void {
    forms.pair(this.theta[factor - this.first])
    forms.links(this.links.factorStart[factor], 2)
  }

  addTo(graph: FactorGraph, factor: number, [a, b]: readonly Literal[]): void {
    graph.pair(a, b, this.theta[factor - this.first])
  }
}
