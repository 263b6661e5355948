import type { BestAssignment } from './best.js'
import { type RoundingModel, Shape } from './model.js'
import type { XorShift } from './random.js'
import type { RoundingState } from './state.js'

// Block moves for binary units that only pair factors link: a block is grown breadth first, such that a new unit has
// all its neighbours in the block among the last few added, the window. Dynamic programming over the values of the
// window then optimises the whole block exactly, the rest being held. On a grid, blocks are strips as wide as the
// window.

export class WindowMoves {
  /** Units that may move: binary, and linked by pair factors only. */
  readonly eligible: Uint8Array
  eligibleCount = 0
  /** Neighbours of unit u by pair factors: neighbours[start[u] … start[u + 1]), and the factors' θ. */
  private readonly start: Int32Array
  private readonly neighbour: Int32Array
  private readonly theta: Float64Array
  /** Per unit: 0 may not join, 1 may join, 2 in the window, 3 in the block but closed. */
  private readonly role: Uint8Array
  private readonly depth: Int32Array
  private readonly queue: Int32Array
  private queued = 0
  /** Units of the block in the order they were added; the window is block[opened … length). */
  private readonly block: Int32Array
  /** How many units were closed before each unit joined. */
  private readonly closedBefore: Int32Array
  private readonly place: Int32Array
  private readonly best: Float64Array
  private readonly back: Uint8Array

  constructor(
    private readonly model: RoundingModel,
    private readonly random: XorShift,
    private readonly width: number,
    /** Most units of a block. */
    private readonly most: number,
  ) {
    const { units, shape, factorUnitStart, factorUnits, edgeStart, edgeFactor } = model
    this.eligible = new Uint8Array(units)
    this.start = new Int32Array(units + 1)
    for (let u = 0; u < units; u++) {
      let ok = model.valueSlot[model.valueStart[u]!] === -1
      for (let e = edgeStart[u]!; e < edgeStart[u + 1]! && ok; e++) {
        const f = edgeFactor[e]!
        ok = shape[f] === Shape.pair && factorUnitStart[f + 1]! - factorUnitStart[f]! === 2
      }
      this.eligible[u] = ok ? 1 : 0
      if (ok) this.eligibleCount++
      this.start[u + 1] = this.start[u]! + (ok ? edgeStart[u + 1]! - edgeStart[u]! : 0)
    }
    this.neighbour = new Int32Array(this.start[units]!)
    this.theta = new Float64Array(this.start[units]!)
    for (let u = 0; u < units; u++) {
      if (this.eligible[u] === 0) continue
      for (let e = edgeStart[u]!, k = this.start[u]!; e < edgeStart[u + 1]!; e++, k++) {
        const f = edgeFactor[e]!
        const first = factorUnitStart[f]!
        this.neighbour[k] = factorUnits[first] === u ? factorUnits[first + 1]! : factorUnits[first]!
        this.theta[k] = model.params[model.param[f]!]!
      }
    }
    this.role = new Uint8Array(units)
    this.depth = new Int32Array(units)
    this.queue = new Int32Array(units)
    this.block = new Int32Array(most)
    this.closedBefore = new Int32Array(most)
    this.place = new Int32Array(units)
    this.best = new Float64Array(2 << width)
    this.back = new Uint8Array(most << width)
  }

  /** Covers the units list[0 … count) with blocks and optimises each, with random scores of size `noise`. */
  sweep(state: RoundingState, best: BestAssignment, list: Int32Array, count: number, noise: number): void {
    const { role, eligible } = this
    for (let i = 0; i < count; i++) role[list[i]!] = eligible[list[i]!]!
    if (count === 0) return
    this.layer(list, count)
    for (let i = 0; i < this.queued; i++) {
      const seed = this.queue[i]!
      if (role[seed] !== 1) continue
      const length = this.grow(seed)
      this.optimise(state, best, length, noise)
      for (let k = 0; k < length; k++) role[this.block[k]!] = 0
    }
    for (let i = 0; i < count; i++) role[list[i]!] = 0
  }

  /** Breadth-first distances from a random unit, or the one farthest from it: blocks grow away from there. */
  private layer(list: Int32Array, count: number): void {
    const { role, depth, queue } = this
    for (let i = 0; i < count; i++) depth[list[i]!] = -1
    const offset = this.random.below(count)
    const far = this.random.uniform() < 0.5
    let length = 0
    for (let i = 0; i < count; i++) {
      const root = list[i + offset < count ? i + offset : i + offset - count]!
      if (role[root] !== 1 || depth[root]! >= 0) continue
      const end = this.spread(root, length)
      if (far) {
        const end2 = queue[end - 1]!
        for (let k = length; k < end; k++) depth[queue[k]!] = -1
        this.spread(end2, length)
      }
      length = end
    }
    this.queued = length
  }

