// The last pass of pruning, for parts of several arcs: arcs compete for a word by their own score (weights
// and network) and by the logarithm of their probability, and those far behind the best are left out. Parts
// seldom make up for so much (docs/decisions/021-close-arcs.md), and two thirds of the words keep a single
// head, which parts then need not decide.
import { portableLog, USUAL_ARCS } from '@parleyjs/core/internal'
import type { ScoredArcs } from '../tree-scores.js'
import { ArcList } from '../trees/arc-list.js'
import { containsTree } from '../trees/contains-tree.js'
import type { TreeShape } from '../trees/decode-tree.js'

/**
 * How far an arc may be behind the best one into its word, where the model does not say (see learn-slack.ts).
 */
export const SLACK = 3.4
/** Weight of the log-probability, relative to the score. */
const SHARE = 0.3
/** Probabilities below this count as this. */
const LEAST = 1e-9

/** The number by which arcs into a word compete. */
export function rankOf(score: number, probability: number): number {
  return score + SHARE * portableLog(Math.max(LEAST, probability))
}

/** The close arcs of one sentence at a time. */
export class CloseArcs implements ScoredArcs {
  readonly arcs = new ArcList()
  score = new Float64Array(USUAL_ARCS)
  /** Rank of each arc, see `rankOf`. */
  private rank = new Float64Array(USUAL_ARCS)

  /**
   * Selects the arcs within the slack, which grows until they contain a tree. All arcs together must contain
   * one.
   */
  fill(all: ScoredArcs, length: number, shape: TreeShape, slack: number): void {
    const { count, probability } = all.arcs
    if (this.score.length < count) {
      this.score = new Float64Array(2 * count)
      this.rank = new Float64Array(2 * count)
    }
    for (let a = 0; a < count; a++) this.rank[a] = rankOf(all.score[a], probability[a])
    for (let allowed = slack; ; allowed = Math.max(1, 2 * allowed)) {
      this.take(all, length, allowed)
      if (this.arcs.count === count || containsTree(this.arcs, length, shape)) return
    }
  }

  private take({ arcs, score }: ScoredArcs, length: number, slack: number): void {
    const { rank } = this
    const close = this.arcs
    close.clear(length)
    for (let m = 1; m <= length; m++) {
      const from = arcs.start[m]
      const to = arcs.start[m + 1]
      let most = Number.NEGATIVE_INFINITY
      for (let a = from; a < to; a++) if (rank[a] > most) most = rank[a]
      for (let a = from; a < to; a++) {
        if (rank[a] < most - slack) continue
        this.score[close.count] = score[a]
        close.add(arcs.head[a], m, arcs.probability[a])
      }
      close.end(m)
    }
  }
}
