// The Cholesky factor of the KKT matrix of the active-set method (paper 2, Eq. 1.31), updated as the support
// changes.
import { carveFloats, carveInts } from '../../numeric/carve.js'
import type { Scratch } from './active-set.js'

/** Squared distance from the span of the others below which a configuration counts as dependent on them. */
const DEPENDENT = 1e-7

/** Number of changes after which the factor is recomputed, because rounding errors add up. */
const STALE = 500

/**
 * Affinely independent configurations m_k, as lists of the links that are 1, with what is needed to solve
 * their KKT system
 *   [0 1ᵀ; 1 MᵀM]·(τ, δ) = (0, r).
 * With a 1 prepended to each configuration, the Gram matrix G = MᵀM + 11ᵀ is positive definite. Its Cholesky
 * factor gets a row when a configuration is added, and is rotated back to triangular form when one is
 * removed. Unlike an inverse that is updated, it stays exact.
 */
export class SupportFactor {
  size = 0
  private capacity = 4
  private counts: Int32Array = carveInts(4)
  private lists: Int32Array
  /** L with G = LLᵀ: row i at i(i + 1)/2. */
  private lower: Float64Array = carveFloats(10)
  /** L⁻¹·1. */
  private ones: Float64Array = carveFloats(4)
  private changes = 0

  constructor(private readonly width: number) {
    this.lists = carveInts(4 * width)
  }

  clear(): void {
    this.size = 0
    this.changes = 0
  }

  /** The links that are 1 in configuration k. */
  linksOf(k: number): Int32Array {
    return this.lists.subarray(k * this.width, k * this.width + this.counts[k])
  }

  /** Σ w over the links of configuration k. */
  dot(k: number, w: Float64Array): number {
    const { lists } = this
    let sum = 0
    const start = k * this.width
    const end = start + this.counts[k]
    for (let j = start; j < end; j++) sum += w[lists[j]]
    return sum
  }

  /** z += q on the links of configuration k. */
  addTo(z: Float64Array, k: number, q: number): void {
    const { lists } = this
    const start = k * this.width
    const end = start + this.counts[k]
    for (let j = start; j < end; j++) z[lists[j]] += q
  }

  /** Solves the KKT system for r[0..size): writes δ, whose sum is 0, over r and returns τ. */
  solve(r: Float64Array): number {
    const { ones, size } = this
    this.forward(r)
    let along = 0
    let norm = 0
    for (let k = 0; k < size; k++) {
      along += ones[k] * r[k]
      norm += ones[k] * ones[k]
    }
    const tau = along / norm
    for (let k = 0; k < size; k++) r[k] -= tau * ones[k]
    this.backward(r)
    return tau
  }

  /** Index of the configuration with exactly these links; −1 if there is none. */
  find(on: Int32Array, n: number): number {
    for (let k = 0; k < this.size; k++) {
      if (this.counts[k] !== n) continue
      const start = k * this.width
      let j = 0
      while (j < n && this.lists[start + j] === on[j]) j++
      if (j === n) return k
    }
    return -1
  }

  /**
   * Adds a configuration at the end. Returns false, with nothing changed, if it lies in the affine hull of
   * the others; s.solution then holds y such that the configuration is Σ y_k · m_k, with Σ y_k = 1.
   */
  add(on: Int32Array, n: number, s: Scratch): boolean {
    const distance = this.place(on, n, s)
    // By Carathéodory an independent support has no more members than the scratch arrays have entries.
    if (distance < DEPENDENT || this.size === s.solution.length) {
      this.backward(s.solution)
      return false
    }
    if (this.size === this.capacity) this.grow()
    const start = this.size * this.width
    for (let j = 0; j < n; j++) this.lists[start + j] = on[j]
    this.counts[this.size] = n
    this.border(s.solution, distance)
    this.changes++
    return true
  }

