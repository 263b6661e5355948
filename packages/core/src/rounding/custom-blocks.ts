// Block moves by the factors' own `maximize`. Every link of a custom factor gets the score that flipping its
// slot would bring in all other factors, where other custom factors follow with their nearest configuration.
// Then the factor chooses. This is exact if the other factors touch the block in one variable each, as rows
// and columns of a grid do.
import type { Steps } from '../limits/steps.js'
import type { BestAssignment } from './best.js'
import { type RoundingModel, Shape } from './model.js'
import type { RoundingState } from './state.js'

export class CustomBlocks {
  private readonly factors: Int32Array
  private readonly scores: Float64Array
  private readonly probe: Float64Array
  private readonly z: Float64Array
  private readonly unit: Int32Array
  private readonly before: Int32Array
  private readonly price: number

  constructor(private readonly model: RoundingModel) {
    const { shape, factorUnitStart, units, problem } = model
    const width = (f: number) => factorUnitStart[f + 1] - factorUnitStart[f]
    this.factors = Int32Array.from({ length: model.factors }, (_, f) => f)
      .filter((f) => shape[f] === Shape.custom)
      .sort((f, g) => width(g) - width(f) || f - g)
    this.scores = new Float64Array(problem.linkSlot.length)
    this.probe = new Float64Array(problem.linkSlot.length)
    this.z = new Float64Array(problem.linkSlot.length)
    this.unit = new Int32Array(units)
    this.before = new Int32Array(units)
    this.price = 100 * model.scale
  }

  /**
   * Lets every custom factor choose once, and keeps the choices that gain. Units that are not active do not
   * change. Returns the number of gains.
   */
  *sweep(state: RoundingState, best: BestAssignment, isActive: Uint8Array): Steps<number> {
    const { model } = this
    let gains = 0
    for (const f of this.factors) {
      if (yield) return 0
      let any = false
      for (let k = model.factorUnitStart[f]; k < model.factorUnitStart[f + 1] && !any; k++)
        any = isActive[model.factorUnits[k]] === 1
      if (any && this.choose(state, best, f, isActive)) gains++
    }
    return gains
  }

  private choose(state: RoundingState, best: BestAssignment, f: number, isActive: Uint8Array): boolean {
    const { model, scores, z, unit, before } = this
    const { problem, slotUnit, slotValue } = model
    const start = problem.factorStart[f]
    const end = problem.factorStart[f + 1]
    for (let l = start; l < end; l++) {
      const slot = problem.linkSlot[l]
      const u = slotUnit[slot]
      if (u < 0) scores[l] = 0
      else if (isActive[u] === 0) scores[l] = state.value[u] === slotValue[slot] ? this.price : -this.price
      else scores[l] = problem.score[slot] + this.worth(state, f, slot, u)
    }
    if (problem.groups[problem.factorGroup[f]].maximize(f, scores, z) === Number.NEGATIVE_INFINITY)
      return false
    const score = state.score
    const violations = state.violations
    let count = 0
    // Slots that become 1 go first: in a domain this also clears the slot that was 1.
    for (let pass = 1; pass >= 0; pass--)
      for (let l = start; l < end; l++) {
        const slot = problem.linkSlot[l]
        const u = slotUnit[slot]
        if (u < 0 || z[l] !== pass) continue
        const on = state.value[u] === slotValue[slot]
        if (on === (pass === 1)) continue
        unit[count] = u
        before[count++] = state.value[u]
        state.set(u, pass === 1 ? slotValue[slot] : slotValue[slot] === 0 ? 1 : 0)
      }
    const better =
      state.violations < violations || (state.violations === violations && state.score > score + 1e-12)
    for (let k = count - 1; k >= 0; k--) {
      if (better) best.touch(unit[k])
      else state.set(unit[k], before[k])
    }
    if (better) best.offer(state)
    return better
  }

  /** Score of the factors other than f with the slot at 1, minus their score with the slot at 0. */
  private worth(state: RoundingState, f: number, slot: number, u: number): number {
    const { model } = this
    const { slotValue } = model
    const on = state.value[u] === slotValue[slot]
    const to = on ? (slotValue[slot] === 0 ? 1 : 0) : slotValue[slot]
    const size = model.valueStart[u + 1] - model.valueStart[u]
    let change = 0
    let step = model.stepStart[u]
    for (let e = model.edgeStart[u]; e < model.edgeStart[u + 1]; e++, step += size) {
      const g = model.edgeFactor[e]
      if (g === f) continue
      if (model.shape[g] === Shape.custom) {
        change += this.follow(state, g, slot, on)
        continue
      }
      const sum = state.sum[g]
      const after = sum + model.steps[step + to] - model.steps[step + state.value[u]]
      const old = state.ownScore(g, sum)
      const now = state.ownScore(g, after)
      change +=
        (now === Number.NEGATIVE_INFINITY ? -this.price : now) -
        (old === Number.NEGATIVE_INFINITY ? -this.price : old)
    }
    return on ? -change : change
  }

  /** Change of g's own score if the slot flips and g takes its nearest configuration. */
  private follow(state: RoundingState, g: number, slot: number, on: boolean): number {
    const { model, probe, z } = this
    const { problem, slotUnit, slotValue } = model
    const start = problem.factorStart[g]
    const end = problem.factorStart[g + 1]
    let all = 0
    for (let l = start; l < end; l++) {
      const s = problem.linkSlot[l]
      const u = slotUnit[s]
      const is = u < 0 ? problem.fixed[s] === 1 : state.value[u] === slotValue[s]
      probe[l] = s === slot ? (on ? -1000 : 1000) * this.price : is ? this.price : -this.price
      if (probe[l] > 0) all += probe[l]
    }
    const group = problem.groups[problem.factorGroup[g]]
    const best = group.maximize(g, probe, z)
    if (best === Number.NEGATIVE_INFINITY) return -this.price
    // If all other slots keep their values, only the own score changes. A slot that others must follow is
    // judged by those.
    let granted = 0
    for (let l = start; l < end; l++) granted += probe[l] * z[l]
    if (on && granted < all - 0.5 * this.price) return 0
    const now = granted > all - 500 * this.price ? group.score(g, z) : Number.NEGATIVE_INFINITY
    if (now === Number.NEGATIVE_INFINITY) return -this.price
    const old = state.customOwn(g)
    return now - (old === Number.NEGATIVE_INFINITY ? 0 : old)
  }
}
