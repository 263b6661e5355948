// Block moves over forests: grow a random forest of units such that, with all other units held, the factors
// between its units form trees. Then optimise the whole forest exactly, by dynamic programming from the
// leaves to the roots.
import { STEP, type Steps } from '../limits/steps.js'
import { portableLog } from '../numeric/portable.js'
import type { XorShift } from '../numeric/random.js'
import type { BestAssignment } from './best.js'
import { type RoundingModel, Shape } from './model.js'
import type { RoundingState } from './state.js'

/** The growth of a tree does not follow factors with more units than this. */
const WIDEST = 24

export class TreeMoves {
  /** Units of the forest in the order in which they were added: each one after its parent. */
  private readonly order: Int32Array
  private length = 0
  /** Number of units in the last forest. */
  size = 0
  private readonly parent: Int32Array
  /** Number of units of each factor in the forest, and the first of them. */
  private readonly inForest: Uint8Array
  private readonly firstUnit: Int32Array
  /** Best score of each value, given the part of its subtree that is complete. */
  private readonly message: Float64Array
  /** Best value of a unit for each value of its parent. */
  private readonly back: Int32Array
  private readonly backStart: Int32Array
  private readonly frontier: Int32Array
  private readonly state8: Uint8Array
  private readonly table: Float64Array
  private readonly penalty: number

  constructor(
    private readonly model: RoundingModel,
    private readonly random: XorShift,
  ) {
    const { units, factors, valueStart } = model
    this.order = new Int32Array(units)
    this.parent = new Int32Array(units)
    this.inForest = new Uint8Array(factors)
    this.firstUnit = new Int32Array(factors)
    this.message = new Float64Array(valueStart[units])
    let widest = 2
    for (let u = 0; u < units; u++) widest = Math.max(widest, valueStart[u + 1] - valueStart[u])
    this.back = new Int32Array(units * widest)
    this.backStart = new Int32Array(units)
    for (let u = 0; u < units; u++) this.backStart[u] = u * widest
    this.frontier = new Int32Array(units)
    this.state8 = new Uint8Array(units)
    this.table = new Float64Array(widest * widest)
    this.penalty = 1000 * model.scale
  }

  /**
   * Grows a forest over the units list[0 … count) and optimises it, with random scores of size `noise` added.
   * Returns the number of units that changed.
   */
  *sweep(
    state: RoundingState,
    best: BestAssignment,
    list: Int32Array,
    count: number,
    noise: number,
  ): Steps<number> {
    const { edgeStart, valueStart } = this.model
    this.grow(list, count)
    let work = 0
    for (let k = this.length - 1; k >= 0; k--) {
      const u = this.order[k]
      this.eliminate(state, u, noise)
      const size = valueStart[u + 1] - valueStart[u]
      work += size * (edgeStart[u + 1] - edgeStart[u] + 4 * size)
      if (work < 4 * STEP) continue
      work = 0
      if (!(yield)) continue
      this.clear()
      return 0
    }
    let changes = 0
    for (let k = 0; k < this.length; k++) {
      const u = this.order[k]
      const up = this.parent[u]
      // The chosen value is kept in `frontier`, where the unit's children look it up.
      const to = up < 0 ? this.argmax(u, state.value[u]) : this.back[this.backStart[u] + this.frontier[up]]
      this.frontier[u] = to
    }
    for (let k = 0; k < this.length; k++) {
      const u = this.order[k]
      const to = this.frontier[u]
      if (to === state.value[u]) continue
      state.set(u, to)
      best.touch(u)
      changes++
    }
    this.size = this.length
    this.clear()
    return changes
  }

  /** Grows the forest. Units outside the list, and units that would close a cycle, are left out. */
  private grow(list: Int32Array, count: number): void {
    const { model, random, frontier, state8, inForest } = this
    const { edgeStart, edgeFactor, factorUnitStart, factorUnits } = model
    this.length = 0
    for (let i = 0; i < count; i++) state8[list[i]] = 1
    const offset = count > 0 ? random.below(count) : 0
    for (let i = 0; i < count; i++) {
      const seed = list[i + offset < count ? i + offset : i + offset - count]
      if (state8[seed] !== 1) continue
      let waiting = 0
      frontier[waiting++] = seed
      state8[seed] = 2
      while (waiting > 0) {
        const at = random.below(waiting)
        const u = frontier[at]
        frontier[at] = frontier[--waiting]
        state8[u] = 0
        if (!this.attach(u)) continue
        for (let e = edgeStart[u]; e < edgeStart[u + 1]; e++) {
          const f = edgeFactor[e]
          const end = factorUnitStart[f + 1]
          if (end - factorUnitStart[f] > WIDEST || inForest[f] > 1) continue
          for (let k = factorUnitStart[f]; k < end; k++) {
            const w = factorUnits[k]
            if (state8[w] !== 1) continue
            state8[w] = 2
            frontier[waiting++] = w
          }
        }
      }
    }
  }

