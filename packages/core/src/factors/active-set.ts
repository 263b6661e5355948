// The quadratic step of AD³ from local maximisation alone (paper 2, section 1.6.1, Algorithm 1.3):
//   max_q  b·q − ½‖Mq − a‖²  over distributions q on configurations,
// where column c of M marks the links that are 1 in configuration c. The state kept between calls is the support
// of the last solution, its weights, and the inverse of the KKT matrix K = [0 1ᵀ; 1 MᵀM] (Eq. 1.31).

const SINGULAR = 1e-9

/** Finds the configuration maximising own(c)/η + w·c: writes its links to `on`, returns how many; sets `own`. */
export interface LocalMaximizer {
  /** Own score of the configuration found last. */
  own: number
  maximizeConfiguration(w: Float64Array, eta: number, on: Int32Array): number
}

export class ActiveSet {
  /** Number of configurations in the support. */
  size = 0
  weights: Float64Array
  /** Own scores b of the support's configurations. */
  owns: Float64Array
  /** Calls of the local maximiser so far. */
  calls = 0
  private capacity: number
  private counts: Int32Array
  private lists: Int32Array
  /** K⁻¹, (size + 1)² inside rows of length capacity + 1; index 0 belongs to the constraint Σ q = 1. */
  private inverse: Float64Array

  constructor(
    private readonly links: number,
    /** The most links that a configuration can have at 1. */
    private readonly width: number,
  ) {
    this.capacity = 4
    this.weights = new Float64Array(4)
    this.owns = new Float64Array(4)
    this.counts = new Int32Array(4)
    this.lists = new Int32Array(4 * width)
    this.inverse = new Float64Array(25)
  }

  /** Forgets the support: the next solution starts from a single configuration. */
  reset(): void {
    this.size = 0
  }

  /**
   * z := M·q̂ for the target a[0..links); η scales own scores. Stops after `maxRounds` maximisations even if not
   * optimal (paper 2, Proposition 1.6: AD³ tolerates errors that shrink).
   */
  solve(
    a: Float64Array,
    eta: number,
    maximizer: LocalMaximizer,
    maxRounds: number,
    z: Float64Array,
    s: Scratch,
  ): void {
    const { on, w, rhs, solution } = s
    if (this.size === 0) {
      const n = maximizer.maximizeConfiguration(a, eta, on)
      this.calls++
      this.insert(on, n, maximizer.own, 1, s)
    }
    const limit = 4 * maxRounds + 40
    let rounds = 0
    for (let step = 0; step < limit; step++) {
      // Solve the KKT system on the current support.
      const size = this.size
      rhs[0] = 1
      for (let k = 0; k < size; k++) {
        let sum = this.owns[k]! / eta
        const end = k * this.width + this.counts[k]!
        for (let j = k * this.width; j < end; j++) sum += a[this.lists[j]!]!
        rhs[k + 1] = sum
      }
      this.multiply(rhs, solution, size + 1)
      const tau = solution[0]!
      // Move towards it until a weight reaches zero (Eq. 1.33).
      let beta = 1
      let blocking = -1
      for (let k = 0; k < size; k++) {
        const target = solution[k + 1]!
        if (target < -1e-12 && this.weights[k]! > target) {
          const ratio = this.weights[k]! / (this.weights[k]! - target)
          if (ratio < beta) {
            beta = ratio
            blocking = k
          }
        }
      }
      for (let k = 0; k < size; k++) {
        const moved = this.weights[k]! + beta * (solution[k + 1]! - this.weights[k]!)
        this.weights[k] = moved > 0 ? moved : 0
      }
      if (blocking >= 0) {
        this.remove(blocking, s)
        continue
      }
      this.combine(z)
      if (rounds >= maxRounds) return
      rounds++
      for (let l = 0; l < this.links; l++) w[l] = a[l]! - z[l]!
      const n = maximizer.maximizeConfiguration(w, eta, on)
      this.calls++
      let score = maximizer.own / eta
      for (let j = 0; j < n; j++) score += w[on[j]!]!
      // Eq. 1.32: nothing beats τ, so the KKT conditions hold.
      if (score <= tau + 1e-9 * Math.max(1, Math.abs(tau))) return
      if (this.find(on, n) >= 0) return
      this.insert(on, n, maximizer.own, 0, s)
    }
    this.combine(z)
  }

