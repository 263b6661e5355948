// What becomes a factor graph: factors by the numbers of their arcs, and scores of arcs that grow while parts are added.
import { type CustomFactor, carveFloatsOf } from '@parley/core'
import type { ArcList } from '../trees/arc-list.js'

export class GraphDraft {
  readonly factors: { factor: CustomFactor; links: ArrayLike<number> }[] = []
  /** Two arcs and what they score together. */
  readonly pairs: (readonly [a: number, b: number, score: number])[] = []
  /** Of every arc. */
  readonly score: Float64Array
  /** What every tree scores. */
  constant = 0

  constructor(
    private readonly arcs: ArcList,
    score: Float64Array,
  ) {
    this.score = carveFloatsOf(score, arcs.count)
  }

  /** What two arcs score together. */
  addPair(a: number, b: number, score: number): void {
    if (this.arcs.isCertain(a)) this.score[b] += score
    else if (this.arcs.isCertain(b)) this.score[a] += score
    else if (score !== 0) this.pairs.push([a, b, score])
  }

  /** What the open arcs of a line score: with several of them a factor, otherwise what none scores, and what one does. */
  addLine(open: Int32Array, none: number, one: number, factor: () => CustomFactor): void {
    if (open.length > 1) this.factors.push({ factor: factor(), links: open })
    else {
      this.constant += none
      if (open.length === 1) this.score[open[0]] += one - none
    }
  }
}
