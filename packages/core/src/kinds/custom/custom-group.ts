// The local operations of custom factors, all derived from the user's `maximize`: the quadratic step by the
// active-set method, evidence and max-marginals by prices on links.

import { ParleyError } from '../../error.js'
import type { FactorGraph } from '../../graph/graph.js'
import type { Literal } from '../../graph/variable.js'
import { carveFloats, carveInts } from '../../numeric/carve.js'
import { SCORE_LIMIT } from '../../numeric/score-limit.js'
import type { ProblemLinks } from '../../problem/links.js'
import type { LinearForms } from '../../rounding/linear-forms.js'
import { ActiveSet, type LocalMaximizer, Scratch } from '../common/active-set.js'
import { LocalGroup } from '../common/group.js'
import type { Factor } from './factor.js'
import { raisePrice } from './raise-price.js'

/** Estimated work of a call. */
const WORK = 1000

/** All custom factors of a problem. */
export class CustomGroup extends LocalGroup implements LocalMaximizer {
  readonly kind = 'custom'
  own = 0
  rounds = 30
  private readonly sets: (ActiveSet | undefined)[]
  private readonly scratch: Scratch
  private readonly z: Float64Array
  private current = 0
  /** Number of forced links of each factor. */
  private readonly forcedCount: Int32Array
  /** Views of the right length for each factor: the user's function must see only its own links. */
  private readonly scoreViews: Float64Array[] = []
  private readonly configurationViews: Float64Array[] = []

  /**
   * `forced` holds, for each link of the group, −1 if it is free, else the value that evidence gives the
   * literal.
   */
  constructor(
    links: ProblemLinks,
    first: number,
    count: number,
    private readonly factors: readonly Factor[],
    private readonly forced: Int8Array,
  ) {
    super(links, first, count)
    this.sets = new Array<ActiveSet | undefined>(count)
    this.scratch = new Scratch(this.t.length)
    const start = links.factorStart[first]
    this.forcedCount = carveInts(count)
    for (let k = 0; k < count; k++)
      for (let l = links.factorStart[first + k]; l < links.factorStart[first + k + 1]; l++)
        if (forced[l - start] >= 0) this.forcedCount[k]++
    this.z = carveFloats(this.t.length)
    const scores = carveFloats(this.t.length)
    const configuration = carveFloats(this.t.length)
    for (let k = 0; k < count; k++) {
      this.scoreViews.push(scores.subarray(0, this.degree(k)))
      this.configurationViews.push(configuration.subarray(0, this.degree(k)))
    }
  }

  override get remembers() {
    return true
  }

  /** The user's functions cannot be sent to another thread. */
  override get parts() {
    return null
  }

  /** Number of calls of `maximize` by the quadratic step so far. */
  get calls(): number {
    let calls = 0
    for (const set of this.sets) calls += set?.calls ?? 0
    return calls
  }

  private degree(k: number): number {
    return this.links.factorStart[this.first + k + 1] - this.links.factorStart[this.first + k]
  }

  /**
   * Own score of the best configuration under s·scale; −Infinity if none is allowed. The configuration is
   * left in the factor's configuration view. Evidence becomes a price on the links that it fixes, raised
   * until it is respected.
   */
  private call(k: number, s: Float64Array, scale: number): number {
    const scores = this.scoreViews[k]
    const configuration = this.configurationViews[k]
    const n = scores.length
    const offset = this.links.factorStart[this.first + k] - this.links.factorStart[this.first]
    for (let i = 0; i < n; i++) scores[i] = s[i] * scale
    if (this.forcedCount[k] === 0) return this.checked(k, this.factors[k].maximize(scores, configuration))
    let price = 2
    for (let i = 0; i < n; i++) price += 2 * Math.abs(scores[i])
    return raisePrice(price, (raised) => {
      for (let i = 0; i < n; i++) {
        const value = this.forced[offset + i]
        scores[i] = value < 0 ? s[i] * scale : value === 1 ? raised : -raised
      }
      const own = this.checked(k, this.factors[k].maximize(scores, configuration))
      if (own === Number.NEGATIVE_INFINITY) return own
      for (let i = 0; i < n; i++) {
        const value = this.forced[offset + i]
        if (value >= 0 && configuration[i] !== value) return null
      }
      return own
    })
  }

  private checked(k: number, own: number): number {
    if (requireOwn(this.factors[k], 'maximize', own) === Number.NEGATIVE_INFINITY) return own
    const configuration = this.configurationViews[k]
    for (let i = 0; i < configuration.length; i++) {
      const value = configuration[i]
      if (value !== 0 && value !== 1)
        throw this.broken(k, `wrote ${value} for link ${i}. Every link must be 0 or 1.`)
    }
    return own
  }

  private broken(k: number, what: string): ParleyError {
    return broken(this.factors[k], 'maximize', what)
  }

  protected maximizeLocal(factor: number, s: Float64Array, n: number, z: Float64Array): number {
    const k = factor - this.first
    const own = this.call(k, s, 1)
    const configuration = this.configurationViews[k]
    let total = own
    for (let i = 0; i < n; i++) {
      z[i] = configuration[i]
      total += configuration[i] * s[i]
    }
    return total
  }

  maximizeConfiguration(w: Float64Array, eta: number, on: Int32Array): number {
    this.own = this.call(this.current, w, eta)
    const configuration = this.configurationViews[this.current]
    let count = 0
    for (let i = 0; i < configuration.length; i++) if (configuration[i] === 1) on[count++] = i
    return count
  }

