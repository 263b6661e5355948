// The state of local search: an assignment whose score and violations are updated with every change of a
// unit.
import { type RoundingModel, Shape } from './model.js'

const FORBIDDEN = Number.NEGATIVE_INFINITY

/** An assignment of all units, with the sums of the factors, its score, and the factors that it violates. */
export class RoundingState {
  readonly value: Int32Array
  /** Sum of each factor. */
  readonly sum: Float64Array
  /** Score of units and factors, violated factors counting 0; without the problem's constant. */
  score = 0
  /** Violated factors: violated[0 … violations). */
  readonly violated: Int32Array
  violations = 0
  /** Weight of a violation of each factor. The search raises it where it is stuck. */
  readonly weight: Float64Array
  /** Results of the last `evaluate`: the change of the score, and the change of the weighted violations. */
  gain = 0
  harm = 0
  private readonly place: Int32Array
  /** Own score of each custom factor, and the 0/1 value of each link. */
  private readonly own: Float64Array
  private readonly z: Float64Array

  constructor(readonly model: RoundingModel) {
    this.value = new Int32Array(model.units)
    this.sum = new Float64Array(model.factors)
    this.violated = new Int32Array(model.anyHard ? model.factors : 0)
    this.place = new Int32Array(model.anyHard ? model.factors : 0)
    this.weight = new Float64Array(model.anyHard ? model.factors : 0).fill(1)
    this.own = new Float64Array(model.anyCustom ? model.factors : 0)
    this.z = new Float64Array(model.anyCustom ? model.problem.linkSlot.length : 0)
  }

  /** Takes over the values and recomputes everything else. */
  load(values: Int32Array): void {
    const { model, value, sum } = this
    value.set(values)
    sum.set(model.base)
    this.score = 0
    this.violations = 0
    for (let u = 0; u < model.units; u++) {
      const v = value[u]
      const size = model.valueStart[u + 1] - model.valueStart[u]
      this.score += model.valueScore[model.valueStart[u] + v]
      let step = model.stepStart[u] + v
      for (let e = model.edgeStart[u]; e < model.edgeStart[u + 1]; e++, step += size)
        sum[model.edgeFactor[e]] += model.steps[step]
    }
    if (model.anyCustom) this.loadLinks()
    for (let f = 0; f < model.factors; f++) {
      let own = 0
      if (model.shape[f] === Shape.custom) {
        own = this.customScore(f)
        this.own[f] = own
      } else own = this.ownScore(f, sum[f])
      if (model.hard[f] === 1) this.place[f] = -1
      if (own === FORBIDDEN) this.markViolated(f)
      else this.score += own
    }
  }

  /** Own score of a factor with this sum; −Infinity if the sum violates it. Not for custom factors. */
  ownScore(f: number, sum: number): number {
    const { params } = this.model
    const at = this.model.param[f]
    switch (this.model.shape[f]) {
      case Shape.pair:
        return sum === 2 ? params[at] : 0
      case Shape.table:
        return sum >= 0 && sum < params[at] ? params[at + 2 + sum] : FORBIDDEN
      case Shape.range:
        return sum >= params[at] && sum <= params[at + 1] ? 0 : FORBIDDEN
      default:
        return (sum & 1) === params[at] ? 0 : FORBIDDEN
    }
  }

  /** The size of the violation of a factor by a sum: 0 if the sum is allowed. */
  violation(f: number, sum: number): number {
    const { params } = this.model
    const at = this.model.param[f]
    switch (this.model.shape[f]) {
      case Shape.pair:
        return 0
      case Shape.table:
        return sum >= 0 && sum < params[at] && params[at + 2 + sum] !== FORBIDDEN ? 0 : 1
      case Shape.range:
        if (sum > params[at + 1]) return (sum - params[at + 1]) * params[at + 2]
        return sum < params[at] ? (params[at] - sum) * params[at + 2] : 0
      default:
        return (sum & 1) === params[at] ? 0 : 1
    }
  }