  /** Σ q·b over the support: the own score of the relaxed solution. */
  ownScore(): number {
    let sum = 0
    for (let k = 0; k < this.size; k++) sum += this.weights[k]! * this.owns[k]!
    return sum
  }

  private combine(z: Float64Array): void {
    for (let l = 0; l < this.links; l++) z[l] = 0
    for (let k = 0; k < this.size; k++) {
      const q = this.weights[k]!
      if (q === 0) continue
      const end = k * this.width + this.counts[k]!
      for (let j = k * this.width; j < end; j++) z[this.lists[j]!]! += q
    }
    for (let l = 0; l < this.links; l++) if (z[l]! > 1) z[l] = 1
  }

  private multiply(rhs: Float64Array, out: Float64Array, n: number): void {
    const stride = this.capacity + 1
    for (let i = 0; i < n; i++) {
      let sum = 0
      const row = i * stride
      for (let j = 0; j < n; j++) sum += this.inverse[row + j]! * rhs[j]!
      out[i] = sum
    }
  }

  private find(on: Int32Array, n: number): number {
    for (let k = 0; k < this.size; k++) {
      if (this.counts[k] !== n) continue
      const start = k * this.width
      let j = 0
      while (j < n && this.lists[start + j] === on[j]) j++
      if (j === n) return k
    }
    return -1
  }

  private insert(on: Int32Array, n: number, own: number, weight: number, s: Scratch): void {
    if (!this.extendSupport(on, n, own, weight, s)) this.exchange(on, n, own, s)
  }

  /** Adds a configuration and borders K⁻¹; false, and nothing changed, if K would become singular. */
  private extendSupport(on: Int32Array, n: number, own: number, weight: number, s: Scratch): boolean {
    const { mark, rhs, solution } = s
    if (this.size === 0) {
      this.append(on, n, own, weight)
      const stride = this.capacity + 1
      this.inverse[0] = -n
      this.inverse[1] = 1
      this.inverse[stride] = 1
      this.inverse[stride + 1] = 0
      return true
    }
    // Column of the new configuration against [Σ q; support].
    for (let j = 0; j < n; j++) mark[on[j]!] = 1
    rhs[0] = 1
    for (let k = 0; k < this.size; k++) {
      let common = 0
      const end = k * this.width + this.counts[k]!
      for (let j = k * this.width; j < end; j++) common += mark[this.lists[j]!]!
      rhs[k + 1] = common
    }
    for (let j = 0; j < n; j++) mark[on[j]!] = 0
    this.multiply(rhs, solution, this.size + 1)
    let schur = n
    for (let i = 0; i <= this.size; i++) schur -= rhs[i]! * solution[i]!
    if (schur < SINGULAR) return false
    this.append(on, n, own, weight)
    const m = this.size // index of the new row in K, as row 0 is the constraint's
    const stride = this.capacity + 1
    const inverse = this.inverse
    for (let i = 0; i < m; i++) {
      const factor = solution[i]! / schur
      for (let j = 0; j < m; j++) inverse[i * stride + j]! += factor * solution[j]!
      inverse[i * stride + m] = -factor
      inverse[m * stride + i] = -factor
    }
    inverse[m * stride + m] = 1 / schur
    return true
  }

  /**
   * The new configuration is an affine combination y of the support, so K would be singular. Along
   * (new +1, support −y) the point Mq stays, and the linear part improves: go until a weight is zero, and let
   * the new configuration take that place.
   */
  private exchange(on: Int32Array, n: number, own: number, s: Scratch): void {
    const y = s.solution
    let step = Number.POSITIVE_INFINITY
    let leaving = -1
    for (let k = 0; k < this.size; k++) {
      if (y[k + 1]! > 1e-9) {
        const ratio = this.weights[k]! / y[k + 1]!
        if (ratio < step) {
          step = ratio
          leaving = k
        }
      }
    }
    if (leaving < 0) return
    for (let k = 0; k < this.size; k++) this.weights[k] = Math.max(0, this.weights[k]! - step * y[k + 1]!)
    this.lists.set(on.subarray(0, n), leaving * this.width)
    this.counts[leaving] = n
    this.owns[leaving] = own
    this.weights[leaving] = step
    this.refactor(s)
  }

