// First assignments from a relaxed solution. The surest units are decided first. A unit that the relaxation
// leaves open takes the value of the best expected score, given the decisions so far and the other units
// drawn from the relaxation.
import type { Steps } from '../limits/steps.js'
import { type RoundingModel, Shape } from './model.js'
import { Propagator } from './propagator.js'

/** A unit is open if its best value has less weight than this. */
const SURE = 0.8
const LEVELS = 64
/** Number of decisions between two yields. */
const DECISIONS = 64

export class Constructor {
  /** The assignment found last: a value per unit. */
  readonly value: Int32Array
  /** Weight of every value: the relaxed solution, then 0 and 1 as units are decided. */
  readonly belief: Float64Array
  /** All units, the surest first. */
  readonly order: Int32Array
  /** Whether a search has shown that no assignment is feasible. */
  refuted = false
  private readonly level: Uint8Array
  private readonly levelStart = new Int32Array(LEVELS + 2)
  private propagator: Propagator | undefined
  /** The propagator during a search: it knows which values are still possible. */
  private active: Propagator | undefined
  private readonly stackUnit: Int32Array
  private readonly stackMark: Int32Array

  constructor(private readonly model: RoundingModel) {
    this.value = new Int32Array(model.units)
    this.belief = new Float64Array(model.valueStart[model.units])
    this.order = new Int32Array(model.units)
    this.level = new Uint8Array(model.units)
    this.stackUnit = new Int32Array(model.anyHard ? model.units : 0)
    this.stackMark = new Int32Array(model.anyHard ? model.units : 0)
  }

  /** Reads the relaxed solution. Returns the number of units that it leaves open. */
  load(p: Float64Array): number {
    const { model, belief, value, level, levelStart } = this
    levelStart.fill(0)
    let unsure = 0
    for (let u = 0; u < model.units; u++) {
      const first = model.valueStart[u]
      const end = model.valueStart[u + 1]
      if (model.valueSlot[first] === -1) {
        const on = Math.min(1, Math.max(0, p[model.valueSlot[first + 1]]))
        belief[first] = 1 - on
        belief[first + 1] = on
      } else {
        let total = 0
        for (let v = first; v < end; v++) {
          belief[v] = Math.max(0, p[model.valueSlot[v]])
          total += belief[v]
        }
        for (let v = first; v < end; v++) belief[v] = total > 0 ? belief[v] / total : 1 / (end - first)
      }
      // The relaxation has no information about a unit in no factor.
      if (model.edgeStart[u] === model.edgeStart[u + 1]) this.settle(u, this.bestAlone(u))
      let best = first
      for (let v = first + 1; v < end; v++) if (belief[v] > belief[best]) best = v
      value[u] = best - first
      if (belief[best] < SURE) unsure++
      const sure = (belief[best] - 1 / (end - first)) / (1 - 1 / (end - first))
      level[u] = LEVELS - Math.min(LEVELS, Math.floor(sure * LEVELS))
      levelStart[level[u] + 1]++
    }
    for (let k = 0; k < LEVELS; k++) levelStart[k + 1] += levelStart[k]
    for (let u = 0; u < model.units; u++) this.order[levelStart[level[u]]++] = u
    return unsure
  }

  /**
   * Gives every unit its best value by score. The larger its lead over the second value, the surer the unit.
   */
  loadScores(): void {
    const { model, value, order } = this
    const lead = new Float64Array(model.units)
    for (let u = 0; u < model.units; u++) {
      value[u] = this.bestAlone(u)
      const first = model.valueStart[u]
      let next = Number.NEGATIVE_INFINITY
      for (let v = first; v < model.valueStart[u + 1]; v++)
        if (v - first !== value[u]) next = Math.max(next, model.valueScore[v])
      lead[u] = model.valueScore[first + value[u]] - next
      order[u] = u
    }
    order.sort((a, b) => lead[b] - lead[a] || a - b)
  }

  /** Decides the open units by expected score, without regard to hard factors. */
  *greedy(): Steps<void> {
    const { model, order, belief, value } = this
    for (let k = 0; k < model.units; k++) {
      const u = order[k]
      const first = model.valueStart[u]
      if (belief[first + value[u]] < SURE) value[u] = this.choose(u)
      this.settle(u, value[u])
      if (k % DECISIONS === DECISIONS - 1 && (yield)) return
    }
  }

