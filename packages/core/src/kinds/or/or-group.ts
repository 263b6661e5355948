// The local operations of OR factors (paper 1, appendix D).
import type { FactorGraph } from '../../graph/graph.js'
import type { Literal } from '../../graph/variable.js'
import type { LinearForms } from '../../rounding/linear-forms.js'
import { LocalGroup } from '../common/group.js'
import { clipToCube, projectSimplex } from '../common/thresholds.js'

/** At least one literal is true. */
export class OrGroup extends LocalGroup {
  readonly kind = 'or'

  protected maximizeLocal(_factor: number, s: Float64Array, n: number, z: Float64Array): number {
    if (n === 0) return Number.NEGATIVE_INFINITY
    let sum = 0
    let best = 0
    let any = false
    for (let i = 0; i < n; i++) {
      if (s[i] > 0) {
        z[i] = 1
        sum += s[i]
        any = true
      } else z[i] = 0
      if (s[i] > s[best]) best = i
    }
    if (any) return sum
    z[best] = 1
    return s[best]
  }

  protected projectLocal(_factor: number, t: Float64Array, n: number): void {
    let sum = 0
    for (let i = 0; i < n; i++) {
      const v = t[i]
      if (v > 0) sum += v < 1 ? v : 1
    }
    // Outside the half-space Σ z ≥ 1 the closest point lies on its face, the simplex.
    if (sum >= 1) clipToCube(t, n)
    else projectSimplex(t, n, 1)
  }

  protected maxMarginalsLocal(
    _factor: number,
    s: Float64Array,
    n: number,
    on: Float64Array,
    off: Float64Array,
  ): number {
    if (n === 0) return Number.NEGATIVE_INFINITY
    return orMaxMarginals(s, n, on, off)
  }

  protected scoreLocal(_factor: number, z: Float64Array, n: number): number {
    for (let i = 0; i < n; i++) if (z[i] === 1) return 0
    return Number.NEGATIVE_INFINITY
  }

  addForm(forms: LinearForms, factor: number): void {
    const { factorStart } = this.links
    const n = factorStart[factor + 1] - factorStart[factor]
    forms.range(1, n)
    forms.links(factorStart[factor], n)
  }

  addTo(graph: FactorGraph, _factor: number, literals: readonly Literal[]): void {
    graph.or(literals)
  }

  staysAllowed(_factor: number, more: number): boolean {
    return more >= 0
  }
}

/** Max-marginals of "at least one of s[0..n)"; returns the maximum. */
export function orMaxMarginals(s: Float64Array, n: number, on: Float64Array, off: Float64Array): number {
  let sum = 0
  let positives = 0
  let first = Number.NEGATIVE_INFINITY
  let second = Number.NEGATIVE_INFINITY
  let best = -1
  for (let i = 0; i < n; i++) {
    const v = s[i]
    if (v > 0) {
      sum += v
      positives++
    }
    if (v > first) {
      second = first
      first = v
      best = i
    } else if (v > second) second = v
  }
  for (let i = 0; i < n; i++) {
    const v = s[i]
    if (v > 0) {
      on[i] = sum
      off[i] = positives > 1 ? sum - v : second
    } else {
      on[i] = sum + v
      off[i] = positives > 0 ? sum : i === best ? second : first
    }
  }
  return positives > 0 ? sum : first
}
