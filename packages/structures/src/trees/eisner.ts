// Eisner's algorithm: projective trees of scored arcs in O(n³). The right half of a word h to e ≥ h holds h
// and the subtrees of its modifiers up to e; left halves mirror it. An arc between i < j joins the right half
// of i and the left half of j:
//
//   between(i, j)     = ⊕ over i ≤ r < j of right(i, r) + left(j, r + 1)
//   incomplete(i → j) = between(i, j) + score(i → j), and the same for j → i
//   right(i, e)       = ⊕ over i < m ≤ e of incomplete(i → m) + right(m, e)
//
// Left ends go from the last word to the first, right ends upwards, so that all parts of a span are computed
// before it.
import { plus } from '../common/semiring.js'
import type { TreeChart } from './chart-tree.js'
import { sideArcs } from './tree-arcs.js'

const NONE = Number.NEGATIVE_INFINITY

/** The chart of one sentence; halves of word h lie at h·length + e. */
export class Eisner implements TreeChart {
  /** The arc into each word of the tree that `trace` found. */
  readonly headArc: Int32Array
  /** ⊕ of all spans that each arc closes, its own score included; indexed by arc. */
  readonly incomplete: Float64Array
  private readonly start: Int32Array // arcs by head and side, nearest first
  private readonly order: Int32Array
  private readonly arcAt: Int32Array // the arc at head·length + modifier, or −1
  private readonly right: Float64Array
  private readonly left: Float64Array
  private readonly leftByEnd: Float64Array // e·length + h, for the loop over heads
  private outerRight = new Float64Array(0)
  private outerLeft = new Float64Array(0)
  private outerArc = new Float64Array(0)
  private readonly stack: Int32Array // two numbers for each half; every word has two halves

  constructor(
    readonly length: number,
    readonly head: Int32Array,
    readonly modifier: Int32Array,
    readonly singleRoot: boolean,
  ) {
    const { start, order } = sideArcs(length, head, modifier)
    this.start = start
    this.order = order
    this.headArc = new Int32Array(length)
    this.incomplete = new Float64Array(head.length)
    this.arcAt = new Int32Array(length * length).fill(-1)
    for (let a = 0; a < head.length; a++) this.arcAt[head[a] * length + modifier[a]] = a
    this.right = new Float64Array(length * length)
    this.left = new Float64Array(length * length)
    this.leftByEnd = new Float64Array(length * length)
    this.stack = new Int32Array(4 * length + 4)
  }

  /** Fills the chart, and returns the ⊕ of all trees; −∞ if there is none. */
  inside(scores: Float64Array, sum: boolean): number {
    const { length: n, modifier, start, order, arcAt, right, left, leftByEnd, incomplete } = this
    right.fill(NONE)
    incomplete.fill(NONE)
    for (let i = n - 1; i >= 0; i--) {
      const row = i * n
      right[row + i] = left[row + i] = leftByEnd[row + i] = 0
      for (let j = i + 1; j < n; j++) {
        const there = arcAt[row + j]
        const back = arcAt[j * n + i]
        const toRight = there < 0 ? NONE : scores[there]
        const toLeft = back < 0 ? NONE : scores[back]
        if (toRight > NONE || toLeft > NONE) {
          const between = this.between(i, j, sum)
          if (back >= 0) incomplete[back] = between + toLeft
          const closed = between + toRight
          if (closed > NONE) {
            incomplete[there] = closed
            const from = j * n
            for (let e = j; e < n; e++)
              if (right[from + e] > NONE) right[row + e] = plus(right[row + e], closed + right[from + e], sum)
          }
        }
        let half = NONE
        for (let p = start[2 * j]; p < start[2 * j + 1]; p++) {
          const m = modifier[order[p]]
          if (m < i) break
          const candidate = incomplete[order[p]] + leftByEnd[row + m]
          if (candidate > NONE) half = plus(half, candidate, sum)
        }
        left[j * n + i] = leftByEnd[row + j] = half
      }
    }
    return right[n - 1]
  }

  /** After `inside` with a maximum above −∞: leaves the best tree in `headArc`. */
  trace(): void {
    const { length: n, head, modifier, start, order, right, left, incomplete, headArc, stack } = this
    // Stack of halves that remain to be expanded, as pairs (head, end).
    let depth = 0
    stack[depth++] = 0
    stack[depth++] = n - 1
    while (depth > 0) {
      const end = stack[--depth]
      const h = stack[--depth]
      if (h === end) continue
      const side = end > h ? 1 : 0
      const half = side === 1 ? right : left
      let best = NONE
      let arc = -1
      for (let p = start[2 * h + side]; p < start[2 * h + side + 1]; p++) {
        const m = modifier[order[p]]
        if (side === 1 ? m > end : m < end) break
        const candidate = incomplete[order[p]] + half[m * n + end]
        if (candidate > best) {
          best = candidate
          arc = order[p]
        }
      }
      const m = modifier[arc]
      headArc[m] = arc
      stack[depth++] = m
      stack[depth++] = end
      const i = Math.min(head[arc], m)
      const j = Math.max(head[arc], m)
      const r = this.bestSplit(i, j)
      stack[depth++] = i
      stack[depth++] = r
      stack[depth++] = j
      stack[depth++] = r + 1
    }
  }

