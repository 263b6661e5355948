// Constraint propagation over units and hard factors, with undo, for the construction of assignments.
import { type RoundingModel, Shape } from './model.js'

/**
 * Tracks the values that are still possible while decisions are made, and derives what hard factors imply
 * about other units. All changes can be undone back to a mark.
 */
export class Propagator {
  readonly alive: Uint8Array
  /** Number of alive (still possible) values of each unit. */
  readonly count: Int32Array
  /** Number of units of each factor with several values alive. */
  readonly open: Int32Array
  trailLength = 0
  private readonly low: Float64Array
  private readonly high: Float64Array
  /** Largest change of each factor's sum by one unit. */
  private readonly span: Float64Array
  private readonly trailUnit: Int32Array
  private readonly trailValue: Int32Array
  private readonly queue: Int32Array
  private readonly queued: Uint8Array
  private queueLength = 0
  private readonly z: Float64Array
  private readonly supported: Uint8Array

  constructor(private readonly model: RoundingModel) {
    const values = model.valueStart[model.units]
    this.alive = new Uint8Array(values)
    this.count = new Int32Array(model.units)
    this.open = new Int32Array(model.factors)
    this.low = new Float64Array(model.factors)
    this.high = new Float64Array(model.factors)
    this.span = new Float64Array(model.factors)
    this.trailUnit = new Int32Array(values)
    this.trailValue = new Int32Array(values)
    this.queue = new Int32Array(model.factors)
    this.queued = new Uint8Array(model.factors)
    this.z = new Float64Array(model.anyCustom ? model.problem.linkSlot.length : 0)
    let widest = 0
    for (let u = 0; u < model.units; u++)
      widest = Math.max(widest, model.valueStart[u + 1] - model.valueStart[u])
    this.supported = new Uint8Array(2 * widest)
  }

  /** Makes all values alive again. False if some factor is violated whatever the values. */
  reset(): boolean {
    const { model } = this
    this.alive.fill(1)
    this.trailLength = 0
    this.clearQueue()
    this.low.set(model.base)
    this.high.set(model.base)
    this.span.fill(0)
    for (let u = 0; u < model.units; u++) this.count[u] = model.valueStart[u + 1] - model.valueStart[u]
    for (let f = 0; f < model.factors; f++) {
      this.open[f] = model.factorUnitStart[f + 1] - model.factorUnitStart[f]
      if (model.shape[f] === Shape.range)
        for (let k = model.factorUnitStart[f]; k < model.factorUnitStart[f + 1]; k++) {
          this.reach(model.factorUnits[k], model.factorEdges[k])
          this.low[f] += this.least
          this.high[f] += this.most
          this.span[f] = Math.max(this.span[f], this.most - this.least)
        }
      if (model.hard[f] === 1) this.enqueue(f)
    }
    return this.propagate()
  }

  /** The only value of a unit that is alive. */
  valueOf(u: number): number {
    let v = this.model.valueStart[u]
    while (this.alive[v] === 0) v++
    return v - this.model.valueStart[u]
  }

  isAlive(u: number, value: number): boolean {
    return this.alive[this.model.valueStart[u] + value] === 1
  }

  /** Decides u := value and propagates it. False on a contradiction; the caller must then undo. */
  assign(u: number, value: number): boolean {
    const size = this.model.valueStart[u + 1] - this.model.valueStart[u]
    for (let v = 0; v < size; v++) if (v !== value && this.isAlive(u, v)) this.remove(u, v)
    return this.propagate()
  }

  /** Rules out a value and propagates that. False on a contradiction. */
  forbid(u: number, value: number): boolean {
    if (!this.isAlive(u, value)) return true
    if (this.count[u] === 1) return false
    this.remove(u, value)
    return this.propagate()
  }

  undo(mark: number): void {
    this.clearQueue()
    while (this.trailLength > mark) {
      this.trailLength--
      this.revive(this.trailUnit[this.trailLength], this.trailValue[this.trailLength])
    }
  }

  private clearQueue(): void {
    for (let i = 0; i < this.queueLength; i++) this.queued[this.queue[i]] = 0
    this.queueLength = 0
  }

  private least = 0
  private most = 0
  /** Finds the smallest and largest step of a unit's alive values. */
  private reach(u: number, edge: number): void {
    const { model } = this
    const first = model.valueStart[u]
    const size = model.valueStart[u + 1] - first
    const step = model.stepStart[u] + (edge - model.edgeStart[u]) * size
    let least = Number.POSITIVE_INFINITY
    let most = Number.NEGATIVE_INFINITY
    for (let v = 0; v < size; v++) {
      if (this.alive[first + v] === 0) continue
      const s = model.steps[step + v]
      if (s < least) least = s
      if (s > most) most = s
    }
    this.least = least
    this.most = most
  }

  private remove(u: number, value: number): void {
    this.trailUnit[this.trailLength] = u
    this.trailValue[this.trailLength++] = value
    this.toggle(u, value, 0)
  }

  private revive(u: number, value: number): void {
    this.toggle(u, value, 1)
  }

