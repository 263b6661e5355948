// Block moves for binary units that only pair factors link. A block is grown breadth first, such that all
// neighbours of a new unit in the block are among the last few units added, the window. Dynamic programming
// over the values of the window then optimises the whole block exactly, with all other units held. On a grid,
// blocks are strips as wide as the window.
import type { Steps } from '../limits/steps.js'
import { portableLog } from '../numeric/portable.js'
import type { XorShift } from '../numeric/random.js'
import type { BestAssignment } from './best.js'
import type { RoundingModel } from './model.js'
import type { PairNetwork } from './pair-network.js'
import type { RoundingState } from './state.js'

/** Number of units in blocks between two yields. */
const UNITS = 1024

export class WindowMoves {
  private readonly eligible: Uint8Array
  private readonly start: Int32Array
  private readonly neighbour: Int32Array
  private readonly theta: Float64Array
  /** Role of each unit: 0 may not join, 1 may join, 2 in the window, 3 in the block but closed. */
  private readonly role: Uint8Array
  private readonly depth: Int32Array
  private readonly queue: Int32Array
  private queued = 0
  /** Units of the block in the order in which they were added; the window is block[opened … length). */
  private readonly block: Int32Array
  /** Number of units that were closed before each unit joined. */
  private readonly closedBefore: Int32Array
  private readonly place: Int32Array
  /** Best score for each combination of values in the window, and space for the next such table. */
  private scores: Float64Array
  private spare: Float64Array
  private readonly back: Uint8Array
  private readonly effect: Float64Array
  private readonly shift: Int32Array
  private found = 0

  constructor(
    private readonly model: RoundingModel,
    network: PairNetwork,
    private readonly random: XorShift,
    private readonly width: number,
    /** Most units of a block. */
    private readonly most: number,
  ) {
    const { units } = model
    this.eligible = network.eligible
    this.start = network.start
    this.neighbour = network.neighbour
    this.theta = network.theta
    this.role = new Uint8Array(units)
    this.depth = new Int32Array(units)
    this.queue = new Int32Array(units)
    this.block = new Int32Array(most)
    this.closedBefore = new Int32Array(most)
    this.place = new Int32Array(units)
    this.scores = new Float64Array(2 << width)
    this.spare = new Float64Array(2 << width)
    this.back = new Uint8Array(most << width)
    this.effect = new Float64Array(8)
    this.shift = new Int32Array(3)
  }

  /** Covers the units list[0 … count) with blocks and optimises each, with random scores of size `noise`. */
  *sweep(
    state: RoundingState,
    best: BestAssignment,
    list: Int32Array,
    count: number,
    noise: number,
  ): Steps<void> {
    const { role, eligible } = this
    for (let i = 0; i < count; i++) role[list[i]] = eligible[list[i]]
    if (count === 0) return
    this.layer(list, count)
    let done = 0
    for (let i = 0; i < this.queued; i++) {
      const seed = this.queue[i]
      if (role[seed] !== 1) continue
      const length = this.grow(seed)
      this.optimise(state, best, length, noise)
      for (let k = 0; k < length; k++) role[this.block[k]] = 0
      done += length
      if (done < UNITS) continue
      done = 0
      if (yield) break
    }
    for (let i = 0; i < count; i++) role[list[i]] = 0
  }