  private spread(root: number, from: number): number {
    const { role, depth, queue, start, neighbour } = this
    let length = from
    queue[length++] = root
    depth[root] = 0
    for (let k = from; k < length; k++) {
      const u = queue[k]!
      for (let j = start[u]!; j < start[u + 1]!; j++) {
        const w = neighbour[j]!
        if (role[w] !== 1 || depth[w]! >= 0) continue
        depth[w] = depth[u]! + 1
        queue[length++] = w
      }
    }
    return length
  }

  private grow(seed: number): number {
    const { role, block, start, neighbour, closedBefore, depth, width, most } = this
    let closed = 0
    let length = 0
    role[seed] = 2
    closedBefore[0] = 0
    block[length++] = seed
    while (closed < length) {
      const oldest = block[closed]!
      let next = -1
      let most2 = 0
      if (length < most)
        for (let k = start[oldest]!; k < start[oldest + 1]!; k++) {
          const u = neighbour[k]!
          if (role[u] !== 1 || depth[u]! < depth[oldest]!) continue
          const ties = this.windowNeighbours(u)
          if (ties > most2) {
            most2 = ties
            next = u
          }
        }
      if (next >= 0) {
        role[next] = 2
        closedBefore[length] = closed
        block[length++] = next
      }
      if (next < 0 || length - closed > width) role[block[closed++]!] = 3
    }
    return length
  }

  /** How many neighbours of u are in the window; 0 if some have left it. */
  private windowNeighbours(u: number): number {
    const { role, start, neighbour } = this
    let count = 0
    for (let k = start[u]!; k < start[u + 1]!; k++) {
      const r = role[neighbour[k]!]
      if (r === 3) return 0
      if (r === 2) count++
    }
    return count
  }

  private optimise(state: RoundingState, best: BestAssignment, length: number, noise: number): void {
    const { block, closedBefore, place, width, back } = this
    const scores = this.best
    for (let k = 0; k < length; k++) place[block[k]!] = k
    scores[0] = 0
    let closed = 0
    for (let k = 0; k < length; k++) {
      while (closed < closedBefore[k]!) this.close(closed++, k)
      this.join(state, k, closed, noise)
    }
    while (closed < length) this.close(closed++, length)
    let mask = 0
    let open = length
    for (let k = length - 1; k >= 0; k--) {
      // Undo closings down to where unit k joined.
      for (; closed > closedBefore[k]!; ) {
        closed--
        mask = (mask << 1) | back[(closed << width) + mask]!
      }
      open = k - closed
      const to = (mask >> open) & 1
      mask &= (1 << open) - 1
      const u = block[k]!
      if (state.value[u] === to) continue
      state.set(u, to)
      best.touch(u)
    }
  }

  /** Unit k of the block enters as the highest bit of the window, whose lowest bit is unit `closed`. */
  private join(state: RoundingState, k: number, closed: number, noise: number): void {
    const { block, role, start, neighbour, theta, place } = this
    const scores = this.best
    const u = block[k]!
    const size = 1 << (k - closed)
    let field = this.model.valueScore[this.model.valueStart[u]! + 1]!
    if (noise > 0) field += noise * this.logistic()
    for (let m = 0; m < size; m++) scores[size + m] = scores[m]!
    for (let i = start[u]!; i < start[u + 1]!; i++) {
      const w = neighbour[i]!
      if (role[w] !== 3) {
        if (state.value[w] === 1) field += theta[i]!
      } else if (place[w]! < k) {
        const bit = 1 << (place[w]! - closed)
        const t = theta[i]!
        for (let m = bit; m < size; m += 2 * bit) for (let j = m; j < m + bit; j++) scores[size + j]! += t
      }
    }
    for (let m = size; m < 2 * size; m++) scores[m]! += field
  }

  /** Unit `closed` leaves a window of units closed … end − 1: keep the better of its values. */
  private close(closed: number, end: number): void {
    const { back, width } = this
    const scores = this.best
    const half = 1 << (end - closed - 1)
    const at = closed << width
    for (let m = 0; m < half; m++) {
      const off = scores[2 * m]!
      const on = scores[2 * m + 1]!
      if (on > off) {
        scores[m] = on
        back[at + m] = 1
      } else {
        scores[m] = off
        back[at + m] = 0
      }
    }
  }

  private logistic(): number {
    const u = this.random.uniform()
    return Math.log((u + 1e-9) / (1 - u + 1e-9))
  }
}
