// The local operations of XOR factors (paper 1, appendix C).
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
}
