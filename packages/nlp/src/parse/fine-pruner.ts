// The second pass of pruning: a softmax over the heads that survived the first, with all features of arcs. Its
// probabilities are also what the parser says of its confidence.
import { type ArcFeatures, MAX_ARC_FEATURES } from './arc-features.js'
import type { ArcList } from './arc-list.js'
import type { Weights } from './weights.js'

/** Heads with less than this share of the best one's probability are left out. */
const SHARE = 1e-2
/** Length of a step of the gradient. */
const RATE = 0.03

export class FinePruner {
  private readonly features = new Int32Array(MAX_ARC_FEATURES)
  private probability = new Float64Array(64)

  constructor(readonly weights: Weights) {}

  /** Keeps the probable ones among the candidates, and those from the heads in `keep`. */
  refine(
    features: ArcFeatures,
    candidates: ArcList,
    length: number,
    arcs: ArcList,
    keep?: ArrayLike<number>,
  ): void {
    arcs.clear(length)
    for (let m = 1; m <= length; m++) {
      const from = candidates.start[m]
      const to = candidates.start[m + 1]
      const least = SHARE * this.heads(features, candidates, from, to)
      for (let a = from; a < to; a++) {
        const h = candidates.head[a]
        const p = this.probability[a - from]
        if (p >= least || keep?.[m - 1] === h) arcs.add(h, m, p)
      }
      arcs.end(m)
    }
  }

  /** One step of gradient ascent on the log-likelihood of every word's head. */
  learn(features: ArcFeatures, candidates: ArcList, length: number, gold: ArrayLike<number>): void {
    const { weights } = this
    for (let m = 1; m <= length; m++) {
      const from = candidates.start[m]
      const to = candidates.start[m + 1]
      if (to - from < 2) continue
      this.heads(features, candidates, from, to)
      for (let a = from; a < to; a++) {
        const h = candidates.head[a]
        const step = RATE * ((gold[m - 1] === h ? 1 : 0) - this.probability[a - from])
        if (step > -1e-4 && step < 1e-4) continue
        weights.add(this.features, features.arc(h, m, weights.shift, this.features), 0, step)
      }
    }
    weights.tick()
  }

  /** Probabilities of candidates from … to − 1, which lead to one word; the greatest comes back. */
  private heads(features: ArcFeatures, candidates: ArcList, from: number, to: number): number {
    const { weights } = this
    if (this.probability.length < to - from) this.probability = new Float64Array(2 * (to - from))
    const p = this.probability
    let most = Number.NEGATIVE_INFINITY
    for (let a = from; a < to; a++) {
      const count = features.arc(candidates.head[a], candidates.modifier[a], weights.shift, this.features)
      const score = weights.score(this.features, count)
      p[a - from] = score
      if (score > most) most = score
    }
    let sum = 0
    for (let i = 0; i < to - from; i++) {
      p[i] = Math.exp(p[i] - most)
      sum += p[i]
    }
    for (let i = 0; i < to - from; i++) p[i] /= sum
    return 1 / sum
  }
}
