// The second pass of pruning: a conditional random field over trees of the arcs that survived the first, with
// all features of arcs. It is trained by the likelihood of the gold tree, and an arc's probability is its
// marginal over all trees, by the matrix-tree theorem; the parser reports these marginals as its confidence.
// Beyond MAX_TREE words, where n³ steps are too many, every word chooses its head for itself (a softmax).

import { USUAL_ARCS, USUAL_WORDS } from '@parleyjs/core/internal'
import type { Weights } from '@parleyjs/learn/internal'
import { MatrixTree } from '@parleyjs/structures'
import { type ArcFeatures, MAX_ARC_FEATURES } from '../features/arc-features.js'
import type { ArcList } from '../trees/arc-list.js'

/** Heads with less than this share of the best one's probability are left out … */
const SHARE = 2e-2
/** … and at most this number is kept. */
const MAX_HEADS = 10
/** Length of a step of the gradient. */
const RATE = 0.06
/** Smaller gradients are ignored. */
const FLAT = 3e-3
/** Longest sentence with marginals over trees. */
const MAX_TREE = 300

export class FinePruner {
  private readonly features = new Int32Array(MAX_ARC_FEATURES)
  private readonly trees = new MatrixTree(USUAL_WORDS)
  private score = new Float64Array(USUAL_ARCS)
  /** Probability of each candidate. */
  private probability = new Float64Array(USUAL_ARCS)

  constructor(readonly weights: Weights) {}

  /** Keeps the probable ones among the candidates, and those from the heads in `keep`. */
  refine(
    features: ArcFeatures,
    candidates: ArcList,
    length: number,
    singleRoot: boolean,
    arcs: ArcList,
    keep?: ArrayLike<number>,
  ): void {
    this.marginals(features, candidates, length, singleRoot)
    const { probability } = this
    arcs.clear(length)
    for (let m = 1; m <= length; m++) {
      const least = this.leastProbability(candidates.start[m], candidates.start[m + 1])
      for (let a = candidates.start[m]; a < candidates.start[m + 1]; a++)
        if (probability[a] >= least || keep?.[m - 1] === candidates.head[a])
          arcs.add(candidates.head[a], m, probability[a])
      arcs.end(m)
    }
  }

  /** Minimum probability of a head that is kept: close to the best, and among the best `MAX_HEADS`. */
  private leastProbability(from: number, to: number): number {
    const { probability } = this
    let most = 0
    for (let a = from; a < to; a++) if (probability[a] > most) most = probability[a]
    let count = 0
    for (let a = from; a < to; a++) if (probability[a] >= SHARE * most) count++
    return count <= MAX_HEADS ? SHARE * most : probability.slice(from, to).sort()[to - from - MAX_HEADS]
  }

  /**
   * One step of gradient ascent on the log-likelihood of the gold tree, whose arcs are among the candidates.
   */
  learn(
    features: ArcFeatures,
    candidates: ArcList,
    length: number,
    singleRoot: boolean,
    gold: ArrayLike<number>,
  ): void {
    const { weights } = this
    const { head, modifier } = candidates
    this.marginals(features, candidates, length, singleRoot)
    for (let a = 0; a < candidates.count; a++) {
      const gradient = (gold[modifier[a] - 1] === head[a] ? 1 : 0) - this.probability[a]
      if (gradient > -FLAT && gradient < FLAT) continue
      const count = features.arc(head[a], modifier[a], weights.shift, this.features)
      weights.climb(this.features, count, gradient, RATE)
    }
    weights.tick()
  }

  /** Probabilities of all candidates. */
  private marginals(features: ArcFeatures, candidates: ArcList, length: number, singleRoot: boolean): void {
    const { weights } = this
    const { head, modifier, start, count } = candidates
    if (this.score.length < count) {
      this.score = new Float64Array(2 * count)
      this.probability = new Float64Array(2 * count)
    }
    const { score, probability } = this
    for (let m = 1; m <= length; m++) {
      const from = start[m]
      const to = start[m + 1]
      // A single head is certain, whatever its score.
      if (to - from === 1) score[from] = 0
      else for (let a = from; a < to; a++) score[a] = features.score(head[a], m, weights)
    }
    if (
      length <= MAX_TREE &&
      this.trees.solve(length + 1, head, modifier, count, score, probability, singleRoot) >
        Number.NEGATIVE_INFINITY
    )
      return
    for (let m = 1; m <= length; m++) softmax(score, start[m], start[m + 1], probability)
  }
}

/** Probabilities in proportion to exp(score), for the places from … to − 1. */
function softmax(score: Float64Array, from: number, to: number, probability: Float64Array): void {
  let most = Number.NEGATIVE_INFINITY
  for (let a = from; a < to; a++) if (score[a] > most) most = score[a]
  let sum = 0
  for (let a = from; a < to; a++) sum += Math.exp(score[a] - most)
  for (let a = from; a < to; a++) probability[a] = Math.exp(score[a] - most) / sum
}