  /**
   * Writes breadth-first distances from a random unit, or from the unit farthest from it, where the blocks
   * begin to grow.
   */
  private layer(list: Int32Array, count: number): void {
    const { role, depth, queue } = this
    for (let i = 0; i < count; i++) depth[list[i]] = -1
    const offset = this.random.below(count)
    const far = this.random.uniform() < 0.5
    let length = 0
    for (let i = 0; i < count; i++) {
      const root = list[i + offset < count ? i + offset : i + offset - count]
      if (role[root] !== 1 || depth[root] >= 0) continue
      const end = this.spread(root, length)
      if (far) {
        const end2 = queue[end - 1]
        for (let k = length; k < end; k++) depth[queue[k]] = -1
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
      const u = queue[k]
      for (let j = start[u]; j < start[u + 1]; j++) {
        const w = neighbour[j]
        if (role[w] !== 1 || depth[w] >= 0) continue
        depth[w] = depth[u] + 1
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
      const oldest = block[closed]
      let next = -1
      let most2 = 0
      if (length < most)
        for (let k = start[oldest]; k < start[oldest + 1]; k++) {
          const u = neighbour[k]
          if (role[u] !== 1 || depth[u] < depth[oldest]) continue
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
      if (next < 0 || length - closed > width) role[block[closed++]] = 3
    }
    return length
  }

  /** Number of neighbours of u in the window; 0 if some have left it. */
  private windowNeighbours(u: number): number {
    const { role, start, neighbour } = this
    let count = 0
    for (let k = start[u]; k < start[u + 1]; k++) {
      const r = role[neighbour[k]]
      if (r === 3) return 0
      if (r === 2) count++
    }
    return count
  }

  private optimise(state: RoundingState, best: BestAssignment, length: number, noise: number): void {
    const { block, closedBefore, place, width, back } = this
    for (let k = 0; k < length; k++) place[block[k]] = k
    this.scores[0] = 0
    let closed = 0
    for (let k = 0; k < length; k++) {
      while (closed < closedBefore[k]) this.close(closed++, k)
      this.prepare(state, k, closed, noise)
      if (k + 1 < length && closedBefore[k + 1] > closed && k > closed && this.found <= 3)
        this.pass(k, closed++)
      else this.join(k, closed)
    }
    while (closed < length) this.close(closed++, length)
    let mask = 0
    let open = length
    for (let k = length - 1; k >= 0; k--) {
      // Undo closings back to the point at which unit k joined.
      for (; closed > closedBefore[k]; ) {
        closed--
        mask = (mask << 1) | back[(closed << width) + mask]
      }
      open = k - closed
      const to = (mask >> open) & 1
      mask &= (1 << open) - 1
      const u = block[k]
      if (state.value[u] === to) continue
      state.set(u, to)
      best.touch(u)
    }
  }

  /** Computes the effect of unit k being 1 for all values of its first three neighbours in the window. */
  private prepare(state: RoundingState, k: number, closed: number, noise: number): void {
    const { block, role, start, neighbour, theta, place, effect, shift } = this
    const u = block[k]
    let field = this.model.valueScore[this.model.valueStart[u] + 1]
    if (noise > 0) field += noise * this.logistic()
    let found = 0
    for (let c = 0; c < 8; c++) effect[c] = 0
    for (let i = start[u]; i < start[u + 1]; i++) {
      const w = neighbour[i]
      if (role[w] !== 3) {
        if (state.value[w] === 1) field += theta[i]
      } else if (place[w] < k) {
        if (found < 3) {
          shift[found] = place[w] - closed
          const bit = 1 << found
          for (let c = bit; c < 8; c++) if ((c & bit) !== 0) effect[c] += theta[i]
        }
        found++
      }
    }
    for (let c = 0; c < 8; c++) effect[c] += field
    for (let j = found; j < 3; j++) shift[j] = 0
    this.found = found
  }

  /** Adds unit k of the block to the window as the highest bit; the lowest bit is unit `closed`. */
  private join(k: number, closed: number): void {
    const { effect, scores } = this
    const size = 1 << (k - closed)
    const s0 = this.shift[0]
    const s1 = this.shift[1]
    const s2 = this.shift[2]
    const two = this.found > 1 ? 2 : 0
    const four = this.found > 2 ? 4 : 0
    for (let m = 0; m < size; m++)
      scores[size + m] =
        scores[m] + effect[((m >> s0) & 1) | (((m >> s1) << 1) & two) | (((m >> s2) << 2) & four)]
    if (this.found > 3) this.joinFurther(k, closed)
  }

  /** Adds unit k and removes unit `closed`, in one pass. */
  private pass(k: number, closed: number): void {
    const { effect, back, scores, spare } = this
    const half = 1 << (k - closed - 1)
    const at = closed << this.width
    const s0 = this.shift[0]
    const s1 = this.shift[1]
    const s2 = this.shift[2]
    const two = this.found > 1 ? 2 : 0
    const four = this.found > 2 ? 4 : 0
    for (let m = 0; m < half; m++) {
      const i = 2 * m
      const off = scores[i]
      const on = scores[i + 1]
      spare[m] = Math.max(off, on)
      back[at + m] = on > off ? 1 : 0
      const offUp = off + effect[((i >> s0) & 1) | (((i >> s1) << 1) & two) | (((i >> s2) << 2) & four)]
      const j = i + 1
      const onUp = on + effect[((j >> s0) & 1) | (((j >> s1) << 1) & two) | (((j >> s2) << 2) & four)]
      spare[half + m] = Math.max(offUp, onUp)
      back[at + half + m] = onUp > offUp ? 1 : 0
    }
    this.scores = spare
    this.spare = scores
  }

  /** Adds the effects of all neighbours in the window except the first three. */
  private joinFurther(k: number, closed: number): void {
    const { block, role, start, neighbour, theta, place } = this
    const { scores } = this
    const u = block[k]
    const size = 1 << (k - closed)
    let found = 0
    for (let i = start[u]; i < start[u + 1]; i++) {
      const w = neighbour[i]
      if (role[w] !== 3 || place[w] >= k || ++found <= 3) continue
      const shift = place[w] - closed
      for (let m = 0; m < size; m++) if (((m >> shift) & 1) === 1) scores[size + m] += theta[i]
    }
  }

  /** Removes unit `closed` from a window of units closed … end − 1: keeps the better of its values. */
  private close(closed: number, end: number): void {
    const { back, width } = this
    const { scores } = this
    const half = 1 << (end - closed - 1)
    const at = closed << width
    for (let m = 0; m < half; m++) {
      const off = scores[2 * m]
      const on = scores[2 * m + 1]
      // No branch: branches on random data cost more than the rest of the loop.
      scores[m] = Math.max(off, on)
      back[at + m] = Number(on > off)
    }
  }

  private logistic(): number {
    const u = this.random.uniform()
    return portableLog((u + 1e-9) / (1 - u + 1e-9))
  }
}
