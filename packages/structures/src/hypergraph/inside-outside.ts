// Max-marginals and marginals of links: the best derivation with a link, or the share of all derivations that
// have it. Two passes over the edges.
import { extend, fillInside, type Hypergraph } from './hypergraph.js'

/** Shares of derivations below e⁻⁸⁰⁰ are 0. */
const NEGLIGIBLE = -800

/** Work space for inside and outside scores of one hypergraph. */
export class InsideOutside {
  /**
   * Inside and outside score of each node: the best (or the log of the sum) of its derivations, and of its
   * surroundings.
   */
  readonly inside: Float64Array
  readonly outside: Float64Array
  private readonly scores: Float64Array
  private readonly through: Float64Array
  private readonly choice: Int32Array

  constructor(readonly graph: Hypergraph) {
    this.inside = new Float64Array(graph.nodeCount)
    this.outside = new Float64Array(graph.nodeCount)
    this.scores = new Float64Array(graph.linkCount + 1)
    this.through = new Float64Array(graph.linkCount + 1)
    this.choice = new Int32Array(graph.nodeCount)
  }

  /** The score of the best derivation with each link, −∞ if none has it; returns the best of all. */
  max(scores: Float64Array, on: Float64Array): number {
    const { inside, outside, through } = this
    const { nodeCount, edgeStart, left, right, score, link } = this.graph
    const extra = extend(this.graph, scores, this.scores)
    fillInside(this.graph, extra, false, inside, this.choice)
    outside.fill(Number.NEGATIVE_INFINITY)
    through.fill(Number.NEGATIVE_INFINITY)
    outside[nodeCount - 1] = 0
    for (let v = nodeCount - 1; v > 0; v--) {
      const above = outside[v]
      if (above === Number.NEGATIVE_INFINITY) continue
      for (let e = edgeStart[v]; e < edgeStart[v + 1]; e++) {
        const [l, r] = [left[e], right[e]]
        const here = above + score[e] + extra[link[e]]
        const total = here + inside[l] + inside[r]
        if (here + inside[r] > outside[l]) outside[l] = here + inside[r]
        if (here + inside[l] > outside[r]) outside[r] = here + inside[l]
        if (total > through[link[e]]) through[link[e]] = total
      }
    }
    for (let i = 0; i < on.length; i++) on[i] = through[i]
    return inside[nodeCount - 1]
  }

  /**
   * The probability of each link, where that of a derivation is proportional to the exponential of its score;
   * returns the logarithm of the sum over all derivations. `outside` then holds probabilities of nodes.
   */
  sum(scores: Float64Array, marginals: Float64Array): number {
    const { inside, outside, through } = this
    const { nodeCount, edgeStart, left, right, score, link } = this.graph
    const extra = extend(this.graph, scores, this.scores)
    const logZ = fillInside(this.graph, extra, true, inside, this.choice)
    outside.fill(0)
    through.fill(0)
    if (logZ > Number.NEGATIVE_INFINITY) outside[nodeCount - 1] = 1
    // From the root down: a node's probability goes to its edges in proportion.
    for (let v = nodeCount - 1; v > 0; v--) {
      const probability = outside[v]
      if (probability === 0) continue
      for (let e = edgeStart[v]; e < edgeStart[v + 1]; e++) {
        const [l, r] = [left[e], right[e]]
        const log = score[e] + extra[link[e]] + inside[l] + inside[r] - inside[v]
        if (!(log > NEGLIGIBLE)) continue
        const share = probability * Math.exp(log)
        outside[l] += share
        outside[r] += share
        through[link[e]] += share
      }
    }
    for (let i = 0; i < marginals.length; i++) marginals[i] = Math.min(1, through[i])
    return logZ
  }
}
