// The local operations of at-most-one factors.
import type { FactorGraph } from '../../graph/graph.js'
import type { Literal } from '../../graph/variable.js'
import type { LinearForms } from '../../rounding/linear-forms.js'
import { LocalGroup } from '../common/group.js'
import { projectSimplex } from '../common/thresholds.js'

/** At most one literal is true. */
export class AtMostOneGroup extends LocalGroup {
  readonly kind = 'at-most-one'

  protected maximizeLocal(_factor: number, s: Float64Array, n: number, z: Float64Array): number {
    let best = -1
    let score = 0
    for (let i = 0; i < n; i++) {
      z[i] = 0
      if (s[i] > score) {
        score = s[i]
        best = i
      }
    }
    if (best >= 0) z[best] = 1
    return score
  }

  protected projectLocal(_factor: number, t: Float64Array, n: number): void {
    let sum = 0
    for (let i = 0; i < n; i++) {
      const v = t[i]
      if (v > 0) sum += v
    }
    if (sum > 1) projectSimplex(t, n, 1)
    else for (let i = 0; i < n; i++) if (!(t[i] > 0)) t[i] = 0
  }

  protected maxMarginalsLocal(
    _factor: number,
    s: Float64Array,
    n: number,
    on: Float64Array,
    off: Float64Array,
  ): number {
    // No true literal is one more choice, with score 0.
    let first = 0
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
    return sum <= 1 ? 0 : Number.NEGATIVE_INFINITY
  }

  addForm(forms: LinearForms, factor: number): void {
    const { factorStart } = this.links
    const n = factorStart[factor + 1] - factorStart[factor]
    forms.range(0, 1)
    forms.links(factorStart[factor], n)
  }

  addTo(graph: FactorGraph, _factor: number, literals: readonly Literal[]): void {
    graph.atMostOne(literals)
  }

  staysAllowed(_factor: number, more: number): boolean {
    return more <= 0
  }
}
