// A chain with the same transitions at every position, for sequences of any length: best paths,
// max-marginals, and a sweep from left to right during which scores may change. Nothing is allocated for a
// sequence of a length that was seen before.
import { advance, backward, inside, type Lattice, LatticeBuilder } from '../common/lattice.js'

/** The scores that all positions share. */
export interface HomogeneousScores {
  /** k scores for the first state of a sequence. */
  readonly start: Float64Array
  /** k·k scores of a state (row) followed by another (column). */
  readonly next: Float64Array
  /** k scores for the last state of a sequence. */
  readonly stop: Float64Array
}

/**
 * Finds best paths. The scores of a sequence are k for each of its positions.
 *
 * @example
 * const next = Float64Array.of(0, 3, 0, 0) // 3 for state 0, then 1
 * const chain = new HomogeneousSequence({ start: new Float64Array(2), next, stop: new Float64Array(2) })
 * const path = new Int32Array(2)
 * chain.best(Float64Array.of(0, 1, 0, 0), 2, path) // 3, and path is [0, 1]
 */
export class HomogeneousSequence {
  private readonly k: number
  /** Starts, transitions and stops. */
  private readonly edges: Float64Array
  private readonly lattices: Lattice[] = [] // by length
  private lattice = layOut(1, 1) // of the last sequence
  private upTo = new Float64Array(0) // best score up to each node
  private rest = new Float64Array(0) // … and from it on
  private before = new Int32Array(0)
  private nothing = new Float64Array(0)
  /** The position that `through` has reached. */
  private reached = 0

  constructor({ start, next, stop }: HomogeneousScores) {
    const k = start.length
    this.k = k
    this.edges = new Float64Array(k * (k + 2))
    this.edges.set(start)
    this.edges.set(next, k)
    this.edges.set(stop, k + k * k)
  }

  /** Finds the best state of every position; returns the score of the best path. */
  best(scores: Float64Array, length: number, path: Int32Array): number {
    const lattice = this.latticeOf(length)
    inside(lattice, this.edges, 0, scores, false, this.upTo, this.before)
    return this.trace(length, path)
  }

  /** The best path of the last sequence. */
  trace(length: number, path: Int32Array): number {
    const { k, upTo, before } = this
    const end = 1 + length * k
    for (let v = before[end], t = length - 1; t >= 0; v = before[v], t--) path[t] = v - 1 - t * k
    return upTo[end]
  }

  /**
   * through[t·k + y] = the score of the best path with state y at position t; returns the score of the best
   * path.
   */
  maxMarginals(scores: Float64Array, length: number, through: Float64Array): number {
    const lattice = this.latticeOf(length)
    const { k, edges, upTo, rest } = this
    const value = inside(lattice, edges, 0, scores, false, upTo, this.before)
    backward(lattice, edges, 0, scores, rest)
    for (let i = 0; i < length * k; i++) through[i] = upTo[1 + i] + rest[1 + i]
    return value
  }

  /**
   * Begins a pass over a sequence from left to right; `path` gets the best states. `through` then gives the
   * scores of the best paths through one position after the other. The caller may change the `scores` of a
   * position once `through` has handled it. Returns the best score.
   */
  start(scores: Float64Array, length: number, path: Int32Array): number {
    const lattice = this.latticeOf(length)
    const { k, edges, rest } = this
    backward(lattice, edges, 0, scores, rest)
    this.reached = -1
    this.upTo[0] = 0
    for (let t = 0; t < length; t++) {
      const row = t === 0 ? 0 : k + path[t - 1] * k
      let best = Number.NEGATIVE_INFINITY
      for (let y = 0; y < k; y++) {
        const total = edges[row + y] + scores[t * k + y] + rest[1 + t * k + y]
        if (total <= best) continue
        best = total
        path[t] = y
      }
    }
    return rest[0]
  }

  /**
   * Advances to a position: `result[at + y]` = the score of the best path with state y there, with the
   * current scores of the positions before it.
   */
  through(scores: Float64Array, position: number, result: Float64Array, at: number): void {
    const { k, edges, lattice, upTo, rest, before, nothing } = this
    // `upTo` leaves out the scores of the position that was reached, which may still change.
    for (let t = this.reached + 1; t <= position; t++) {
      for (let i = (t - 1) * k; i >= 0 && i < t * k; i++) upTo[1 + i] += scores[i]
      advance(lattice, edges, 0, nothing, false, upTo, before, 1 + t * k, 1 + (t + 1) * k)
    }
    this.reached = position
    for (let y = 0, i = position * k; y < k; y++, i++) result[at + y] = upTo[1 + i] + scores[i] + rest[1 + i]
  }

  /** The score of a path. */
  score(scores: Float64Array, length: number, path: Int32Array): number {
    const { k, edges } = this
    let sum = edges[path[0]] + edges[k + k * k + path[length - 1]]
    for (let t = 0; t < length; t++) {
      sum += scores[t * k + path[t]]
      if (t > 0) sum += edges[k + path[t - 1] * k + path[t]]
    }
    return sum
  }

  private latticeOf(length: number): Lattice {
    const nodes = length * this.k + 2
    if (this.upTo.length < nodes) {
      this.upTo = new Float64Array(2 * nodes)
      this.rest = new Float64Array(2 * nodes)
      this.before = new Int32Array(2 * nodes)
      this.nothing = new Float64Array(2 * nodes)
    }
    this.lattices[length] ??= layOut(this.k, length)
    this.lattice = this.lattices[length]
    return this.lattice
  }
}

function layOut(k: number, length: number): Lattice {
  const builder = new LatticeBuilder(length * k + 2, length + 2)
  for (let t = 0; t < length; t++) {
    for (let y = 0; y < k; y++)
      if (t === 0) builder.node(y, 0, 1, y)
      else builder.node(t * k + y, 1 + (t - 1) * k, k, k + y, k)
    builder.endLevel()
  }
  builder.node(-1, 1 + (length - 1) * k, k, k + k * k)
  builder.endLevel()
  return builder.build()
}
