// What becomes a factor graph: factors by the numbers of their arcs, and scores of arcs that grow while parts are added.
import type { CustomFactor } from '@parley/core'
import type { ArcList } from '../trees/arc-list.js'
import type { ScoredFactor } from '../trees/open-tree.js'

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
    this.score = score.slice(0, arcs.count)
  }

  /** Whether every tree has an arc: its modifier has no other. */
  isCertain(a: number): boolean {
    const { start, modifier } = this.arcs
    return start[modifier[a] + 1] - start[modifier[a]] === 1
  }

  /** What two arcs score together. */
  addPair(a: number, b: number, score: number): void {
    if (this.isCertain(a)) this.score[b] += score
    else if (this.isCertain(b)) this.score[a] += score
    else if (score !== 0) this.pairs.push([a, b, score])
  }

  /**
   * What the open arcs of a line score: with three and more of them a factor, with two a pair, whose quadratic step has a closed
   * form, otherwise what none scores, and what one does.
   */
  addLine(open: Int32Array, none: number, one: number, factor: () => ScoredFactor): void {
    if (open.length > 2) this.factors.push({ factor: factor(), links: open })
    else if (open.length === 2) {
      const { score } = this
      const line = factor()
      const first = line.score(Float64Array.of(1, 0)) - none
      const second = line.score(Float64Array.of(0, 1)) - none
      this.constant += none
      score[open[0]] += first
      score[open[1]] += second
      this.pairs.push([open[0], open[1], line.score(Float64Array.of(1, 1)) - none - first - second])
    } else {
      this.constant += none
      if (open.length === 1) this.score[open[0]] += one - none
    }
  }
}
