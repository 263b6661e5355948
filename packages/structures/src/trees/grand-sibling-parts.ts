// The scores of consecutive siblings, grandparents and grand-siblings over a list of arcs, and their layout.
//
// A side is 2h (left of head h) or 2h + 1 (right of it). Its n modifiers have numbers j = 1 … n, nearest
// first; 0 is "none yet" and n + 1 is "stop". Its grandparents have ranks g = 0, 1, …: the arcs into h, in
// the order of the list.
import { ParleyError } from '@parleyjs/core'
import { byTarget, transitionCount } from '../automata/sibling-lattice.js'
import { requireCount, requireScores } from '../common/check.js'
import { arcsInto, sideArcs } from './tree-arcs.js'

/** Scores of the modifiers of one head on one side. The scores of an omitted list are 0. */
export interface SideScores {
  /**
   * (n + 1)(n + 2) / 2 scores for n modifiers, nearest first, in the order of
   * `HeadAutomatonOptions.siblings`.
   */
  siblings?: ArrayLike<number>
  /**
   * G·n scores, g outer, for the G arcs into the head in the order of the list of arcs. The root has G = 0.
   */
  grandparents?: ArrayLike<number>
  /** G·(n + 1)(n + 2) / 2 scores, g outer: as many as `siblings` for every grandparent. */
  grandSiblings?: ArrayLike<number>
}

/** Maximum number of cells in the chart of one sentence: 256 MB, and as much again for marginals. */
const MAX_CELLS = 2 ** 25

/** Arcs by side, arcs by modifier, and the scores of one sentence. */
export class GrandSiblingParts {
  /** The arc "into the root", which is no link: it stands for the root's missing head. */
  readonly rootArc: number
  /** Arcs of side k: sideOrder[sideStart[k]] … sideOrder[sideStart[k + 1] − 1], nearest modifier first. */
  readonly sideStart: Int32Array
  readonly sideOrder: Int32Array
  /** Arcs into word h: intoOrder[intoStart[h] + g]. The arc into the root is the root arc. */
  readonly intoStart: Int32Array
  readonly intoOrder: Int32Array
  /** The rank g of each arc among the arcs into its modifier. */
  readonly rank: Int32Array
  /** A pair of arcs (g → h, h → m) lies at pairStart[k] + g·n + j − 1. */
  readonly pairStart: Int32Array
  readonly pairCount: number
  /** A pair of modifiers (m, s) of side k lies at triangleStart[k] + s(s − 1)/2 + m. */
  readonly triangleStart: Int32Array
  readonly triangleCount: number
  readonly grandparents: Float64Array
  /**
   * The score of s after m under grandparent g: transitions[transitionStart[k] + g·block[k] + s(s − 1)/2 +
   * m].
   */
  readonly transitions: Float64Array
  readonly transitionStart: Int32Array
  readonly block: Int32Array // 0 if all grandparents share the scores

  constructor(
    readonly length: number,
    readonly head: Int32Array,
    readonly modifier: Int32Array,
    sides: readonly (SideScores | null | undefined)[],
  ) {
    const side = sideArcs(length, head, modifier)
    this.sideStart = side.start
    this.sideOrder = side.order
    this.rootArc = head.length
    const into = arcsInto(length, modifier)
    this.intoStart = into.start.map((at, h) => (h === 0 ? 0 : at + 1))
    this.intoOrder = new Int32Array(head.length + 1)
    this.intoOrder[0] = this.rootArc
    this.intoOrder.set(into.order, 1)
    this.rank = new Int32Array(head.length + 1)
    for (let h = 0; h < length; h++)
      for (let at = this.intoStart[h]; at < this.intoStart[h + 1]; at++)
        this.rank[this.intoOrder[at]] = at - this.intoStart[h]

    if (sides.length > 2 * length)
      throw new ParleyError(
        'bad-argument',
        `Scores for ${sides.length} sides of ${length} words. Each has two: 2h is left of head h, 2h + 1 right of it.`,
      )
    this.pairStart = new Int32Array(2 * length)
    this.triangleStart = new Int32Array(2 * length)
    this.transitionStart = new Int32Array(2 * length)
    this.block = new Int32Array(2 * length)
    let pairs = 0
    let triangles = 0
    let transitions = 0
    for (let k = 0; k < 2 * length; k++) {
      const n = this.modifierCount(k)
      const count = transitionCount(n)
      this.pairStart[k] = pairs
      this.triangleStart[k] = triangles
      this.transitionStart[k] = transitions
      pairs += this.grandparentCount(k) * n
      triangles += count
      const separate = (sides[k]?.grandSiblings?.length ?? 0) > 0
      this.block[k] = separate ? count : 0
      transitions += separate ? count * this.grandparentCount(k) : count
    }
    this.pairCount = pairs
    this.triangleCount = triangles
    const cells = (head.length + 1) * (length + 1) + 2 * pairs + triangles + transitions
    if (cells > MAX_CELLS)
      throw new ParleyError(
        'too-large',
        `A second-order projective tree of ${head.length} arcs over ${length} nodes needs ${Math.round(cells / 2 ** 17)} MB; at most ${MAX_CELLS / 2 ** 17} are taken. Prune arcs, or split the text into sentences.`,
      )
    this.grandparents = new Float64Array(pairs)
    this.transitions = new Float64Array(transitions)
    for (let k = 0; k < sides.length; k++) {
      const scores = sides[k]
      if (scores) this.readSide(k, scores)
    }
  }