  private toggle(u: number, value: number, alive: number): void {
    const { model } = this
    const { edgeFactor, shape } = model
    const at = model.valueStart[u] + value
    const end = model.edgeStart[u + 1]
    for (let e = model.edgeStart[u]; e < end; e++) {
      const f = edgeFactor[e]
      if (shape[f] !== Shape.range) continue
      this.reach(u, e)
      this.low[f] -= this.least
      this.high[f] -= this.most
    }
    this.alive[at] = alive
    this.count[u] += alive === 1 ? 1 : -1
    const closed = alive === 0 && this.count[u] === 1
    const opened = alive === 1 && this.count[u] === 2
    for (let e = model.edgeStart[u]; e < end; e++) {
      const f = edgeFactor[e]
      if (shape[f] === Shape.range) {
        this.reach(u, e)
        this.low[f] += this.least
        this.high[f] += this.most
      }
      if (closed) this.open[f]--
      else if (opened) this.open[f]++
      if (alive === 0 && model.hard[f] === 1) this.enqueue(f)
    }
  }

  private enqueue(f: number): void {
    if (this.queued[f] === 1) return
    this.queued[f] = 1
    this.queue[this.queueLength++] = f
  }

  private propagate(): boolean {
    while (this.queueLength > 0) {
      const f = this.queue[--this.queueLength]
      this.queued[f] = 0
      if (!this.propagateFactor(f)) return false
    }
    return true
  }

  private propagateFactor(f: number): boolean {
    switch (this.model.shape[f]) {
      case Shape.range:
        return this.propagateRange(f)
      case Shape.custom:
        return this.open[f] > 0 || this.customAllowed(f)
      case Shape.parity:
        return this.open[f] > 1 || this.propagateFew(f)
      default:
        return this.open[f] > 2 || this.propagateFew(f)
    }
  }

  private propagateRange(f: number): boolean {
    const { model, span } = this
    const lowest = model.params[model.param[f]]
    const highest = model.params[model.param[f] + 1]
    if (this.low[f] > highest || this.high[f] < lowest) return false
    if (this.low[f] + span[f] <= highest && this.high[f] - span[f] >= lowest) return true
    for (let k = model.factorUnitStart[f]; k < model.factorUnitStart[f + 1]; k++) {
      const u = model.factorUnits[k]
      if (this.count[u] === 1) continue
      const first = model.valueStart[u]
      const size = model.valueStart[u + 1] - first
      const step = model.stepStart[u] + (model.factorEdges[k] - model.edgeStart[u]) * size
      this.reach(u, model.factorEdges[k])
      const least = this.least
      const most = this.most
      const low = this.low[f] - least
      const high = this.high[f] - most
      for (let v = 0; v < size; v++) {
        if (this.alive[first + v] === 0) continue
        const s = model.steps[step + v]
        if (low + s <= highest && high + s >= lowest) continue
        if (this.count[u] === 1) return false
        this.remove(u, v)
      }
    }
    return true
  }

  /**
   * Propagates a table or parity factor with at most two open units: only values with a partner stay alive.
   */
  private propagateFew(f: number): boolean {
    const { model, supported } = this
    let sum = model.base[f]
    let a = -1
    let b = -1
    for (let k = model.factorUnitStart[f]; k < model.factorUnitStart[f + 1]; k++) {
      const u = model.factorUnits[k]
      if (this.count[u] > 1) {
        if (a < 0) a = k
        else b = k
        continue
      }
      const size = model.valueStart[u + 1] - model.valueStart[u]
      sum +=
        model.steps[model.stepStart[u] + (model.factorEdges[k] - model.edgeStart[u]) * size + this.valueOf(u)]
    }
    if (a < 0) return this.allowed(f, sum)
    const u = model.factorUnits[a]
    const w = b < 0 ? -1 : model.factorUnits[b]
    const sizeU = model.valueStart[u + 1] - model.valueStart[u]
    const sizeW = w < 0 ? 1 : model.valueStart[w + 1] - model.valueStart[w]
    const stepU = model.stepStart[u] + (model.factorEdges[a] - model.edgeStart[u]) * sizeU
    const stepW = w < 0 ? 0 : model.stepStart[w] + (model.factorEdges[b] - model.edgeStart[w]) * sizeW
    supported.fill(0, 0, sizeU + sizeW)
    for (let i = 0; i < sizeU; i++) {
      if (!this.isAlive(u, i)) continue
      for (let j = 0; j < sizeW; j++) {
        if (w >= 0 && !this.isAlive(w, j)) continue
        if (!this.allowed(f, sum + model.steps[stepU + i] + (w < 0 ? 0 : model.steps[stepW + j]))) continue
        supported[i] = 1
        supported[sizeU + j] = 1
      }
    }
    return this.keepSupported(u, sizeU, 0) && (w < 0 || this.keepSupported(w, sizeW, sizeU))
  }

  private keepSupported(u: number, size: number, offset: number): boolean {
    for (let v = 0; v < size; v++) {
      if (this.supported[offset + v] === 1 || !this.isAlive(u, v)) continue
      if (this.count[u] === 1) return false
      this.remove(u, v)
    }
    return true
  }

  private allowed(f: number, sum: number): boolean {
    const { params } = this.model
    const at = this.model.param[f]
    if (this.model.shape[f] === Shape.parity) return (sum & 1) === params[at]
    return sum >= 0 && sum < params[at] && params[at + 2 + sum] !== Number.NEGATIVE_INFINITY
  }

  private customAllowed(f: number): boolean {
    const { problem, slotUnit, slotValue } = this.model
    for (let l = problem.factorStart[f]; l < problem.factorStart[f + 1]; l++) {
      const slot = problem.linkSlot[l]
      const u = slotUnit[slot]
      this.z[l] = u < 0 ? (problem.fixed[slot] === 1 ? 1 : 0) : this.valueOf(u) === slotValue[slot] ? 1 : 0
    }
    return problem.groups[problem.factorGroup[f]].score(f, this.z) !== Number.NEGATIVE_INFINITY
  }
}