  /** Evaluates the move of unit u to value `to`, and leaves the result in `gain` and `harm`. */
  evaluate(u: number, to: number): void {
    const { model, sum, weight } = this
    const { edgeFactor, steps, shape, param, params } = model
    const from = this.value[u]
    const first = model.valueStart[u]
    const size = model.valueStart[u + 1] - first
    let gain = model.valueScore[first + to] - model.valueScore[first + from]
    let harm = 0
    let step = model.stepStart[u]
    const end = model.edgeStart[u + 1]
    for (let e = model.edgeStart[u]; e < end; e++, step += size) {
      const f = edgeFactor[e]
      const change = steps[step + to] - steps[step + from]
      const before = sum[f]
      const after = before + change
      const at = param[f]
      switch (shape[f]) {
        case Shape.pair:
          if (change === 0) break
          if (after === 2) gain += params[at]
          else if (before === 2) gain -= params[at]
          break
        case Shape.range: {
          if (change === 0) break
          const low = params[at]
          const high = params[at + 1]
          const old = before > high ? before - high : before < low ? low - before : 0
          const now = after > high ? after - high : after < low ? low - after : 0
          harm += (now - old) * params[at + 2] * weight[f]
          break
        }
        case Shape.table: {
          if (change === 0) break
          const old = before >= 0 && before < params[at] ? params[at + 2 + before] : FORBIDDEN
          const now = after >= 0 && after < params[at] ? params[at + 2 + after] : FORBIDDEN
          if (old === FORBIDDEN) harm -= weight[f]
          else gain -= old
          if (now === FORBIDDEN) harm += weight[f]
          else gain += now
          break
        }
        case Shape.parity:
          if ((change & 1) === 1) harm += (before & 1) === params[at] ? weight[f] : -weight[f]
          break
        default: {
          const old = this.own[f]
          const now = this.customAfter(f, u, to)
          if (old === FORBIDDEN) harm -= weight[f]
          else gain -= old
          if (now === FORBIDDEN) harm += weight[f]
          else gain += now
        }
      }
    }
    this.gain = gain
    this.harm = harm
  }

  /** Sets unit u to value `to`. */
  set(u: number, to: number): void {
    const { model, sum } = this
    const from = this.value[u]
    if (from === to) return
    const first = model.valueStart[u]
    const size = model.valueStart[u + 1] - first
    this.score += model.valueScore[first + to] - model.valueScore[first + from]
    this.value[u] = to
    if (model.anyCustom) this.writeLinks(u, from, to)
    let step = model.stepStart[u]
    for (let e = model.edgeStart[u]; e < model.edgeStart[u + 1]; e++, step += size) {
      const f = model.edgeFactor[e]
      const before = sum[f]
      const after = before + model.steps[step + to] - model.steps[step + from]
      let old: number
      let now: number
      if (model.shape[f] === Shape.custom) {
        old = this.own[f]
        now = this.customScore(f)
        this.own[f] = now
      } else {
        if (after === before) continue
        old = this.ownScore(f, before)
        now = this.ownScore(f, after)
        sum[f] = after
      }
      if (old !== FORBIDDEN) this.score -= old
      if (now !== FORBIDDEN) this.score += now
      if (old === FORBIDDEN && now !== FORBIDDEN) this.markSatisfied(f)
      else if (old !== FORBIDDEN && now === FORBIDDEN) this.markViolated(f)
    }
  }

  /** Writes the 0/1 values of all slots. */
  writeSlots(values: Int32Array, slots: Uint8Array): void {
    const { model } = this
    const { fixed } = model.problem
    for (let s = 0; s < slots.length; s++) {
      const u = model.slotUnit[s]
      slots[s] = u < 0 ? (fixed[s] === 1 ? 1 : 0) : values[u] === model.slotValue[s] ? 1 : 0
    }
  }

  private markViolated(f: number): void {
    this.place[f] = this.violations
    this.violated[this.violations++] = f
  }

  private markSatisfied(f: number): void {
    const at = this.place[f]
    const last = this.violated[--this.violations]
    this.violated[at] = last
    this.place[last] = at
    this.place[f] = -1
  }

  /** Own score of a custom factor; −Infinity if it is violated. */
  customOwn(f: number): number {
    return this.own[f]
  }

  private customScore(f: number): number {
    const { problem } = this.model
    return problem.groups[problem.factorGroup[f]].score(f, this.z)
  }

  private customAfter(f: number, u: number, to: number): number {
    const from = this.value[u]
    this.writeLinks(u, from, to)
    const score = this.customScore(f)
    this.writeLinks(u, to, from)
    return score
  }

  private loadLinks(): void {
    const { model, z } = this
    const { linkSlot, fixed } = model.problem
    for (let l = 0; l < z.length; l++) {
      const s = linkSlot[l]
      const u = model.slotUnit[s]
      z[l] = u < 0 ? (fixed[s] === 1 ? 1 : 0) : this.value[u] === model.slotValue[s] ? 1 : 0
    }
  }

  private writeLinks(u: number, from: number, to: number): void {
    const first = this.model.valueStart[u]
    this.writeSlotLinks(this.model.valueSlot[first + from], 0)
    this.writeSlotLinks(this.model.valueSlot[first + to], 1)
  }

  private writeSlotLinks(slot: number, value: number): void {
    if (slot < 0) return
    const { slotStart, slotLinks } = this.model.problem
    for (let k = slotStart[slot]; k < slotStart[slot + 1]; k++) this.z[slotLinks[k]] = value
  }
}
