// Keeps the best assignment of a local search, region by region.
import type { RoundingState } from './state.js'

/**
 * The best feasible assignment that a search passes through. The changes of a search fall into regions that
 * no factor links, so each region is judged by itself: `merge` keeps the regions that are better and restores
 * the others.
 */
export class BestAssignment {
  readonly value: Int32Array
  score = Number.NEGATIVE_INFINITY
  /** Units that may differ from the best assignment. */
  private readonly changed: Int32Array
  private readonly isChanged: Uint8Array
  private changes = 0
  private readonly region: Int32Array
  private readonly other: Int32Array
  private readonly factorSeen: Int32Array
  private stamp = 0

  constructor(units: number, factors: number) {
    this.value = new Int32Array(units)
    this.changed = new Int32Array(units)
    this.isChanged = new Uint8Array(units)
    this.region = new Int32Array(units)
    this.other = new Int32Array(units)
    this.factorSeen = new Int32Array(factors)
  }

  /** Starts to watch a newly loaded state, and takes it over if it is better. */
  begin(state: RoundingState): void {
    for (let u = 0; u < state.value.length; u++) if (state.value[u] !== this.value[u]) this.touch(u)
    this.offer(state)
  }

  /** Marks unit u as possibly different from the best assignment. */
  touch(u: number): void {
    if (this.isChanged[u] === 1) return
    this.isChanged[u] = 1
    this.changed[this.changes++] = u
  }

  /** Takes the state over if it is feasible and better. True if it did. */
  offer(state: RoundingState): boolean {
    if (state.violations > 0 || !(state.score > this.score)) return false
    this.score = state.score
    for (let k = 0; k < this.changes; k++) {
      const u = this.changed[k]
      this.value[u] = state.value[u]
      this.isChanged[u] = 0
    }
    this.changes = 0
    return true
  }

  /** Restores the state to the best assignment. */
  restore(state: RoundingState): void {
    for (let k = 0; k < this.changes; k++) {
      const u = this.changed[k]
      state.set(u, this.value[u])
      this.isChanged[u] = 0
    }
    this.changes = 0
  }

  /** Restores every region in which the state is not better, and takes over the others. */
  merge(state: RoundingState): boolean {
    if (this.score === Number.NEGATIVE_INFINITY) return this.offer(state)
    const { region, other, value } = this
    const mark = ++this.stamp
    for (let k = 0; k < this.changes; k++) {
      const seed = this.changed[k]
      if (this.isChanged[seed] !== 1 || state.value[seed] === value[seed]) continue
      const size = this.collect(state, seed, mark)
      const score = state.score
      const violations = state.violations
      for (let i = 0; i < size; i++) {
        other[i] = state.value[region[i]]
        state.set(region[i], value[region[i]])
      }
      const better = state.violations > violations || (state.violations === violations && score > state.score)
      if (better) for (let i = 0; i < size; i++) state.set(region[i], other[i])
    }
    for (let k = 0; k < this.changes; k++)
      if (this.isChanged[this.changed[k]] === 2) this.isChanged[this.changed[k]] = 1
    if (this.offer(state)) return true
    this.restore(state)
    return false
  }

  /**
   * Collects the units that differ and are connected to the seed, and marks them with 2. Returns their
   * number.
   */
  private collect(state: RoundingState, seed: number, mark: number): number {
    const { region, factorSeen, isChanged, value } = this
    const { edgeStart, edgeFactor, factorUnitStart, factorUnits } = state.model
    let size = 0
    region[size++] = seed
    isChanged[seed] = 2
    for (let i = 0; i < size; i++) {
      const u = region[i]
      for (let e = edgeStart[u]; e < edgeStart[u + 1]; e++) {
        const f = edgeFactor[e]
        if (factorSeen[f] === mark) continue
        factorSeen[f] = mark
        for (let k = factorUnitStart[f]; k < factorUnitStart[f + 1]; k++) {
          const w = factorUnits[k]
          if (isChanged[w] !== 1 || state.value[w] === value[w]) continue
          isChanged[w] = 2
          region[size++] = w
        }
      }
    }
    return size
  }
}