  /**
   * Adds u to the forest below its only neighbour there, or as a root. False if it has several neighbours
   * there.
   */
  private attach(u: number): boolean {
    const { model, inForest, firstUnit } = this
    const { edgeStart, edgeFactor, shape } = model
    let up = -1
    for (let e = edgeStart[u]; e < edgeStart[u + 1]; e++) {
      const f = edgeFactor[e]
      if (shape[f] === Shape.custom || inForest[f] === 2) return false
      if (inForest[f] === 0) continue
      if (up >= 0 && firstUnit[f] !== up) return false
      up = firstUnit[f]
    }
    for (let e = edgeStart[u]; e < edgeStart[u + 1]; e++) {
      const f = edgeFactor[e]
      if (inForest[f]++ === 0) firstUnit[f] = u
    }
    this.parent[u] = up
    this.order[this.length++] = u
    for (let v = model.valueStart[u]; v < model.valueStart[u + 1]; v++) this.message[v] = 0
    return true
  }

  private clear(): void {
    const { edgeStart, edgeFactor } = this.model
    for (let k = 0; k < this.length; k++) {
      const u = this.order[k]
      for (let e = edgeStart[u]; e < edgeStart[u + 1]; e++) this.inForest[edgeFactor[e]] = 0
    }
  }

  private argmax(u: number, current: number): number {
    const first = this.model.valueStart[u]
    const size = this.model.valueStart[u + 1] - first
    let best = current
    for (let v = 0; v < size; v++) if (this.message[first + v] > this.message[first + best]) best = v
    return best
  }

  /** Completes the scores of u's values and sends the best of them to its parent. */
  private eliminate(state: RoundingState, u: number, noise: number): void {
    const { model, message, inForest, firstUnit, table } = this
    const { edgeFactor, steps, shape, param, params } = model
    const first = model.valueStart[u]
    const size = model.valueStart[u + 1] - first
    const current = state.value[u]
    const up = this.parent[u]
    const firstUp = up < 0 ? 0 : model.valueStart[up]
    const sizeUp = up < 0 ? 0 : model.valueStart[up + 1] - firstUp
    for (let v = 0; v < size; v++) message[first + v] += model.valueScore[first + v]
    if (noise > 0) for (let v = 1; v < size; v++) message[first + v] += noise * this.logistic()
    let joint = false
    let pairTheta = 0
    let step = model.stepStart[u]
    for (let e = model.edgeStart[u]; e < model.edgeStart[u + 1]; e++, step += size) {
      const f = edgeFactor[e]
      const rest = state.sum[f] - steps[step + current]
      const shared = inForest[f] === 2
      if (!shared) {
        if (shape[f] === Shape.pair) {
          const theta = params[param[f]]
          for (let v = 0; v < size; v++) if (rest + steps[step + v] === 2) message[first + v] += theta
        } else
          for (let v = 0; v < size; v++) message[first + v] += this.worth(state, f, rest + steps[step + v])
        continue
      }
      // The factor is shared with a child, whose message already includes it.
      if (firstUnit[f] === u) continue
      if (shape[f] === Shape.pair && size === 2 && sizeUp === 2 && !joint) {
        pairTheta += params[param[f]]
        continue
      }
      if (!joint) {
        joint = true
        table.fill(0, 0, size * sizeUp)
      }
      const stepUp = this.stepOf(up, f)
      const free = rest - steps[stepUp + state.value[up]]
      for (let j = 0; j < sizeUp; j++)
        for (let v = 0; v < size; v++)
          table[j * size + v] += this.worth(state, f, free + steps[stepUp + j] + steps[step + v])
    }
    if (up < 0) return
    const at = this.backStart[u]
    if (!joint) {
      // For two binary units θ counts if both are 1.
      const off = message[first]
      const on = message[first + 1]
      this.back[at] = on > off || (on === off && current === 1) ? 1 : 0
      this.back[at + 1] = on + pairTheta > off || (on + pairTheta === off && current === 1) ? 1 : 0
      message[firstUp] += on > off ? on : off
      message[firstUp + 1] += on + pairTheta > off ? on + pairTheta : off
      return
    }
    for (let j = 0; j < sizeUp; j++) {
      let best = current
      let top = table[j * size + current] + message[first + current]
      for (let v = 0; v < size; v++) {
        const score = table[j * size + v] + message[first + v]
        if (score > top) {
          top = score
          best = v
        }
      }
      if (pairTheta !== 0 && j === 1) {
        const on = table[j * size + 1] + message[first + 1] + pairTheta
        const off = table[j * size] + message[first]
        best = on > off ? 1 : 0
        top = on > off ? on : off
      }
      this.back[at + j] = best
      message[firstUp + j] += top
    }
  }

  private stepOf(u: number, f: number): number {
    const { model } = this
    const size = model.valueStart[u + 1] - model.valueStart[u]
    let step = model.stepStart[u]
    for (let e = model.edgeStart[u]; model.edgeFactor[e] !== f; e++) step += size
    return step
  }

  /** Own score of a factor; a violation costs more than any score. */
  private worth(state: RoundingState, f: number, sum: number): number {
    const { shape, param, params } = this.model
    const at = param[f]
    if (shape[f] === Shape.pair) return sum === 2 ? params[at] : 0
    if (shape[f] === Shape.table && sum >= 0 && sum < params[at]) {
      const own = params[at + 2 + sum]
      if (own !== Number.NEGATIVE_INFINITY) return own
    }
    const violation = state.violation(f, sum)
    return violation === 0 ? 0 : -violation * this.penalty * state.weight[f]
  }

  private logistic(): number {
    const u = this.random.uniform()
    return portableLog((u + 1e-9) / (1 - u + 1e-9))
  }
}
