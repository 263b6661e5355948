// The active-set method: the quadratic step of AD³ from local maximisation alone (paper 2, section 1.6.1,
// Algorithm 1.3). It solves max_q b·q − ½‖Mq − a‖² over distributions q on configurations, where column c of
// M marks the links that are 1 in configuration c, and b are the own scores divided by η. The support of the
// last solution, its weights and its factorised KKT matrix are kept between calls.
import { carveFloats, carveInts } from '../../numeric/carve.js'
import { SupportFactor } from './support-factor.js'

/**
 * Finds the configuration c that maximises own(c)/η + w·c. Writes its links to `on`, returns their number,
 * and sets `own`.
 */
export interface LocalMaximizer {
  /** Own score of the last configuration found; −Infinity if no configuration is allowed. */
  own: number
  maximizeConfiguration(w: Float64Array, eta: number, on: Int32Array): number
}

export class ActiveSet {
  /** Calls of the local maximiser so far. */
  calls = 0
  readonly support: SupportFactor
  private weights: Float64Array = new Float64Array(4)
  /** Own score of each configuration of the support. */
  private owns: Float64Array = new Float64Array(4)

  constructor(
    private readonly links: number,
    /** Maximum number of links that are 1 in a configuration. */
    width: number,
  ) {
    this.support = new SupportFactor(width)
  }

  /** Number of configurations in the support. */
  get size(): number {
    return this.support.size
  }

  /** Forgets the support: the next solution starts from a single configuration. */
  reset(): void {
    this.support.clear()
  }

  /**
   * Computes z := M·q̂ for the target a[0..links); own scores are divided by η. Stops after `maxRounds`
   * maximisations even if z is not optimal yet (paper 2, Proposition 1.6: AD³ tolerates errors that shrink).
   */
  solve(
    a: Float64Array,
    eta: number,
    maximizer: LocalMaximizer,
    maxRounds: number,
    z: Float64Array,
    s: Scratch,
  ): void {
    const { on, w } = s
    const { support } = this
    support.freshen(s)
    let rounds = 0
    const limit = 4 * maxRounds + 40
    for (let step = 0; step < limit; step++) {
      if (support.size === 0) {
        const n = maximizer.maximizeConfiguration(a, eta, on)
        this.calls++
        if (maximizer.own === Number.NEGATIVE_INFINITY) {
          for (let l = 0; l < this.links; l++) z[l] = a[l] > 0 ? (a[l] < 1 ? a[l] : 1) : 0
          return
        }
        this.add(on, n, maximizer.own, 1, s)
      }
      if (step === 0) this.combine(a, z, w)
      const tau = this.move(w, eta, s)
      this.combine(a, z, w)
      if (this.blocked) continue
      if (rounds >= maxRounds) return
      rounds++
      const n = maximizer.maximizeConfiguration(w, eta, on)
      this.calls++
      const own = maximizer.own / eta
      let score = own
      for (let j = 0; j < n; j++) score += w[on[j]]
      // Eq. 1.32: no configuration scores more than τ, so the KKT conditions hold.
      if (score <= tau + 1e-10 + 1e-13 * (Math.abs(tau) + Math.abs(own))) return
      if (support.find(on, n) >= 0) return
      this.enter(on, n, maximizer.own, s)
      this.combine(a, z, w)
    }
  }

  /** Own score of the relaxed solution: Σ of weight times own score over the support. */
  ownScore(): number {
    let sum = 0
    for (let k = 0; k < this.support.size; k++) sum += this.weights[k] * this.owns[k]
    return sum
  }

  /** Weight of configuration k of the support in the last solution. */
  weightOf(k: number): number {
    return this.weights[k]
  }

  private blocked = false

