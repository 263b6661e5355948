// Simulated annealing for rounding: single changes of binary units, uphill or at a loss that the temperature
// allows.
import type { Steps } from '../limits/steps.js'
import { portableLog } from '../numeric/portable.js'
import type { XorShift } from '../numeric/random.js'
import type { BestAssignment } from './best.js'
import type { RoundingModel } from './model.js'
import type { PairNetwork } from './pair-network.js'
import type { RoundingState } from './state.js'

const DRAWS = 4096
/** Number of units visited between two yields. */
const VISITS = 1 << 14

/** Simulated annealing by single changes, for binary units that only pair factors link. */
export class Annealing {
  /**
   * Gain of value 1 over value 0 of each unit, given its neighbours. Kept up to date for all units of the
   * network.
   */
  private readonly field: Float64Array
  private readonly on: Uint8Array
  /** Logarithms of uniform random numbers, drawn once. A loss of less than t·|log| is accepted. */
  private readonly logs: Float64Array
  /** Index of the logarithm used last. */
  private draw = 0

  constructor(
    private readonly model: RoundingModel,
    private readonly network: PairNetwork,
    private readonly random: XorShift,
  ) {
    this.field = new Float64Array(model.units)
    this.on = new Uint8Array(model.units)
    this.logs = new Float64Array(DRAWS)
    for (let k = 0; k < DRAWS; k++) this.logs[k] = portableLog((k + 0.5) / DRAWS)
    for (let k = DRAWS - 1; k > 0; k--) {
      const j = random.below(k + 1)
      const swap = this.logs[k]
      this.logs[k] = this.logs[j]
      this.logs[j] = swap
    }
  }

  /** Cools from `hot` to `cold` over the eligible units of list[0 … count), visiting each once per sweep. */
  *run(
    state: RoundingState,
    best: BestAssignment,
    list: Int32Array,
    count: number,
    sweeps: number,
    hot: number,
    cold: number,
  ): Steps<void> {
    const { model, field, on } = this
    const { eligible, start, neighbour, theta } = this.network
    for (let i = 0; i < count; i++) {
      const u = list[i]
      if (eligible[u] === 0) continue
      on[u] = state.value[u]
      let h = model.valueScore[model.valueStart[u] + 1]
      for (let k = start[u]; k < start[u + 1]; k++) if (state.value[neighbour[k]] === 1) h += theta[k]
      field[u] = h
    }
    this.draw = this.random.below(DRAWS)
    let visits = 0
    for (let s = 0; s <= sweeps; s++) {
      // The last sweep accepts only gains.
      this.sweep(list, count, s === sweeps ? 0 : hot + ((cold - hot) * s) / sweeps)
      this.draw = this.random.below(DRAWS)
      visits += count
      if (visits < VISITS) continue
      visits = 0
      if (yield) break
    }
    for (let i = 0; i < count; i++) {
      const u = list[i]
      if (eligible[u] === 0 || on[u] === state.value[u]) continue
      state.set(u, on[u])
      best.touch(u)
    }
  }

  /** Visits every eligible unit once, at temperature t. */
  private sweep(list: Int32Array, count: number, t: number): void {
    const { field, on, logs } = this
    const { eligible, start, neighbour, theta } = this.network
    let { draw } = this
    for (let i = 0; i < count; i++) {
      const u = list[i]
      if (eligible[u] === 0) continue
      const h = field[u]
      const gain = on[u] === 1 ? -h : h
      draw = (draw + 1) & (DRAWS - 1)
      if (gain <= 0 && !(gain > t * logs[draw])) continue
      const sign = on[u] === 1 ? -1 : 1
      on[u] ^= 1
      for (let k = start[u]; k < start[u + 1]; k++) field[neighbour[k]] += sign * theta[k]
    }
    this.draw = draw
  }
}
