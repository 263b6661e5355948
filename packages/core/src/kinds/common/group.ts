// The local operations at factors (paper 2, Table 1.1), and the loops over links that most kinds share.
import type { FactorGraph } from '../../graph/graph.js'
import type { Literal } from '../../graph/variable.js'
import { carveFloats } from '../../numeric/carve.js'
import type { ProblemLinks } from '../../problem/links.js'
import type { LinearForms } from '../../rounding/linear-forms.js'
import type { GroupParts } from './kind.js'

/**
 * All factors of one kind in a compiled problem, with the local operations that the solvers need (paper 2,
 * Table 1.1). The links of factor f are factorStart[f] … factorStart[f + 1] − 1. Arrays over links hold slot
 * values: negation is undone on the way in and out.
 *
 * x are the scores on the links, with the score of each variable split among its links: ξ = θ_iα + λ_iα in
 * paper 2, Eq. 1.14.
 */
export interface FactorGroup {
  readonly kind: string
  /** First factor of the group. */
  readonly first: number
  /** Number of factors. */
  readonly count: number
  /**
   * Arrays that, with `links`, make the same group in another thread; null if it works in this thread only.
   */
  readonly parts: GroupParts | null
  /**
   * True if a quadratic step starts from the state of the last one at the same factor: one thread must do
   * them all.
   */
  readonly remembers: boolean
  /** True if maxima are taken over a relaxation, so that maximisers may be fractional. */
  readonly relaxed?: boolean
  /** Maximum number of local maximisations in a quadratic step, for kinds that use the active-set method. */
  rounds?: number
  /**
   * Best own score + Σ x·z of one factor, −Infinity if no configuration is allowed; writes the maximiser z.
   */
  maximize(factor: number, x: Float64Array, z: Float64Array): number
  /** Sum of the maxima of all factors of the group. */
  bound(x: Float64Array): number
  /** best[f] := the maximum of each factor f in list[from..to). */
  maxima(list: Int32Array, from: number, to: number, x: Float64Array, best: Float64Array): void
  /**
   * The AD³ quadratic step (paper 2, Eq. 1.20) for the factors list[from..to):
   * z := argmax own(z)/η − ½ Σ (z − target)², where a link's target is p + x/η.
   */
  project(
    list: Int32Array,
    from: number,
    to: number,
    target: Float64Array,
    eta: number,
    z: Float64Array,
  ): void
  /** Writes the best total score with each link at 1 and at 0; returns the best of all. */
  maxMarginals(factor: number, x: Float64Array, on: Float64Array, off: Float64Array): number
  /** Own score of the 0/1 values z of the factor's links; −Infinity if forbidden. */
  score(factor: number, z: Float64Array): number
  /** Own score of the relaxed point that the last `project` found; 0 for factors without own scores. */
  relaxedScore(factor: number, z: Float64Array): number
  /** Lowest own score of an allowed configuration; −Infinity if it is not known. */
  leastScore(factor: number): number
  /** Resets the state of quadratic steps, so that a new run gives the same bits as the first. */
  reset(): void
  /** Typical absolute value of the own scores of the group's factors; 0 if they have none. */
  scale(): number
  /** Estimated work of a local operation at a factor, in numbers that it reads besides its links. */
  ownWork(factor: number): number
  /** Adds the linear form of a factor, for local search. */
  addForm(forms: LinearForms, factor: number): void
  /** Adds further forms of a factor, after those of all factors. Missing if there are none. */
  addMoreForms?(forms: LinearForms, factor: number): void
  /** Adds a factor to a graph, over literals of that graph in the place of its links. */
  addTo(graph: FactorGraph, factor: number, literals: readonly Literal[]): void
  /**
   * Whether every allowed configuration stays allowed when `more` is added to the sum of its true literals
   * (of their costs, if the kind has costs). Missing if the sum does not decide.
   */
  staysAllowed?(factor: number, more: number): boolean
  /** What a link that is true adds to the sum of `staysAllowed`. By default 1. */
  cost?(link: number): number
}

/**
 * The loops over links that most kinds share: each loads the literals into scratch, calls a local operation,
 * and writes the result back. A subclass implements the local operations on literals.
 */
export abstract class LocalGroup implements FactorGroup {
  abstract readonly kind: string
  protected readonly t: Float64Array
  protected readonly u: Float64Array
  protected readonly v: Float64Array
  private readonly anyNegated: boolean

  constructor(
    protected readonly links: ProblemLinks,
    readonly first: number,
    readonly count: number,
  ) {
    let widest = 1
    for (let f = first; f < first + count; f++)
      widest = Math.max(widest, links.factorStart[f + 1] - links.factorStart[f])
    this.anyNegated = links.linkNegated
      .subarray(links.factorStart[first], links.factorStart[first + count])
      .includes(1)
    this.t = carveFloats(widest)
    this.u = carveFloats(widest)
    this.v = carveFloats(widest)
  }

