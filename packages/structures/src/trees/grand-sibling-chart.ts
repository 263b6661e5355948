// Projective trees with scores of siblings, grandparents and grand-siblings: model 1 of Koo and Collins
// (2010), "Efficient third-order dependency parsers", in O(n⁴), or O(n · pairs of arcs) where arcs are few. A
// half (a, t) belongs to the word h that arc a = g → h leads to: for t ≤ h the left half from t to h, for
// t > h the right half from h to t − 1.
//
//   incomplete(g → h, j) = score(h → mⱼ) + grandparent(g, j)
//                          + ⊕ { next(0, j) + the half (h → mⱼ, ·) that reaches to h,
//                                next(s, j) + incomplete(g → h, s) + span(s, j) for nearer modifiers s }
//   span(s, j) = ⊕ over t of half (h → mₛ, t) + half (h → mⱼ, t), which share the words between the two
//   half (g → h, t)      = ⊕ over j of incomplete(g → h, j) + next(j, stop) + half (h → mⱼ, t);
//                          next(0, stop) if empty
//
// Left ends go from the last word to the first. Items that begin at i depend only on items that begin later:
// first the right halves of i, then the left halves that end at i.
import { plus } from '../common/semiring.js'
import type { TreeChart } from './chart-tree.js'
import { GrandSiblingOutside } from './grand-sibling-outside.js'
import type { GrandSiblingParts } from './grand-sibling-parts.js'

const NONE = Number.NEGATIVE_INFINITY

/** The chart of one sentence. */
export class GrandSiblingChart implements TreeChart {
  /** The arc into each word of the tree that `trace` found. */
  readonly headArc: Int32Array
  /** Half (a, t) lies at a·(length + 1) + t. */
  readonly half: Float64Array
  /** Incomplete items, indexed by pair of arcs. */
  readonly incomplete: Float64Array
  /** Spans between two siblings, indexed by pair of modifiers. */
  readonly span: Float64Array
  private outer: GrandSiblingOutside | null = null // made on first use
  private readonly reach: Int32Array // per head: left modifiers at or after the left end
  private readonly stack: Int32Array // two numbers for each half; every word has two halves

  constructor(
    readonly parts: GrandSiblingParts,
    readonly singleRoot: boolean,
  ) {
    const { length, rootArc } = parts
    this.headArc = new Int32Array(length)
    this.half = new Float64Array((rootArc + 1) * (length + 1))
    this.incomplete = new Float64Array(parts.pairCount)
    this.span = new Float64Array(parts.triangleCount)
    this.reach = new Int32Array(length)
    this.stack = new Int32Array(4 * length + 4)
  }

  /** Fills the chart, and returns the ⊕ of all trees; −∞ if there is none. */
  inside(scores: Float64Array, sum: boolean): number {
    const { half, incomplete, span, reach } = this
    const { length, modifier, rootArc, sideStart, sideOrder } = this.parts
    half.fill(NONE)
    incomplete.fill(NONE)
    span.fill(NONE)
    reach.fill(0)
    for (let i = length - 1; i >= 0; i--) {
      this.emptyHalves(i)
      this.rightHalves(i, scores, sum)
      for (let h = i + 1; h < length; h++) {
        const at = sideStart[2 * h] + reach[h]
        if (at < sideStart[2 * h + 1] && modifier[sideOrder[at]] === i)
          this.takeLeftModifier(h, ++reach[h], scores, sum)
        this.leftHalves(h, i, sum)
      }
    }
    const root = rootArc * (length + 1)
    return half[root] + half[root + length]
  }

