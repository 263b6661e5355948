// The local operations of OR-with-output factors (paper 1, Eq. 21 and appendix E).
import type { FactorGraph } from '../../graph/graph.js'
import type { Literal } from '../../graph/variable.js'
import type { LinearForms } from '../../rounding/linear-forms.js'
import { LocalGroup } from '../common/group.js'
import { projectSimplex } from '../common/thresholds.js'
import { orMaxMarginals } from '../or/or-group.js'

/**
 * The last literal is the OR of the others: the polytope z₀ ≥ z_i, z₀ ≤ Σ z_i in the unit cube
 * (paper 1, Eq. 21 and appendix E, corrected).
 */
export class OrOutGroup extends LocalGroup {
  readonly kind = 'or-out'

  protected maximizeLocal(_factor: number, s: Float64Array, n: number, z: Float64Array): number {
    const inputs = n - 1
    let sum = 0
    let best = -1
    let any = false
    for (let i = 0; i < inputs; i++) {
      if (s[i] > 0) {
        z[i] = 1
        sum += s[i]
        any = true
      } else z[i] = 0
      if (best < 0 || s[i] > s[best]) best = i
    }
    if (best < 0) {
      z[inputs] = 0
      return 0
    }
    const total = s[inputs] + (any ? sum : s[best])
    if (total > 0) {
      z[inputs] = 1
      if (!any) z[best] = 1
      return total
    }
    for (let i = 0; i < n; i++) z[i] = 0
    return 0
  }

  protected projectLocal(_factor: number, t: Float64Array, n: number): void {
    const inputs = n - 1
    if (inputs === 0) {
      t[0] = 0
      return
    }
    const output = t[inputs]
    // First Z′ = {z₀ ≥ z_i} in the cube: z₀ rises to the mean of itself and the inputs above it. Newton on
    // φ(μ) = t₀ − μ + Σ max(t_i − μ, 0), convex and decreasing, from the left.
    let mu = output
    let count = n
    for (;;) {
      let sum = output
      let above = 0
      for (let i = 0; i < inputs; i++) {
        if (t[i] > mu) {
          sum += t[i]
          above++
        }
      }
      // In exact arithmetic the set of inputs above μ only shrinks; an input that returns is a rounding error
      // at a tie.
      if (above >= count) break
      count = above
      mu = sum / (above + 1)
    }
    const top = mu > 0 ? (mu < 1 ? mu : 1) : 0
    let sum = 0
    for (let i = 0; i < inputs; i++) {
      const v = t[i]
      if (v > 0) sum += v < top ? v : top
    }
    if (top <= sum) {
      for (let i = 0; i < inputs; i++) {
        const v = t[i]
        t[i] = v > 0 ? (v < top ? v : top) : 0
      }
      t[inputs] = top
      return
    }
    // Else z₀ = Σ z_i must hold: project onto the simplex over the inputs and 1 − z₀.
    t[inputs] = 1 - output
    projectSimplex(t, n, 1)
    t[inputs] = 1 - t[inputs]
  }

  protected maxMarginalsLocal(
    _factor: number,
    s: Float64Array,
    n: number,
    on: Float64Array,
    off: Float64Array,
  ): number {
    const inputs = n - 1
    if (inputs === 0) {
      on[0] = Number.NEGATIVE_INFINITY
      off[0] = 0
      return 0
    }
    const output = s[inputs]
    const best = orMaxMarginals(s, inputs, on, off) + output
    for (let i = 0; i < inputs; i++) {
      on[i] = on[i] + output
      const o = off[i] + output
      off[i] = o > 0 ? o : 0
    }
    on[inputs] = best
    off[inputs] = 0
    return best > 0 ? best : 0
  }

  protected scoreLocal(_factor: number, z: Float64Array, n: number): number {
    let any = 0
    for (let i = 0; i < n - 1; i++) if (z[i] === 1) any = 1
    return z[n - 1] === any ? 0 : Number.NEGATIVE_INFINITY
  }

  addForm(forms: LinearForms, factor: number): void {
    const { factorStart } = this.links
    const first = factorStart[factor]
    const n = factorStart[factor + 1] - first
    // output ⇔ some input: with weight 1 − n on the output, the sum lies between 2 − n and 0.
    forms.range(2 - n, 0)
    forms.links(first, n - 1)
    forms.link(first + n - 1, 1 - n)
  }

  addTo(graph: FactorGraph, _factor: number, literals: readonly Literal[]): void {
    graph.orOut(literals.slice(0, -1), literals[literals.length - 1])
  }
}