  /** A copy with other scores of grandparents. */
  withGrandparents(grandparents: Float64Array): GrandSiblingParts {
    const copy = Object.create(GrandSiblingParts.prototype) as GrandSiblingParts
    return Object.assign(copy, this, { grandparents })
  }

  /** The pair of arc a with the g-th arc into its head lies at start[a] + g·step[a]. */
  pairsByArc(): { start: Int32Array; step: Int32Array } {
    const start = new Int32Array(this.rootArc)
    const step = new Int32Array(this.rootArc)
    for (let k = 0; k < 2 * this.length; k++) {
      const n = this.modifierCount(k)
      for (let j = 0; j < n; j++) {
        const arc = this.sideOrder[this.sideStart[k] + j]
        start[arc] = this.pairStart[k] + j
        step[arc] = n
      }
    }
    return { start, step }
  }

  /** How many modifiers side k may have. */
  modifierCount(k: number): number {
    return this.sideStart[k + 1] - this.sideStart[k]
  }

  /** How many arcs lead into the head of side k; the root arc counts. */
  grandparentCount(k: number): number {
    return this.intoStart[(k >> 1) + 1] - this.intoStart[k >> 1]
  }

  /** The total score of the parts of a tree, given by the arc into each word. */
  score(headArc: Int32Array): number {
    const { length, modifier, sideStart, sideOrder, rank, grandparents, transitions } = this
    let sum = 0
    for (let k = 0; k < 2 * length; k++) {
      const n = this.modifierCount(k)
      const g = k < 2 ? 0 : rank[headArc[k >> 1]]
      const table = this.transitionStart[k] + g * this.block[k]
      let before = 0
      for (let j = 1; j <= n; j++) {
        const arc = sideOrder[sideStart[k] + j - 1]
        if (headArc[modifier[arc]] !== arc) continue
        sum +=
          transitions[table + (j * (j - 1)) / 2 + before] + grandparents[this.pairStart[k] + g * n + j - 1]
        before = j
      }
      sum += transitions[table + (n * (n + 1)) / 2 + before]
    }
    return sum
  }

  private readSide(k: number, { siblings, grandparents, grandSiblings }: SideScores): void {
    const n = this.modifierCount(k)
    const count = transitionCount(n)
    const into = k < 2 ? 0 : this.grandparentCount(k)
    const { transitions } = this
    const start = this.transitionStart[k]
    if (grandSiblings !== undefined) {
      const scores = this.readScores('Grand-sibling', k, grandSiblings, into * count)
      for (let g = 0; g < into; g++) byTarget(scores, g * count, n, transitions, start + g * count)
    }
    if (siblings !== undefined) {
      const scores = this.readScores('Sibling', k, siblings, count)
      const end = start + (this.block[k] > 0 ? into * count : count)
      let next = 0
      for (let m = 0; m <= n; m++)
        for (let s = m + 1; s <= n + 1; s++) {
          const score = scores[next++]
          for (let at = start + (s * (s - 1)) / 2 + m; at < end; at += count) transitions[at] += score
        }
    }
    if (grandparents !== undefined)
      this.grandparents.set(this.readScores('Grandparent', k, grandparents, into * n), this.pairStart[k])
  }

  /**
   * Checks a list without a copy. The text of a message is built only on error, because there are many short
   * lists.
   */
  private readScores(kind: string, k: number, list: ArrayLike<number>, expected: number): Float64Array {
    const scores = list instanceof Float64Array ? list : Float64Array.from(list)
    let fine = scores.length === expected
    for (let i = 0; i < scores.length; i++) if (!(scores[i] < Number.POSITIVE_INFINITY)) fine = false
    if (fine) return scores
    const n = this.modifierCount(k)
    const into = k < 2 ? 0 : this.grandparentCount(k)
    const what = `${kind} scores of the ${n} modifiers ${k % 2 === 0 ? 'left' : 'right'} of head ${k >> 1}`
    requireCount(what, scores.length, expected, `${n} modifiers, ${into} arcs into the head`)
    return requireScores(what, scores)
  }
}
