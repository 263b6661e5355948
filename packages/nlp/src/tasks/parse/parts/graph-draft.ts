// A draft of a factor graph: factors over arc numbers, and scores of arcs that grow while parts are added.
import type { Factor } from '@parleyjs/core'
import { carveFloatsOf } from '@parleyjs/core/internal'
import type { ArcList } from '../trees/arc-list.js'

export class GraphDraft {
  readonly factors: { factor: Factor; links: ArrayLike<number> }[] = []
  /** Pairs of arcs with the score of having both. */
  readonly pairs: (readonly [a: number, b: number, score: number])[] = []
  /** Score of each arc, indexed by arc. */
  readonly score: Float64Array
  /** Score that every tree has. */
  constant = 0

  constructor(
    private readonly arcs: ArcList,
    score: Float64Array,
  ) {
    this.score = carveFloatsOf(score, arcs.count)
  }

  /** Adds a score for having two arcs together. */
  addPair(a: number, b: number, score: number): void {
    if (this.arcs.isCertain(a)) this.score[b] += score
    else if (this.arcs.isCertain(b)) this.score[a] += score
    else if (score !== 0) this.pairs.push([a, b, score])
  }

  /**
   * Adds the score of a line's open arcs: a factor if there are several, otherwise the scores of having none
   * and of having one.
   */
  addLine(open: Int32Array, none: number, one: number, factor: () => Factor): void {
    if (open.length > 1) this.factors.push({ factor: factor(), links: open })
    else {
      this.constant += none
      if (open.length === 1) this.score[open[0]] += one - none
    }
  }
}
