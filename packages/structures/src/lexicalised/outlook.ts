// Estimate of the score outside of a constituent's span. It orders the beam and is not part of any score.
import type { ArcPairs } from '../trees/tree-arcs.js'
import type { HeadDrivenScores } from './scores.js'

/** The arcs from and into every word, and the best ones into a span from outside. */
export class Outlook {
  /** The arcs from every word. */
  readonly from: number[][]
  private readonly into: number[][]
  /** The current span, and the best arc into each of its words from outside; NaN if not computed yet. */
  private begin = 0
  private end = 0
  private readonly best: Float64Array

  constructor(
    private readonly scores: HeadDrivenScores,
    private readonly arcs: ArcPairs,
    private readonly arcMerit: Float64Array,
  ) {
    const n = scores.length
    this.from = Array.from({ length: n }, () => [])
    this.into = Array.from({ length: n }, () => [])
    arcs.forEach(([h, m], a) => {
      if (h > 0) this.from[h - 1].push(a)
      this.into[m - 1].push(a)
    })
    this.best = new Float64Array(n)
  }

  /** Sets the span (between two boundaries) that `merit` refers to. */
  enter(i: number, j: number): void {
    this.begin = i
    this.end = j
    this.best.fill(Number.NaN, i, j)
  }

  /** The prior of a symbol plus the best arc into its head from outside of the span. */
  merit(symbol: number, head: number): number {
    if (Number.isNaN(this.best[head])) this.best[head] = this.bestInto(head)
    return this.scores.prior(symbol, head) + this.best[head]
  }

  /** The arc from the root to a word; undefined if there is none. */
  rootArc(word: number): number | undefined {
    return this.into[word].find((a) => this.arcs[a][0] === 0)
  }

  private bestInto(head: number): number {
    const { arcs, arcMerit, begin, end } = this
    let best = Number.NEGATIVE_INFINITY
    for (const a of this.into[head]) {
      const h = arcs[a][0] - 1
      if ((h < begin || h >= end) && arcMerit[a] > best) best = arcMerit[a]
    }
    return best
  }
}