  /** After `inside` with a maximum above −∞: leaves the best tree in `headArc`. */
  trace(): void {
    const { half, incomplete, headArc, stack, parts } = this
    const { length, modifier, rootArc, sideStart, sideOrder, pairStart, transitions } = parts
    const width = length + 1
    let depth = 0
    stack[depth++] = rootArc
    stack[depth++] = length
    while (depth > 0) {
      const t = stack[--depth]
      const arc = stack[--depth]
      const h = arc === rootArc ? 0 : modifier[arc]
      if (t === h || t === h + 1) continue
      const k = 2 * h + (t > h ? 1 : 0)
      const n = parts.modifierCount(k)
      const g = parts.rank[arc]
      const pairs = pairStart[k] + g * n - 1
      const table = parts.transitionStart[k] + g * parts.block[k]
      const stop = table + (n * (n + 1)) / 2
      let best = NONE
      let j = 0
      for (let s = 1; s <= n; s++) {
        const inner = sideOrder[sideStart[k] + s - 1]
        if (t > h ? modifier[inner] >= t : modifier[inner] < t) break
        const candidate = incomplete[pairs + s] + transitions[stop + s] + half[inner * width + t]
        if (candidate > best) {
          best = candidate
          j = s
        }
      }
      stack[depth++] = sideOrder[sideStart[k] + j - 1]
      stack[depth++] = t
      // From the farthest modifier to the nearest.
      while (j > 0) {
        const far = sideOrder[sideStart[k] + j - 1]
        headArc[modifier[far]] = far
        const s = this.bestBefore(k, g, j)
        if (s === 0) {
          stack[depth++] = far
          stack[depth++] = h + (k & 1)
        } else {
          const near = sideOrder[sideStart[k] + s - 1]
          const split = this.bestSplit(near, far)
          stack[depth++] = near
          stack[depth++] = split
          stack[depth++] = far
          stack[depth++] = split
        }
        j = s
      }
    }
  }

  /** After `inside`: for every arc the ⊕ of all trees that contain it. */
  outside(scores: Float64Array, sum: boolean, through: Float64Array): void {
    this.outer ??= new GrandSiblingOutside(this)
    this.outer.run(scores, sum, through)
  }

  /** After `outside`: for every pair of arcs the ⊕ of all trees that contain it. */
  outsidePairs(through: Float64Array): void {
    this.outer?.pairs(through)
  }

  /** Whether a modifier of side k may follow another one. A single root has only one modifier. */
  mayFollow(k: number): boolean {
    return !(this.singleRoot && k < 2)
  }

  /** Halves of i with no modifiers. */
  private emptyHalves(i: number): void {
    const { half, parts } = this
    const { length, intoStart, intoOrder, transitions, transitionStart, block } = parts
    for (let k = 2 * i; k <= 2 * i + 1; k++) {
      const n = parts.modifierCount(k)
      for (let at = intoStart[i]; at < intoStart[i + 1]; at++) {
        const stop = transitionStart[k] + (at - intoStart[i]) * block[k] + (n * (n + 1)) / 2
        half[intoOrder[at] * (length + 1) + i + (k & 1)] = transitions[stop]
      }
    }
  }

  private rightHalves(i: number, scores: Float64Array, sum: boolean): void {
    const { half, incomplete, parts } = this
    const { length, modifier, sideStart, sideOrder, intoStart, intoOrder, transitions } = parts
    const width = length + 1
    const k = 2 * i + 1
    const n = parts.modifierCount(k)
    if (n === 0) return
    if (this.mayFollow(k)) for (let j = 2; j <= n; j++) this.joinSpans(k, j, scores, sum)
    for (let at = intoStart[i]; at < intoStart[i + 1]; at++) {
      const g = at - intoStart[i]
      const row = intoOrder[at] * width
      const last = this.lastRightEnd(intoOrder[at], i)
      const stop = parts.transitionStart[k] + g * parts.block[k] + (n * (n + 1)) / 2
      for (let j = 1; j <= n; j++) {
        const arc = sideOrder[sideStart[k] + j - 1]
        if (modifier[arc] >= last) break
        this.close(k, g, j, scores, sum)
        const closed = incomplete[parts.pairStart[k] + g * n + j - 1] + transitions[stop + j]
        if (closed === NONE) continue
        const inner = arc * width
        for (let t = modifier[arc] + 1; t <= last; t++)
          if (half[inner + t] > NONE) half[row + t] = plus(half[row + t], closed + half[inner + t], sum)
      }
    }
  }

  /** The last t of a right half. No item contains a half that reaches beyond its own grandparent. */
  private lastRightEnd(arc: number, i: number): number {
    const { length, head, rootArc } = this.parts
    return arc !== rootArc && head[arc] > i ? head[arc] : length
  }

  /** Processes modifier j of head h when the left end reaches it. */
  private takeLeftModifier(h: number, j: number, scores: Float64Array, sum: boolean): void {
    this.joinSpans(2 * h, j, scores, sum)
    const grandparents = this.parts.grandparentCount(2 * h)
    for (let g = 0; g < grandparents; g++) this.close(2 * h, g, j, scores, sum)
  }