  /**
   * Decides all units in order with propagation, and backtracks on a contradiction, up to `conflicts` times.
   * True if every hard factor is satisfied; otherwise the remaining units were decided without regard to hard
   * factors.
   */
  *search(conflicts: number): Steps<boolean> {
    this.propagator ??= new Propagator(this.model)
    const propagator = this.propagator
    if (!propagator.reset()) {
      this.refuted = true
      return false
    }
    this.active = propagator
    const found = yield* this.decide(propagator, conflicts)
    for (let u = 0; u < this.model.units; u++) {
      if (propagator.count[u] === 1) this.value[u] = propagator.valueOf(u)
      else if (!propagator.isAlive(u, this.value[u])) this.value[u] = this.choose(u)
    }
    this.active = undefined
    return found
  }

  private *decide(propagator: Propagator, conflicts: number): Steps<boolean> {
    const { model, order, value, stackUnit, stackMark } = this
    let depth = 0
    let cursor = 0
    let left = conflicts
    let steps = 0
    while (cursor < model.units) {
      const u = order[cursor]
      if (propagator.count[u] === 1) {
        cursor++
        continue
      }
      if (++steps % DECISIONS === 0 && (yield)) return false
      stackUnit[depth] = cursor
      stackMark[depth++] = propagator.trailLength
      const choice = this.choose(u)
      value[u] = choice
      if (propagator.assign(u, choice)) {
        cursor++
        continue
      }
      // Forbid the choice where it was made. If that is a contradiction as well, an earlier choice was wrong.
      for (;;) {
        this.refuted = depth === 0
        if (left-- <= 0 || depth === 0) return false
        depth--
        propagator.undo(stackMark[depth])
        cursor = stackUnit[depth]
        const wrong = order[cursor]
        if (propagator.forbid(wrong, value[wrong])) break
      }
    }
    return true
  }

  private bestAlone(u: number): number {
    const first = this.model.valueStart[u]
    const size = this.model.valueStart[u + 1] - first
    let best = 0
    for (let v = 1; v < size; v++)
      if (this.model.valueScore[first + v] > this.model.valueScore[first + best]) best = v
    return best
  }

  private settle(u: number, value: number): void {
    const first = this.model.valueStart[u]
    for (let v = first; v < this.model.valueStart[u + 1]; v++) this.belief[v] = v - first === value ? 1 : 0
  }

  /**
   * The value that the relaxation prefers; if it has no clear preference, the value of the best expected
   * score.
   */
  private choose(u: number): number {
    const { model, belief } = this
    const first = model.valueStart[u]
    const size = model.valueStart[u + 1] - first
    let best = -1
    let bestScore = Number.NEGATIVE_INFINITY
    for (let v = 0; v < size; v++) {
      if (this.active !== undefined && !this.active.isAlive(u, v)) continue
      const weight = belief[first + v]
      const score = weight >= SURE ? Number.MAX_VALUE : this.expected(u, v) + model.scale * 2 * weight
      if (score > bestScore || best < 0) {
        best = v
        bestScore = score
      }
    }
    return best
  }

  /** Score of a value plus the expected scores of the factors between u and one other unit. */
  private expected(u: number, v: number): number {
    const { model } = this
    const size = model.valueStart[u + 1] - model.valueStart[u]
    let score = model.valueScore[model.valueStart[u] + v]
    let step = model.stepStart[u] + v
    for (let e = model.edgeStart[u]; e < model.edgeStart[u + 1]; e++, step += size) {
      const f = model.edgeFactor[e]
      const shape = model.shape[f]
      if (shape !== Shape.pair && shape !== Shape.table) continue
      const k = model.factorUnitStart[f]
      if (model.factorUnitStart[f + 1] - k !== 2) continue
      const other = model.factorUnits[k] === u ? k + 1 : k
      const w = model.factorUnits[other]
      const firstW = model.valueStart[w]
      const sizeW = model.valueStart[w + 1] - firstW
      const stepW = model.stepStart[w] + (model.factorEdges[other] - model.edgeStart[w]) * sizeW
      const sum = model.base[f] + model.steps[step]
      const at = model.param[f]
      for (let j = 0; j < sizeW; j++) {
        const weight = this.weightOf(w, j)
        if (weight === 0) continue
        const index = sum + model.steps[stepW + j]
        if (shape === Shape.pair) {
          if (index === 2) score += model.params[at] * weight
          continue
        }
        const own = model.params[at + 2 + index]
        score += own === Number.NEGATIVE_INFINITY ? -weight * 10 * model.scale : own * weight
      }
    }
    return score
  }

  private weightOf(u: number, v: number): number {
    if (this.active === undefined) return this.belief[this.model.valueStart[u] + v]
    if (!this.active.isAlive(u, v)) return 0
    return this.active.count[u] === 1 ? 1 : this.belief[this.model.valueStart[u] + v]
  }
}
