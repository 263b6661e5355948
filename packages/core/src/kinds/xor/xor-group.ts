// The local operations of XOR factors (paper 1, appendix C).
import type { FactorGraph } from '../../graph/graph.js'
import type { Literal } from '../../graph/variable.js'
import type { LinearForms } from '../../rounding/linear-forms.js'
import { LocalGroup } from '../common/group.js'
import { projectSimplex } from '../common/thresholds.js'

/** Exactly one literal is true: the corners of the simplex. */
export class XorGroup extends LocalGroup {
  readonly kind = 'xor'

  protected maximizeLocal(_factor: number, s: Float64Array, n: number, z: Float64Array): number {
    if (n === 0) return Number.NEGATIVE_INFINITY
    let best = 0
    for (let i = 0; i < n; i++) {
      z[i] = 0
      if (s[i] > s[best]) best = i
    }
    z[best] = 1
    return s[best]
  }

  protected projectLocal(_factor: number, t: Float64Array, n: number): void {
    projectSimplex(t, n, 1)
  }

  protected maxMarginalsLocal(
    _factor: number,
    s: Float64Array,
    n: number,
    on: Float64Array,
    off: Float64Array,
  ): number {
    let first = Number.NEGATIVE_INFINITY
    let second = Number.NEGATIVE_INFINITY
    let best = -1
    for (let i = 0; i < n; i++) {
      if (s[i] > first) {
        second = first
        first = s[i]
        best = i
      } else if (s[i] > second) second = s[i]
    }
    for (let i = 0; i < n; i++) {
      on[i] = s[i]
      off[i] = i === best ? second : first
    }
    return first
  }

  protected scoreLocal(_factor: number, z: Float64Array, n: number): number {
    let sum = 0
    for (let i = 0; i < n; i++) sum += z[i]
    return sum === 1 ? 0 : Number.NEGATIVE_INFINITY
  }

  addForm(forms: LinearForms, factor: number): void {
    const { factorStart } = this.links
    const first = factorStart[factor]
    const n = factorStart[factor + 1] - first
    forms.range(1, 1)
    // The exactly-one factor of a domain always holds.
    if (forms.isDomain(first, n)) forms.constant(1)
    else forms.links(first, n)
  }

  addTo(graph: FactorGraph, _factor: number, literals: readonly Literal[]): void {
    graph.xor(literals)
  }

  staysAllowed(_factor: number, more: number): boolean {
    return more === 0
  }
}