  private leftHalves(h: number, i: number, sum: boolean): void {
    const { half, incomplete, reach, parts } = this
    const { length, head, sideStart, sideOrder, intoStart, intoOrder, transitions } = parts
    const k = 2 * h
    if (reach[h] === 0) return
    const width = length + 1
    const n = parts.modifierCount(k)
    for (let at = intoStart[h]; at < intoStart[h + 1]; at++) {
      const grandparent = head[intoOrder[at]]
      if (grandparent < h && grandparent >= i) continue // as in `lastRightEnd`
      const g = at - intoStart[h]
      const stop = parts.transitionStart[k] + g * parts.block[k] + (n * (n + 1)) / 2
      const pairs = parts.pairStart[k] + g * n - 1
      let value = NONE
      for (let j = 1; j <= reach[h]; j++) {
        const inner = half[sideOrder[sideStart[k] + j - 1] * width + i]
        const candidate = incomplete[pairs + j] + transitions[stop + j] + inner
        if (candidate > NONE) value = plus(value, candidate, sum)
      }
      half[intoOrder[at] * width + i] = value
    }
  }

  /** Modifier j of side k under grandparent g: the first one, or after any nearer one. */
  private close(k: number, g: number, j: number, scores: Float64Array, sum: boolean): void {
    const { half, incomplete, span, parts } = this
    const { transitions } = parts
    const arc = parts.sideOrder[parts.sideStart[k] + j - 1]
    const pairs = parts.pairStart[k] + g * parts.modifierCount(k) - 1
    const row = parts.transitionStart[k] + g * parts.block[k] + (j * (j - 1)) / 2
    const spans = parts.triangleStart[k] + (j * (j - 1)) / 2
    let value = half[arc * (parts.length + 1) + (k >> 1) + (k & 1)] + transitions[row]
    if (this.mayFollow(k))
      for (let s = 1; s < j; s++) {
        const candidate = incomplete[pairs + s] + span[spans + s] + transitions[row + s]
        if (candidate > NONE) value = plus(value, candidate, sum)
      }
    incomplete[pairs + j] = value + parts.grandparents[pairs + j] + scores[arc]
  }

  /** The spans between modifier j of side k and every nearer one. */
  private joinSpans(k: number, j: number, scores: Float64Array, sum: boolean): void {
    const { half, span, parts } = this
    const { length, modifier, sideStart, sideOrder } = parts
    const far = sideOrder[sideStart[k] + j - 1]
    if (scores[far] === NONE) return
    for (let s = 1; s < j; s++) {
      const near = sideOrder[sideStart[k] + s - 1]
      const end = Math.max(modifier[near], modifier[far])
      let value = NONE
      for (let t = Math.min(modifier[near], modifier[far]) + 1; t <= end; t++) {
        const candidate = half[near * (length + 1) + t] + half[far * (length + 1) + t]
        if (candidate > NONE) value = plus(value, candidate, sum)
      }
      span[parts.triangleStart[k] + (j * (j - 1)) / 2 + s] = value
    }
  }

  private bestBefore(k: number, g: number, j: number): number {
    const { half, incomplete, span, parts } = this
    const arc = parts.sideOrder[parts.sideStart[k] + j - 1]
    const pairs = parts.pairStart[k] + g * parts.modifierCount(k) - 1
    const row = parts.transitionStart[k] + g * parts.block[k] + (j * (j - 1)) / 2
    const spans = parts.triangleStart[k] + (j * (j - 1)) / 2
    let best = half[arc * (parts.length + 1) + (k >> 1) + (k & 1)] + parts.transitions[row]
    let before = 0
    if (this.mayFollow(k))
      for (let s = 1; s < j; s++) {
        const candidate = incomplete[pairs + s] + span[spans + s] + parts.transitions[row + s]
        if (candidate > best) {
          best = candidate
          before = s
        }
      }
    return before
  }

  private bestSplit(near: number, far: number): number {
    const { half, parts } = this
    const { length, modifier } = parts
    const from = Math.min(modifier[near], modifier[far]) + 1
    const to = Math.max(modifier[near], modifier[far])
    const a = near * (length + 1)
    const b = far * (length + 1)
    let best = from
    for (let t = from + 1; t <= to; t++)
      if (half[a + t] + half[b + t] > half[a + best] + half[b + best]) best = t
    return best
  }
}
