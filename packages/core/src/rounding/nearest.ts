// Satisfies a custom factor with few changes, using only its `maximize`.
import type { RoundingModel } from './model.js'
import type { RoundingState } from './state.js'

/**
 * The configuration of a custom factor that is nearest to the wanted values, found by its own `maximize`.
 * Nothing else is known about such a factor.
 */
export class NearestConfiguration {
  /** The changes: unit[0 … count) become value[0 … count). */
  readonly unit: Int32Array
  readonly value: Int32Array
  count = 0
  private readonly scores: Float64Array
  private readonly z: Float64Array
  private readonly seen: Int32Array
  private stamp = 0

  constructor(private readonly model: RoundingModel) {
    const links = model.anyCustom ? model.problem.linkSlot.length : 0
    this.unit = new Int32Array(model.units)
    this.value = new Int32Array(model.units)
    this.scores = new Float64Array(links)
    this.z = new Float64Array(links)
    this.seen = new Int32Array(model.units)
  }

  /**
   * Finds changes that satisfy factor f: close to the state, then by the slots' scores. The units of this
   * trial do not change.
   */
  around(state: RoundingState, f: number, unitTrial: Int32Array, trial: number, price: number): boolean {
    const { model, scores } = this
    const { factorStart, linkSlot, score } = model.problem
    for (let l = factorStart[f]; l < factorStart[f + 1]; l++) {
      const slot = linkSlot[l]
      const u = model.slotUnit[slot]
      if (u < 0) scores[l] = 0
      else {
        const sign = state.value[u] === model.slotValue[slot] ? 1 : -1
        scores[l] = unitTrial[u] === trial ? sign * 1000 * price : sign * price + score[slot]
      }
    }
    return this.find(state, f, unitTrial, trial)
  }

  /** Finds changes to the configuration of factor f that fits the weights of all slots best. */
  fitting(state: RoundingState, f: number, p: Float64Array, price: number): boolean {
    const { factorStart, linkSlot, score } = this.model.problem
    for (let l = factorStart[f]; l < factorStart[f + 1]; l++) {
      const slot = linkSlot[l]
      this.scores[l] = price * (2 * p[slot] - 1) + score[slot]
    }
    return this.find(state, f, this.seen, -1)
  }

  private find(state: RoundingState, f: number, unitTrial: Int32Array, trial: number): boolean {
    const { model, z, seen } = this
    const { problem } = model
    const { factorStart, linkSlot } = problem
    this.count = 0
    if (problem.groups[problem.factorGroup[f]].maximize(f, this.scores, z) === Number.NEGATIVE_INFINITY)
      return false
    const mark = ++this.stamp
    for (let l = factorStart[f]; l < factorStart[f + 1]; l++) {
      const slot = linkSlot[l]
      const u = model.slotUnit[slot]
      if (u < 0 || z[l] !== 1 || seen[u] === mark) continue
      seen[u] = mark
      if (state.value[u] !== model.slotValue[slot] && unitTrial[u] !== trial)
        this.add(u, model.slotValue[slot])
    }
    for (let l = factorStart[f]; l < factorStart[f + 1]; l++) {
      const slot = linkSlot[l]
      const u = model.slotUnit[slot]
      if (u < 0 || seen[u] === mark || state.value[u] !== model.slotValue[slot] || unitTrial[u] === trial)
        continue
      seen[u] = mark
      this.add(u, this.otherValue(state, u))
    }
    return this.count > 0
  }

  private add(u: number, value: number): void {
    this.unit[this.count] = u
    this.value[this.count++] = value
  }

  /** The best value of a unit other than its current one. */
  private otherValue(state: RoundingState, u: number): number {
    const size = this.model.valueStart[u + 1] - this.model.valueStart[u]
    let best = state.value[u] === 0 ? 1 : 0
    if (size === 2) return best
    const { scale } = this.model
    let bestKey = Number.NEGATIVE_INFINITY
    for (let v = 0; v < size; v++) {
      if (v === state.value[u]) continue
      state.evaluate(u, v)
      const key = state.gain - 10 * scale * state.harm
      if (key > bestKey) {
        best = v
        bestKey = key
      }
    }
    return best
  }
}
