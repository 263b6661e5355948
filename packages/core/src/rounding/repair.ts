// Repair by weighted min-conflicts (breakout local search): picks a violated factor, makes the change with
// the least violation and loss of score, and raises the weight of factors that stay violated where no change
// helps.
import type { Steps } from '../limits/steps.js'
import type { XorShift } from '../numeric/random.js'
import type { RoundingModel } from './model.js'
import { Shape } from './model.js'
import { NearestConfiguration } from './nearest.js'
import type { RoundingState } from './state.js'

const CANDIDATES = 64
/** Number of trials between two yields. */
const TRIALS = 1000

export class Repair {
  private readonly movedAt: Int32Array
  private readonly nearest: NearestConfiguration
  private trials = 0

  constructor(
    private readonly model: RoundingModel,
    private readonly random: XorShift,
  ) {
    this.movedAt = new Int32Array(model.units)
    this.nearest = new NearestConfiguration(model)
  }

  /** Changes the state until no factor is violated, with at most `trials` changes. True if that succeeded. */
  *run(state: RoundingState, trials: number): Steps<boolean> {
    state.weight.fill(1)
    this.movedAt.fill(-1000)
    this.trials = trials
    let pause = trials - TRIALS
    for (let step = 0; this.trials > 0 && state.violations > 0; step++) {
      const f = state.violated[this.random.below(state.violations)]
      if (this.model.shape[f] === Shape.custom) this.repairCustom(state, f, step)
      else this.repairFactor(state, f, step)
      if (this.trials > pause) continue
      pause = this.trials - TRIALS
      if (yield) break
    }
    state.weight.fill(1)
    return state.violations === 0
  }

  private repairFactor(state: RoundingState, f: number, step: number): void {
    const { model, movedAt, random } = this
    const first = model.factorUnitStart[f]
    const n = model.factorUnitStart[f + 1] - first
    let bestUnit = -1
    let bestValue = 0
    let bestKey = Number.POSITIVE_INFINITY
    const looks = Math.min(n, CANDIDATES)
    let k = n > 0 ? random.below(n) : 0
    for (let i = 0; i < looks; i++, k = k + 1 < n ? k + 1 : 0) {
      const u = model.factorUnits[first + k]
      // A unit that has just moved rests for a few steps, fewer in small factors.
      const rests = step - movedAt[u] < Math.min(8, n - 1)
      const size = model.valueStart[u + 1] - model.valueStart[u]
      for (let v = 0; v < size; v++) {
        if (v === state.value[u]) continue
        state.evaluate(u, v)
        this.trials--
        const key = state.harm - (0.01 * state.gain) / model.scale + (rests ? 2 : 0)
        if (key < bestKey) {
          bestKey = key
          bestUnit = u
          bestValue = v
        }
      }
    }
    this.trials--
    if (bestUnit < 0) return
    if (bestKey >= 0) state.weight[f] += 1
    // An occasional random step leaves a plateau.
    if (bestKey >= 0 && random.uniform() < 0.1) {
      bestUnit = model.factorUnits[first + random.below(n)]
      const size = model.valueStart[bestUnit + 1] - model.valueStart[bestUnit]
      bestValue = (state.value[bestUnit] + 1 + random.below(size - 1)) % size
    }
    movedAt[bestUnit] = step
    state.set(bestUnit, bestValue)
  }

  private repairCustom(state: RoundingState, f: number, step: number): void {
    const { nearest, movedAt } = this
    this.trials -= 10 * (this.model.factorUnitStart[f + 1] - this.model.factorUnitStart[f] + 1)
    if (!nearest.around(state, f, movedAt, step - 1, this.model.scale * (1 + 4 * this.random.uniform())))
      return
    for (let k = 0; k < nearest.count; k++) {
      movedAt[nearest.unit[k]] = step
      state.set(nearest.unit[k], nearest.value[k])
    }
  }
}