  remove(k: number): void {
    const { lower, ones, lists, counts, width } = this
    const size = this.size
    // Without row k, the rows below it have one column too many. Rotations of neighbouring columns restore
    // the triangle.
    for (let j = k; j < size - 1; j++) {
      let row = ((j + 1) * (j + 2)) >> 1
      const a = lower[row + j]
      const b = lower[row + j + 1]
      const r = Math.sqrt(a * a + b * b)
      const cos = a / r
      const sin = b / r
      lower[row + j] = r
      for (let i = j + 2; i < size; i++) {
        row += i
        const x = lower[row + j]
        const y = lower[row + j + 1]
        lower[row + j] = cos * x + sin * y
        lower[row + j + 1] = cos * y - sin * x
      }
      const x = ones[j]
      ones[j] = cos * x + sin * ones[j + 1]
      ones[j + 1] = cos * ones[j + 1] - sin * x
    }
    for (let i = k; i < size - 1; i++) {
      const row = (i * (i + 1)) >> 1
      const from = row + i + 1
      for (let j = 0; j <= i; j++) lower[row + j] = lower[from + j]
      counts[i] = counts[i + 1]
    }
    lists.copyWithin(k * width, (k + 1) * width, size * width)
    this.size--
    this.changes++
  }

  /** Recomputes the factor after many changes. */
  freshen(s: Scratch): void {
    if (this.changes <= STALE) return
    const { size, width, lists, counts } = this
    this.clear()
    while (this.size < size) {
      const n = counts[this.size]
      for (let j = 0; j < n; j++) s.list[j] = lists[this.size * width + j]
      this.border(s.solution, Math.max(DEPENDENT, this.place(s.list, n, s)))
    }
  }

  /**
   * s.solution := L⁻¹·g for a configuration's column g of G; returns its squared distance from the others'
   * span.
   */
  private place(on: Int32Array, n: number, s: Scratch): number {
    const { mark, solution } = s
    const { size } = this
    for (let j = 0; j < n; j++) mark[on[j]] = 1
    for (let k = 0; k < size; k++) solution[k] = 1 + this.dot(k, mark)
    for (let j = 0; j < n; j++) mark[on[j]] = 0
    this.forward(solution)
    let distance = 1 + n
    for (let k = 0; k < size; k++) distance -= solution[k] * solution[k]
    return distance
  }

  /** Appends the row (y, √distance) to L. */
  private border(y: Float64Array, distance: number): void {
    const { lower, ones, size } = this
    const row = (size * (size + 1)) >> 1
    const diagonal = Math.sqrt(distance)
    let sum = 1
    for (let k = 0; k < size; k++) {
      lower[row + k] = y[k]
      sum -= y[k] * ones[k]
    }
    lower[row + size] = diagonal
    ones[size] = sum / diagonal
    this.size++
  }

  /** v := L⁻¹·v. */
  private forward(v: Float64Array): void {
    const { lower, size } = this
    let at = 0
    for (let i = 0; i < size; i++) {
      let sum = v[i]
      for (let j = 0; j < i; j++) sum -= lower[at++] * v[j]
      v[i] = sum / lower[at++]
    }
  }

  /** v := L⁻ᵀ·v. */
  private backward(v: Float64Array): void {
    const { lower, size } = this
    let row = (size * (size + 1)) >> 1
    for (let i = size - 1; i >= 0; i--) {
      row -= i + 1
      const value = v[i] / lower[row + i]
      v[i] = value
      for (let j = 0; j < i; j++) v[j] -= lower[row + j] * value
    }
  }

  private grow(): void {
    const capacity = 2 * this.capacity
    const lists = carveInts(capacity * this.width)
    lists.set(this.lists)
    const counts = carveInts(capacity)
    counts.set(this.counts)
    const lower = carveFloats((capacity * (capacity + 1)) / 2)
    lower.set(this.lower)
    const ones = carveFloats(capacity)
    ones.set(this.ones)
    this.lists = lists
    this.counts = counts
    this.lower = lower
    this.ones = ones
    this.capacity = capacity
  }
}