  /** After `inside`: for every arc the ⊕ of all trees that contain it. */
  outside(scores: Float64Array, sum: boolean, through: Float64Array): void {
    const { length: n, modifier, start, order, arcAt, left, incomplete } = this
    if (this.outerRight.length === 0) {
      this.outerRight = new Float64Array(n * n)
      this.outerLeft = new Float64Array(n * n)
      this.outerArc = new Float64Array(incomplete.length)
    }
    const { outerRight, outerLeft, outerArc } = this
    outerRight.fill(NONE)
    outerLeft.fill(NONE)
    outerArc.fill(NONE)
    outerRight[n - 1] = 0
    // The reverse order of `inside`: the outside score of a span is complete before it is passed to the parts
    // of the span.
    for (let i = 0; i < n; i++)
      for (let j = n - 1; j > i; j--) {
        const outer = outerLeft[j * n + i]
        if (outer > NONE)
          for (let p = start[2 * j]; p < start[2 * j + 1]; p++) {
            const a = order[p]
            const m = modifier[a]
            if (m < i) break
            if (incomplete[a] === NONE || left[m * n + i] === NONE) continue
            outerArc[a] = plus(outerArc[a], outer + left[m * n + i], sum)
            outerLeft[m * n + i] = plus(outerLeft[m * n + i], outer + incomplete[a], sum)
          }
        const there = arcAt[i * n + j]
        if (there >= 0 && incomplete[there] > NONE) this.openRight(i, j, there, sum)
        const back = arcAt[j * n + i]
        const toRight = there < 0 ? NONE : outerArc[there] + scores[there]
        const toLeft = back < 0 ? NONE : outerArc[back] + scores[back]
        const shared = plus(toRight, toLeft, sum)
        if (shared > NONE) this.openBetween(i, j, shared, sum)
      }
    for (let a = 0; a < through.length; a++) through[a] = incomplete[a] + outerArc[a]
  }

  /** The ⊕ over all ways to fill the gap between two words that an arc joins. */
  private between(i: number, j: number, sum: boolean): number {
    const { length: n, right, left } = this
    const last = this.lastSplit(i, j)
    const from = i * n
    const to = j * n + 1
    let value = NONE
    for (let r = i; r <= last; r++) {
      const candidate = right[from + r] + left[to + r]
      if (candidate > NONE) value = plus(value, candidate, sum)
    }
    return value
  }

  private bestSplit(i: number, j: number): number {
    const { length: n, right, left } = this
    const last = this.lastSplit(i, j)
    let best = i
    for (let r = i + 1; r <= last; r++)
      if (right[i * n + r] + left[j * n + r + 1] > right[i * n + best] + left[j * n + best + 1]) best = r
    return best
  }

  /** The last split point. A single root must have no modifier yet when it takes one. */
  private lastSplit(i: number, j: number): number {
    return this.singleRoot && i === 0 ? 0 : j - 1
  }

  /** Passes outside scores to the right halves of i that end in the arc to j and the right half of j. */
  private openRight(i: number, j: number, arc: number, sum: boolean): void {
    const { length: n, right, incomplete, outerRight, outerArc } = this
    for (let e = j; e < n; e++) {
      const outer = outerRight[i * n + e]
      if (outer === NONE || right[j * n + e] === NONE) continue
      outerArc[arc] = plus(outerArc[arc], outer + right[j * n + e], sum)
      outerRight[j * n + e] = plus(outerRight[j * n + e], outer + incomplete[arc], sum)
    }
  }

  private openBetween(i: number, j: number, outer: number, sum: boolean): void {
    const { length: n, right, left, outerRight, outerLeft } = this
    const last = this.lastSplit(i, j)
    for (let r = i; r <= last; r++) {
      const a = i * n + r
      const b = j * n + r + 1
      if (right[a] === NONE || left[b] === NONE) continue
      outerRight[a] = plus(outerRight[a], outer + left[b], sum)
      outerLeft[b] = plus(outerLeft[b], outer + right[a], sum)
    }
  }
}
