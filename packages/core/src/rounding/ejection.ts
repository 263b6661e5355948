// Ejection chains: change one unit, then restore each hard factor that this violates by the cheapest change
// of another unit, and so on; at the end, make the nearby changes that have become possible. A chain that
// does not gain is undone.
import type { Steps } from '../limits/steps.js'
import { portableLog } from '../numeric/portable.js'
import type { XorShift } from '../numeric/random.js'
import type { BestAssignment } from './best.js'
import { type RoundingModel, Shape } from './model.js'
import { NearestConfiguration } from './nearest.js'
import type { RoundingState } from './state.js'

/** Most changes in a chain, and most candidates tried in one factor. */
const DEPTH = 10
const CANDIDATES = 48
/** Number of chains between two yields. */
const CHAINS = 8

export class EjectionMoves {
  private readonly trailUnit: Int32Array
  private readonly trailValue: Int32Array
  private length = 0
  /** The last trial in which each unit, or each factor, was seen. */
  private readonly unitTrial: Int32Array
  private readonly factorTrial: Int32Array
  private trial = 0
  private readonly price: number
  private readonly nearest: NearestConfiguration
  /** Whether hard factors have no scores. Then a chain that cannot gain is recognised early by its score. */
  private readonly prunes: boolean

  constructor(
    private readonly model: RoundingModel,
    private readonly random: XorShift,
  ) {
    this.trailUnit = new Int32Array(model.units)
    this.trailValue = new Int32Array(model.units)
    this.unitTrial = new Int32Array(model.units)
    this.factorTrial = new Int32Array(model.factors)
    this.price = 2 * model.scale
    this.nearest = new NearestConfiguration(model)
    let prunes = true
    for (let f = 0; f < model.factors; f++)
      if (model.hard[f] === 1 && (model.shape[f] === Shape.table || model.shape[f] === Shape.custom))
        prunes = false
    this.prunes = prunes
  }

  /**
   * Tries a chain from every unit of list[0 … count), in random order. Returns the number of accepted chains.
   */
  *sweep(
    state: RoundingState,
    best: BestAssignment,
    list: Int32Array,
    count: number,
    noise: number,
  ): Steps<number> {
    let accepted = 0
    for (let i = 0; i < count; i++) {
      const j = i + this.random.below(count - i)
      const u = list[j]
      list[j] = list[i]
      list[i] = u
      if (this.tryChain(state, best, u, noise)) accepted++
      if (i % CHAINS === CHAINS - 1 && (yield)) break
    }
    return accepted
  }

  private tryChain(state: RoundingState, best: BestAssignment, u: number, noise: number): boolean {
    const size = this.model.valueStart[u + 1] - this.model.valueStart[u]
    const to = (state.value[u] + 1 + (size > 2 ? this.random.below(size - 1) : 0)) % size
    const before = state.score
    // A loss is accepted with the probability of simulated annealing.
    const floor = before + (noise > 0 ? noise * portableLog(this.random.uniform() + 1e-9) : 0)
    const prune = this.prunes ? floor - this.model.scale : Number.NEGATIVE_INFINITY
    this.trial++
    this.length = 0
    this.set(state, u, to)
    while (state.violations > 0) {
      if (this.length > DEPTH || state.score < prune || !this.restore(state, state.violated[0])) {
        this.undo(state)
        return false
      }
    }
    if (state.score < floor - this.model.scale) {
      this.undo(state)
      return false
    }
    this.fill(state)
    if (!(state.score > floor) && !(noise === 0 && state.score === before)) {
      this.undo(state)
      return false
    }
    for (let k = 0; k < this.length; k++) best.touch(this.trailUnit[k])
    best.offer(state)
    return true
  }

  /** Makes the best change of one unit of a violated factor. False if no change helps. */
  private restore(state: RoundingState, f: number): boolean {
    const { model, unitTrial, trial } = this
    if (model.shape[f] === Shape.custom) return this.restoreCustom(state, f)
    const first = model.factorUnitStart[f]
    const n = model.factorUnitStart[f + 1] - first
    const now = state.violation(f, state.sum[f])
    let bestUnit = -1
    let bestValue = 0
    let bestKey = Number.NEGATIVE_INFINITY
    const looks = Math.min(n, CANDIDATES)
    let k = n > CANDIDATES ? this.random.below(n) : 0
    for (let i = 0; i < looks; i++, k = k + 1 < n ? k + 1 : 0) {
      const u = model.factorUnits[first + k]
      if (unitTrial[u] === trial) continue
      const size = model.valueStart[u + 1] - model.valueStart[u]
      const step = model.stepStart[u] + (model.factorEdges[first + k] - model.edgeStart[u]) * size
      const rest = state.sum[f] - model.steps[step + state.value[u]]
      for (let v = 0; v < size; v++) {
        if (v === state.value[u] || state.violation(f, rest + model.steps[step + v]) >= now) continue
        state.evaluate(u, v)
        const key = state.gain - this.price * state.harm
        if (key > bestKey) {
          bestKey = key
          bestUnit = u
          bestValue = v
        }
      }
    }
    if (bestUnit < 0) return false
    this.set(state, bestUnit, bestValue)
    return true
  }

  private restoreCustom(state: RoundingState, f: number): boolean {
    const { nearest } = this
    if (!nearest.around(state, f, this.unitTrial, this.trial, 10 * this.price)) return false
    for (let k = 0; k < nearest.count; k++) this.set(state, nearest.unit[k], nearest.value[k])
    return true
  }

  /** Makes changes near the chain that gain and violate nothing. */
  private fill(state: RoundingState): void {
    const { model, factorTrial, unitTrial, trial } = this
    for (let k = 0; k < this.length; k++) {
      const changed = this.trailUnit[k]
      for (let e = model.edgeStart[changed]; e < model.edgeStart[changed + 1]; e++) {
        const f = model.edgeFactor[e]
        if (factorTrial[f] === trial || model.shape[f] === Shape.custom) continue
        factorTrial[f] = trial
        const end = model.factorUnitStart[f + 1]
        if (end - model.factorUnitStart[f] > CANDIDATES) continue
        for (let i = model.factorUnitStart[f]; i < end; i++) {
          const u = model.factorUnits[i]
          if (unitTrial[u] === trial) continue
          const size = model.valueStart[u + 1] - model.valueStart[u]
          for (let v = 0; v < size; v++) {
            if (v === state.value[u]) continue
            state.evaluate(u, v)
            if (state.harm > 0 || state.gain <= 1e-12) continue
            this.set(state, u, v)
            break
          }
        }
      }
    }
  }

  private set(state: RoundingState, u: number, to: number): void {
    this.unitTrial[u] = this.trial
    this.trailUnit[this.length] = u
    this.trailValue[this.length++] = state.value[u]
    state.set(u, to)
  }

  private undo(state: RoundingState): void {
    while (this.length > 0) {
      this.length--
      state.set(this.trailUnit[this.length], this.trailValue[this.length])
    }
  }
}