  /**
   * Moves the weights towards the solution of the KKT system on the support (Eq. 1.31). If a weight reaches
   * zero before (Eq. 1.33), its configuration leaves the support. Returns τ. The system is solved for the
   * change of the weights: with scores of 1e8, solving for the weights themselves would give errors of 1e−8.
   */
  private move(w: Float64Array, eta: number, s: Scratch): number {
    const change = s.rhs
    const { support, weights, owns } = this
    const size = support.size
    const base = owns[0] / eta + support.dot(0, w)
    change[0] = 0
    for (let k = 1; k < size; k++) change[k] = owns[k] / eta + support.dot(k, w) - base
    const tau = base + support.solve(change)
    let beta = 1
    let blocking = -1
    for (let k = 0; k < size; k++) {
      if (weights[k] + change[k] < -1e-12) {
        const ratio = weights[k] / -change[k]
        if (ratio < beta) {
          beta = ratio
          blocking = k
        }
      }
    }
    let sum = 0
    for (let k = 0; k < size; k++) {
      const moved = weights[k] + beta * change[k]
      weights[k] = moved > 0 && k !== blocking ? moved : 0
      sum += weights[k]
    }
    if (sum > 0 && sum !== 1) for (let k = 0; k < size; k++) weights[k] /= sum
    this.blocked = blocking >= 0
    if (this.blocked) this.drop(blocking)
    return tau
  }

  /** z := Mq and w := a − z. */
  private combine(a: Float64Array, z: Float64Array, w: Float64Array): void {
    const { links, support, weights } = this
    for (let l = 0; l < links; l++) z[l] = 0
    for (let k = 0; k < support.size; k++) if (weights[k] > 0) support.addTo(z, k, weights[k])
    for (let l = 0; l < links; l++) {
      const most = z[l] > 1 ? 1 : z[l]
      z[l] = most
      w[l] = a[l] - most
    }
  }

  /** Adds the configuration that was found to the support, with weight 0. */
  private enter(on: Int32Array, n: number, own: number, s: Scratch): void {
    if (this.add(on, n, own, 0, s)) return
    // It is an affine combination y of the support, so the KKT matrix would be singular. In the direction
    // (new +1, support −y) the point Mq does not change and the own score improves: move until a weight is
    // zero, and replace that configuration.
    const y = s.solution
    const { support, weights } = this
    let step = Number.POSITIVE_INFINITY
    let leaving = -1
    for (let k = 0; k < support.size; k++) {
      if (y[k] > 1e-9 && weights[k] < step * y[k]) {
        step = weights[k] / y[k]
        leaving = k
      }
    }
    if (leaving < 0) return
    for (let k = 0; k < support.size; k++) {
      const moved = weights[k] - step * y[k]
      weights[k] = moved > 0 ? moved : 0
    }
    this.drop(leaving)
    this.add(on, n, own, step, s)
  }

  /**
   * Adds a configuration. Returns false, with only scratch changed, if it depends affinely on the support.
   */
  private add(on: Int32Array, n: number, own: number, weight: number, s: Scratch): boolean {
    if (!this.support.add(on, n, s)) return false
    const k = this.support.size - 1
    if (k === this.weights.length) {
      this.weights = extend(this.weights)
      this.owns = extend(this.owns)
    }
    this.weights[k] = weight
    this.owns[k] = own
    return true
  }

  private drop(k: number): void {
    const { support, weights, owns } = this
    for (let i = k + 1; i < support.size; i++) {
      weights[i - 1] = weights[i]
      owns[i - 1] = owns[i]
    }
    support.remove(k)
  }
}

function extend(a: Float64Array): Float64Array {
  const b = carveFloats(2 * a.length)
  b.set(a)
  return b
}

/** Scratch arrays, shared by all active sets of a group. */
export class Scratch {
  readonly on: Int32Array
  readonly list: Int32Array
  readonly w: Float64Array
  readonly mark: Float64Array
  readonly rhs: Float64Array
  readonly solution: Float64Array

  constructor(links: number) {
    this.on = carveInts(links)
    this.list = carveInts(links)
    this.w = carveFloats(links)
    this.mark = carveFloats(links)
    // By Carathéodory an affinely independent support has at most links + 1 configurations.
    this.rhs = carveFloats(links + 1)
    this.solution = carveFloats(links + 1)
  }
}