  private remove(k: number, s: Scratch): void {
    const m = k + 1
    const n = this.size + 1
    const stride = this.capacity + 1
    const inverse = this.inverse
    const pivot = inverse[m * stride + m]!
    const last = this.size - 1
    if (Math.abs(pivot) > 1e-12) {
      for (let i = 0; i < n; i++) {
        if (i === m) continue
        const factor = inverse[i * stride + m]! / pivot
        if (factor === 0) continue
        for (let j = 0; j < n; j++) if (j !== m) inverse[i * stride + j]! -= factor * inverse[m * stride + j]!
      }
      // Close the gap: rows and columns behind m move up by one.
      for (let i = 0; i < n - 1; i++) {
        const from = i < m ? i : i + 1
        for (let j = 0; j < n - 1; j++)
          inverse[i * stride + j] = inverse[from * stride + (j < m ? j : j + 1)]!
      }
    }
    this.lists.copyWithin(k * this.width, (k + 1) * this.width, this.size * this.width)
    this.counts.copyWithin(k, k + 1, this.size)
    this.weights.copyWithin(k, k + 1, this.size)
    this.owns.copyWithin(k, k + 1, this.size)
    this.size = last
    if (Math.abs(pivot) <= 1e-12) this.refactor(s)
  }

  private append(on: Int32Array, n: number, own: number, weight: number): void {
    if (this.size === this.capacity) this.grow()
    const k = this.size++
    for (let j = 0; j < n; j++) this.lists[k * this.width + j] = on[j]!
    this.counts[k] = n
    this.owns[k] = own
    this.weights[k] = weight
  }

  /** K⁻¹ from scratch; configurations that would make K singular leave the support, their weight is shared out. */
  private refactor(s: Scratch): void {
    const { size, width } = this
    const lists = this.lists.slice()
    const counts = this.counts.slice()
    const weights = this.weights.slice()
    const owns = this.owns.slice()
    this.size = 0
    let lost = 0
    for (let k = 0; k < size; k++) {
      const on = lists.subarray(k * width, k * width + counts[k]!)
      if (!this.extendSupport(on, counts[k]!, owns[k]!, weights[k]!, s)) lost += weights[k]!
    }
    if (lost > 0) for (let k = 0; k < this.size; k++) this.weights[k]! += lost / this.size
  }

  private grow(): void {
    const capacity = this.capacity * 2
    const inverse = new Float64Array((capacity + 1) * (capacity + 1))
    for (let i = 0; i <= this.size; i++)
      for (let j = 0; j <= this.size; j++)
        inverse[i * (capacity + 1) + j] = this.inverse[i * (this.capacity + 1) + j]!
    const lists = new Int32Array(capacity * this.width)
    lists.set(this.lists)
    this.lists = lists
    this.inverse = inverse
    this.weights = extend(this.weights, capacity)
    this.owns = extend(this.owns, capacity)
    const counts = new Int32Array(capacity)
    counts.set(this.counts)
    this.counts = counts
    this.capacity = capacity
  }
}

function extend(a: Float64Array, length: number): Float64Array {
  const b = new Float64Array(length)
  b.set(a)
  return b
}

/** Work space shared by all active sets of a group; grown when a support outgrows it. */
export class Scratch {
  readonly on: Int32Array
  readonly w: Float64Array
  readonly mark: Float64Array
  readonly rhs: Float64Array
  readonly solution: Float64Array

  constructor(links: number) {
    this.on = new Int32Array(links)
    this.w = new Float64Array(links)
    this.mark = new Float64Array(links)
    // By Carathéodory a nonsingular support has at most links + 1 configurations.
    this.rhs = new Float64Array(links + 4)
    this.solution = new Float64Array(links + 4)
  }
}