  protected projectLocal(factor: number, t: Float64Array, n: number, eta: number): void {
    const k = factor - this.first
    let set = this.sets[k]
    if (set === undefined) {
      set = new ActiveSet(n, n)
      this.sets[k] = set
    }
    this.current = k
    set.solve(t, eta, this, this.rounds, this.z, this.scratch)
    for (let i = 0; i < n; i++) t[i] = this.z[i]
  }

  protected maxMarginalsLocal(
    factor: number,
    s: Float64Array,
    n: number,
    on: Float64Array,
    off: Float64Array,
  ): number {
    const k = factor - this.first
    const user = this.factors[k]
    const offset = this.links.factorStart[factor] - this.links.factorStart[this.first]
    if (user.maxMarginals !== undefined && this.forcedCount[k] === 0) {
      const scores = this.scoreViews[k]
      for (let i = 0; i < n; i++) scores[i] = s[i]
      return checkedMarginals(
        user,
        user.maxMarginals(scores, on.subarray(0, n), off.subarray(0, n)),
        on,
        off,
        n,
      )
    }
    // One maximisation gives one side of every link; the other side is found by forcing the link.
    const best = this.maximizeLocal(factor, s, n, this.z)
    for (let i = 0; i < n; i++) {
      const value = this.z[i]
      const before = this.forced[offset + i]
      let other = Number.NEGATIVE_INFINITY
      if (best !== Number.NEGATIVE_INFINITY && before < 0) {
        this.forced[offset + i] = 1 - value
        this.forcedCount[k]++
        const own = this.call(k, s, 1)
        const configuration = this.configurationViews[k]
        other = own
        if (own !== Number.NEGATIVE_INFINITY) for (let j = 0; j < n; j++) other += configuration[j] * s[j]
        this.forced[offset + i] = before
        this.forcedCount[k]--
      }
      on[i] = value === 1 ? best : other
      off[i] = value === 1 ? other : best
    }
    return best
  }

  override reset(): void {
    for (const set of this.sets) set?.reset()
  }

  protected scoreLocal(factor: number, z: Float64Array, n: number): number {
    const k = factor - this.first
    return customScore(this.factors[k], z.subarray(0, n))
  }

  override relaxedScore(factor: number, _z: Float64Array): number {
    return this.sets[factor - this.first]?.ownScore() ?? 0
  }

  override leastScore(_factor: number): number {
    return Number.NEGATIVE_INFINITY
  }

  override ownWork(): number {
    return WORK
  }

  addForm(forms: LinearForms, factor: number): void {
    const { factorStart } = this.links
    forms.custom()
    forms.links(factorStart[factor], factorStart[factor + 1] - factorStart[factor], 0)
  }

  addTo(graph: FactorGraph, factor: number, literals: readonly Literal[]): void {
    graph.add(this.factors[factor - this.first], literals)
  }
}

/** The own score of a configuration: by the factor's `score`, or by `maximize` with prices that force it. */
export function customScore(factor: Factor, configuration: Float64Array): number {
  if (factor.score !== undefined) return requireOwn(factor, 'score', factor.score(configuration))
  const n = configuration.length
  const scores = carveFloats(n)
  const found = new Float64Array(n)
  return raisePrice(1, (price) => {
    for (let i = 0; i < n; i++) scores[i] = configuration[i] === 1 ? price : -price
    const own = requireOwn(factor, 'maximize', factor.maximize(scores, found))
    if (own === Number.NEGATIVE_INFINITY) return own
    for (let i = 0; i < n; i++) if (found[i] !== configuration[i]) return null
    return own
  })
}

/** Throws if an own score is NaN or its absolute value exceeds the limit; −Infinity is allowed. */
function requireOwn(factor: Factor, operation: 'maximize' | 'score', own: number): number {
  if (Math.abs(own) <= SCORE_LIMIT || own === Number.NEGATIVE_INFINITY) return own
  const expected = operation === 'maximize' ? 'of the configuration that it wrote' : 'of the configuration'
  throw broken(
    factor,
    operation,
    Number.isFinite(own)
      ? `returned ${own}. Own scores may be up to 1e10 in size, or −Infinity for a forbidden configuration.`
      : `returned ${String(own)}. It must return the own score ${expected}.`,
  )
}

/** Throws if max-marginals are NaN or +Infinity; returns the best total. */
function checkedMarginals(
  factor: Factor,
  best: number,
  on: Float64Array,
  off: Float64Array,
  n: number,
): number {
  if (!(best < Number.POSITIVE_INFINITY))
    throw broken(factor, 'maxMarginals', `returned ${String(best)}. It must return the best total score.`)
  for (let i = 0; i < n; i++)
    if (!(on[i] < Number.POSITIVE_INFINITY && off[i] < Number.POSITIVE_INFINITY))
      throw broken(
        factor,
        'maxMarginals',
        `wrote ${on[i]} and ${off[i]} for link ${i}. They must be finite numbers, or −Infinity.`,
      )
  return best
}

function broken(factor: Factor, operation: string, what: string): ParleyError {
  const name = factor.name ?? 'custom'
  return new ParleyError('bad-factor', `\`${operation}\` of a factor (${name}) ${what}`, { factor: name })
}
