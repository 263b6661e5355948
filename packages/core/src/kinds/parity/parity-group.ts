// The local operations of parity factors, on the parity polytope of Barman et al. (2011).
import type { FactorGraph } from '../../graph/graph.js'
import type { Literal } from '../../graph/variable.js'
import type { ProblemLinks } from '../../problem/links.js'
import type { LinearForms } from '../../rounding/linear-forms.js'
import { LocalGroup } from '../common/group.js'
import { projectSimplex } from '../common/thresholds.js'

/** The number of true literals is even (target 0) or odd (target 1). */
export class ParityGroup extends LocalGroup {
  readonly kind = 'parity'
  private readonly flipped: Uint8Array

  constructor(
    links: ProblemLinks,
    first: number,
    count: number,
    readonly target: Float64Array,
  ) {
    super(links, first, count)
    this.flipped = new Uint8Array(this.t.length)
  }

  override get parts() {
    return [this.target]
  }

  protected maximizeLocal(factor: number, s: Float64Array, n: number, z: Float64Array): number {
    const target = this.target[factor - this.first]
    let sum = 0
    let parity = 0
    let weakest = -1
    for (let i = 0; i < n; i++) {
      if (s[i] > 0) {
        z[i] = 1
        sum += s[i]
        parity ^= 1
      } else z[i] = 0
      if (weakest < 0 || Math.abs(s[i]) < Math.abs(s[weakest])) weakest = i
    }
    if (parity === target) return sum
    if (weakest < 0) return Number.NEGATIVE_INFINITY
    z[weakest] = 1 - z[weakest]
    return sum - Math.abs(s[weakest])
  }

  protected projectLocal(factor: number, t: Float64Array, n: number): void {
    // The only facet that the clipped point can violate is the one of the nearest corner of wrong parity
    // (Zhang and Siegel 2013): Σ_{i∈V} (1 − z_i) + Σ_{i∉V} z_i ≥ 1. In coordinates relative to that corner it
    // is an OR.
    const { flipped } = this
    let parity = 0
    let weakest = 0
    let distance = Number.POSITIVE_INFINITY
    for (let i = 0; i < n; i++) {
      const v = t[i]
      flipped[i] = v > 0.5 ? 1 : 0
      parity ^= flipped[i]
      const d = Math.abs(v - 0.5)
      if (d < distance) {
        distance = d
        weakest = i
      }
    }
    if (n > 0 && parity === this.target[factor - this.first]) flipped[weakest] = 1 - flipped[weakest]
    let sum = 0
    for (let i = 0; i < n; i++) {
      const v = t[i]
      const u = flipped[i] === 1 ? 1 - v : v
      t[i] = u
      if (u > 0) sum += u < 1 ? u : 1
    }
    if (sum < 1 && n > 0) projectSimplex(t, n, 1)
    for (let i = 0; i < n; i++) {
      const u = t[i]
      const v = u > 0 ? (u < 1 ? u : 1) : 0
      t[i] = flipped[i] === 1 ? 1 - v : v
    }
  }

  protected maxMarginalsLocal(
    factor: number,
    s: Float64Array,
    n: number,
    on: Float64Array,
    off: Float64Array,
  ): number {
    const target = this.target[factor - this.first]
    let sum = 0
    let parity = 0
    let first = Number.POSITIVE_INFINITY
    let second = Number.POSITIVE_INFINITY
    let weakest = -1
    for (let i = 0; i < n; i++) {
      if (s[i] > 0) {
        sum += s[i]
        parity ^= 1
      }
      const a = Math.abs(s[i])
      if (a < first) {
        second = first
        first = a
        weakest = i
      } else if (a < second) second = a
    }
    for (let i = 0; i < n; i++) {
      const positive = s[i] > 0
      const rest = positive ? sum - s[i] : sum
      const restParity = positive ? parity ^ 1 : parity
      const repair = i === weakest ? second : first
      on[i] = rest + s[i] - ((restParity ^ 1) === target ? 0 : repair)
      off[i] = rest - (restParity === target ? 0 : repair)
    }
    return parity === target ? sum : sum - first
  }

  protected scoreLocal(factor: number, z: Float64Array, n: number): number {
    let parity = 0
    for (let i = 0; i < n; i++) if (z[i] === 1) parity ^= 1
    return parity === this.target[factor - this.first] ? 0 : Number.NEGATIVE_INFINITY
  }

  addForm(forms: LinearForms, factor: number): void {
    const { factorStart } = this.links
    forms.parity(this.target[factor - this.first])
    forms.links(factorStart[factor], factorStart[factor + 1] - factorStart[factor])
  }

  addTo(graph: FactorGraph, factor: number, literals: readonly Literal[]): void {
    graph.parity(literals, this.target[factor - this.first] === 1)
  }
}
