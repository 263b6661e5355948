// Outside scores of the chart of grand-siblings: for each item, the ⊕ of everything that contains it, in the
// reverse order of `inside`.
import { plus } from '../common/semiring.js'
import type { GrandSiblingChart } from './grand-sibling-chart.js'

const NONE = Number.NEGATIVE_INFINITY

/** Outside scores, in the same layout as the chart. */
export class GrandSiblingOutside {
  private readonly half: Float64Array
  private readonly incomplete: Float64Array
  private readonly span: Float64Array
  private readonly reach: Int32Array

  constructor(private readonly chart: GrandSiblingChart) {
    this.half = new Float64Array(chart.half.length)
    this.incomplete = new Float64Array(chart.incomplete.length)
    this.span = new Float64Array(chart.span.length)
    this.reach = new Int32Array(chart.parts.length)
  }

  /** After the chart's `inside` with the same scores: for every arc the ⊕ of all trees that contain it. */
  run(scores: Float64Array, sum: boolean, through: Float64Array): void {
    const { chart, half, reach } = this
    const { parts } = chart
    const { length, rootArc, modifier, sideStart, sideOrder } = parts
    half.fill(NONE)
    this.incomplete.fill(NONE)
    this.span.fill(NONE)
    const root = rootArc * (length + 1)
    half[root + length] = chart.half[root]
    for (let h = 0; h < length; h++) reach[h] = parts.modifierCount(2 * h)
    for (let i = 0; i < length; i++) {
      for (let h = length - 1; h > i; h--) {
        if (reach[h] === 0) continue
        this.openHalves(2 * h, i, reach[h], sum)
        if (modifier[sideOrder[sideStart[2 * h] + reach[h] - 1]] === i)
          this.openModifier(2 * h, reach[h]--, scores, sum)
      }
      const k = 2 * i + 1
      const n = parts.modifierCount(k)
      for (let t = length, reached = n; reached > 0; t--) {
        while (reached > 0 && modifier[sideOrder[sideStart[k] + reached - 1]] >= t) reached--
        this.openHalves(k, t, reached, sum)
      }
      for (let j = n; j > 0; j--) this.openModifier(k, j, scores, sum)
    }
    this.sumByArc(sum, through)
  }

  /** After `run`: for every pair of arcs the ⊕ of all trees that contain it. */
  pairs(through: Float64Array): void {
    const { incomplete, chart } = this
    for (let p = 0; p < through.length; p++) through[p] = chart.incomplete[p] + incomplete[p]
  }

  /** Halves (a, t) of the head of side k, which may contain its first `reached` modifiers. */
  private openHalves(k: number, t: number, reached: number, sum: boolean): void {
    const { half, incomplete, chart } = this
    const { parts } = chart
    const { length, sideStart, sideOrder, intoStart, intoOrder, transitions } = parts
    const width = length + 1
    const h = k >> 1
    const n = parts.modifierCount(k)
    for (let at = intoStart[h]; at < intoStart[h + 1]; at++) {
      const outer = half[intoOrder[at] * width + t]
      if (outer === NONE) continue
      const g = at - intoStart[h]
      const stop = parts.transitionStart[k] + g * parts.block[k] + (n * (n + 1)) / 2
      const pairs = parts.pairStart[k] + g * n - 1
      for (let j = 1; j <= reached; j++) {
        const inner = sideOrder[sideStart[k] + j - 1] * width + t
        const shared = outer + transitions[stop + j]
        const closed = chart.incomplete[pairs + j]
        if (shared === NONE || closed === NONE || chart.half[inner] === NONE) continue
        incomplete[pairs + j] = plus(incomplete[pairs + j], shared + chart.half[inner], sum)
        half[inner] = plus(half[inner], shared + closed, sum)
      }
    }
  }

  /** Modifier j of side k under every grandparent, then the spans between it and nearer ones. */
  private openModifier(k: number, j: number, scores: Float64Array, sum: boolean): void {
    const { half, incomplete, span, chart } = this
    const { parts } = chart
    const { transitions } = parts
    const arc = parts.sideOrder[parts.sideStart[k] + j - 1]
    const spans = parts.triangleStart[k] + (j * (j - 1)) / 2
    const inner = arc * (parts.length + 1) + (k >> 1) + (k & 1)
    const grandparents = parts.grandparentCount(k)
    for (let g = 0; g < grandparents; g++) {
      const pairs = parts.pairStart[k] + g * parts.modifierCount(k) - 1
      const outer = incomplete[pairs + j] + parts.grandparents[pairs + j] + scores[arc]
      if (outer === NONE) continue
      const row = parts.transitionStart[k] + g * parts.block[k] + (j * (j - 1)) / 2
      half[inner] = plus(half[inner], outer + transitions[row], sum)
      if (!chart.mayFollow(k)) continue
      for (let s = 1; s < j; s++) {
        const shared = outer + transitions[row + s]
        const before = chart.incomplete[pairs + s]
        const between = chart.span[spans + s]
        if (shared === NONE || before === NONE || between === NONE) continue
        incomplete[pairs + s] = plus(incomplete[pairs + s], shared + between, sum)
        span[spans + s] = plus(span[spans + s], shared + before, sum)
      }
    }
    for (let s = 1; s < j; s++)
      if (span[spans + s] > NONE)
        this.openSpan(parts.sideOrder[parts.sideStart[k] + s - 1], arc, span[spans + s], sum)
  }

  private openSpan(near: number, far: number, outer: number, sum: boolean): void {
    const { half, chart } = this
    const { length, modifier } = chart.parts
    const end = Math.max(modifier[near], modifier[far])
    for (let t = Math.min(modifier[near], modifier[far]) + 1; t <= end; t++) {
      const a = near * (length + 1) + t
      const b = far * (length + 1) + t
      if (chart.half[a] === NONE || chart.half[b] === NONE) continue
      half[a] = plus(half[a], outer + chart.half[b], sum)
      half[b] = plus(half[b], outer + chart.half[a], sum)
    }
  }

  private sumByArc(sum: boolean, through: Float64Array): void {
    const { incomplete, chart } = this
    const { parts } = chart
    through.fill(NONE)
    for (let k = 0; k < 2 * parts.length; k++) {
      const n = parts.modifierCount(k)
      const grandparents = parts.grandparentCount(k)
      for (let g = 0; g < grandparents; g++)
        for (let j = 0; j < n; j++) {
          const pair = parts.pairStart[k] + g * n + j
          const arc = parts.sideOrder[parts.sideStart[k] + j]
          const total = chart.incomplete[pair] + incomplete[pair]
          if (total > NONE) through[arc] = plus(through[arc], total, sum)
        }
    }
  }
}
