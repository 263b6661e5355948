// The neighbours of binary units that only pair factors link, for annealing and window moves.
import { type RoundingModel, Shape } from './model.js'

/**
 * The part of a model that only pair factors link: binary units, with the neighbours of each in one range.
 */
export class PairNetwork {
  /** 1 for each binary unit that only pair factors link. */
  readonly eligible: Uint8Array
  /**
   * Neighbours of an eligible unit u: neighbour[start[u] … start[u + 1]), and the θ of the factors to them.
   */
  readonly start: Int32Array
  readonly neighbour: Int32Array
  readonly theta: Float64Array

  constructor(model: RoundingModel) {
    const { units, shape, factorUnitStart, factorUnits, edgeStart, edgeFactor } = model
    this.eligible = new Uint8Array(units)
    this.start = new Int32Array(units + 1)
    for (let u = 0; u < units; u++) {
      let ok = model.valueSlot[model.valueStart[u]] === -1
      for (let e = edgeStart[u]; e < edgeStart[u + 1] && ok; e++) {
        const f = edgeFactor[e]
        ok = shape[f] === Shape.pair && factorUnitStart[f + 1] - factorUnitStart[f] === 2
      }
      this.eligible[u] = ok ? 1 : 0
      this.start[u + 1] = this.start[u] + (ok ? edgeStart[u + 1] - edgeStart[u] : 0)
    }
    this.neighbour = new Int32Array(this.start[units])
    this.theta = new Float64Array(this.start[units])
    for (let u = 0; u < units; u++) {
      if (this.eligible[u] === 0) continue
      for (let e = edgeStart[u], k = this.start[u]; e < edgeStart[u + 1]; e++, k++) {
        const f = edgeFactor[e]
        const first = factorUnitStart[f]
        this.neighbour[k] = factorUnits[first] === u ? factorUnits[first + 1] : factorUnits[first]
        this.theta[k] = model.params[model.param[f]]
      }
    }
  }
}