  /** Best own score + s·z over literals; writes z. */
  protected abstract maximizeLocal(factor: number, s: Float64Array, n: number, z: Float64Array): number
  /** t := argmax own(z)/η − ½‖z − t‖². */
  protected abstract projectLocal(factor: number, t: Float64Array, n: number, eta: number): void
  protected abstract maxMarginalsLocal(
    factor: number,
    s: Float64Array,
    n: number,
    on: Float64Array,
    off: Float64Array,
  ): number
  protected abstract scoreLocal(factor: number, z: Float64Array, n: number): number

  abstract addForm(forms: LinearForms, factor: number): void
  abstract addTo(graph: FactorGraph, factor: number, literals: readonly Literal[]): void

  maximize(factor: number, x: Float64Array, z: Float64Array): number {
    const { linkNegated, factorStart } = this.links
    const start = factorStart[factor]
    const n = factorStart[factor + 1] - start
    const constant = this.loadScores(start, n, x)
    const best = this.maximizeLocal(factor, this.t, n, this.u)
    for (let i = 0; i < n; i++) z[start + i] = linkNegated[start + i] === 1 ? 1 - this.u[i] : this.u[i]
    return best + constant
  }

  bound(x: Float64Array): number {
    const { factorStart } = this.links
    let total = 0
    for (let f = this.first; f < this.first + this.count; f++) {
      const start = factorStart[f]
      const n = factorStart[f + 1] - start
      const constant = this.loadScores(start, n, x)
      total += this.maximizeLocal(f, this.t, n, this.u) + constant
    }
    return total
  }

  maxima(list: Int32Array, from: number, to: number, x: Float64Array, best: Float64Array): void {
    const { factorStart } = this.links
    for (let k = from; k < to; k++) {
      const f = list[k]
      const start = factorStart[f]
      const n = factorStart[f + 1] - start
      const constant = this.loadScores(start, n, x)
      best[f] = this.maximizeLocal(f, this.t, n, this.u) + constant
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
    const { linkNegated, factorStart } = this.links
    const { t, anyNegated } = this
    for (let k = from; k < to; k++) {
      const f = list[k]
      const start = factorStart[f]
      const n = factorStart[f + 1] - start
      if (anyNegated) {
        for (let i = 0; i < n; i++)
          t[i] = linkNegated[start + i] === 1 ? 1 - target[start + i] : target[start + i]
        this.projectLocal(f, t, n, eta)
        for (let i = 0; i < n; i++) z[start + i] = linkNegated[start + i] === 1 ? 1 - t[i] : t[i]
      } else {
        for (let i = 0; i < n; i++) t[i] = target[start + i]
        this.projectLocal(f, t, n, eta)
        for (let i = 0; i < n; i++) z[start + i] = t[i]
      }
    }
  }

  maxMarginals(factor: number, x: Float64Array, on: Float64Array, off: Float64Array): number {
    const { linkNegated, factorStart } = this.links
    const start = factorStart[factor]
    const n = factorStart[factor + 1] - start
    const constant = this.loadScores(start, n, x)
    const best = this.maxMarginalsLocal(factor, this.t, n, this.u, this.v)
    for (let i = 0; i < n; i++) {
      const flip = linkNegated[start + i] === 1
      on[start + i] = (flip ? this.v[i] : this.u[i]) + constant
      off[start + i] = (flip ? this.u[i] : this.v[i]) + constant
    }
    return best + constant
  }

  score(factor: number, z: Float64Array): number {
    const { linkNegated, factorStart } = this.links
    const start = factorStart[factor]
    const n = factorStart[factor + 1] - start
    for (let i = 0; i < n; i++) this.t[i] = linkNegated[start + i] === 1 ? 1 - z[start + i] : z[start + i]
    return this.scoreLocal(factor, this.t, n)
  }

  get parts(): GroupParts | null {
    return []
  }

  get remembers(): boolean {
    return false
  }

  relaxedScore(_factor: number, _z: Float64Array): number {
    return 0
  }

  leastScore(_factor: number): number {
    return 0
  }

  reset(): void {}

  scale(): number {
    return 0
  }

  ownWork(_factor: number): number {
    return 0
  }

  /** t := scores of the literals; returns the constant that negated links contribute. */
  private loadScores(start: number, n: number, x: Float64Array): number {
    const { linkNegated } = this.links
    const t = this.t
    let constant = 0
    for (let i = 0; i < n; i++) {
      const score = x[start + i]
      if (linkNegated[start + i] === 1) {
        t[i] = -score
        constant += score
      } else t[i] = score
    }
    return constant
  }
}
