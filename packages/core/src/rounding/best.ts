import type { RoundingState } from './state.js'

/** Keeps the best feasible assignment that a search passes through, at the cost of what changed since the last one. */
export class BestAssignment {
  readonly value: Int32Array
  score = Number.NEGATIVE_INFINITY
  private readonly changed: Int32Array
  private readonly isChanged: Uint8Array
  private changes = 0

  constructor(units: number) {
    this.value = new Int32Array(units)
    this.changed = new Int32Array(units)
    this.isChanged = new Uint8Array(units)
  }

  /** The state was loaded anew: take it over if it is better, and start watching. */
  begin(state: RoundingState): void {
    for (let u = 0; u < state.value.length; u++) if (state.value[u] !== this.value[u]) this.touch(u)
    this.offer(state)
  }

  /** Unit u may have changed since the best assignment. */
  touch(u: number): void {
    if (this.isChanged[u] === 1) return
    this.isChanged[u] = 1
    this.changed[this.changes++] = u
  }

  /** Takes the state over if it is feasible and better. */
  offer(state: RoundingState): boolean {
    if (state.violations > 0 || !(state.score > this.score)) return false
    this.score = state.score
    for (let k = 0; k < this.changes; k++) {
      const u = this.changed[k]!
      this.value[u] = state.value[u]!
      this.isChanged[u] = 0
    }
    this.changes = 0
    return true
  }

  /** Puts the state back to the best assignment. */
  restore(state: RoundingState): void {
    for (let k = 0; k < this.changes; k++) {
      const u = this.changed[k]!
      state.set(u, this.value[u]!)
      this.isChanged[u] = 0
    }
    this.changes = 0
  }
}
