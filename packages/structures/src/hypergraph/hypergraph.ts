// A packed forest: all derivations of a chart in typed arrays, made once and searched many times. An edge
// derives its node from up to two earlier nodes; a derivation takes one edge of the root, then one of each
// node that this needs, and so on.

/** Sentinel node without derivations: it stands for the missing children of an edge. */
export const NOTHING = 0

/** Nodes in topological order (children first), each with its edges. Made by `HypergraphBuilder`. */
export interface Hypergraph {
  /** Number of nodes, `NOTHING` included. The last is the root. */
  readonly nodeCount: number
  readonly edgeCount: number
  /** How many links edges may name. */
  readonly linkCount: number
  /** The edges of node v are edgeStart[v] … edgeStart[v + 1] − 1. */
  readonly edgeStart: Int32Array
  /** Children of every edge; `NOTHING` where there is none. */
  readonly left: Int32Array
  readonly right: Int32Array
  /** Own score of every edge. */
  readonly score: Float64Array
  /**
   * The link that every edge switches on; `linkCount` where there is none. No derivation has a link or a node
   * twice.
   */
  readonly link: Int32Array
  /** Tag of every edge and node, set by the code that built the graph: a rule, a span, … */
  readonly edgeTag: Int32Array
  readonly nodeTag: Int32Array
}

/** Copies the link scores and appends a 0 for edges without a link. */
export function extend(graph: Hypergraph, scores: Float64Array, extended: Float64Array): Float64Array {
  const { linkCount } = graph
  for (let i = 0; i < linkCount; i++) extended[i] = scores[i]
  extended[linkCount] = 0
  return extended
}

/** e⁻⁴⁰ is below half a unit in the last place of 1. */
const NEGLIGIBLE = -40

/**
 * The ⊕ of all derivations of each node, maximum or sum in log space, under the scores that `extend` made;
 * and the edge of the best one, −1 if there is none. Returns that of the root.
 */
export function fillInside(
  { nodeCount, edgeStart, left, right, score, link }: Hypergraph,
  extra: Float64Array,
  sum: boolean,
  inside: Float64Array,
  choice: Int32Array,
): number {
  inside[NOTHING] = 0
  for (let v = 1; v < nodeCount; v++) {
    let best = Number.NEGATIVE_INFINITY
    let which = -1
    for (let e = edgeStart[v]; e < edgeStart[v + 1]; e++) {
      const total = score[e] + extra[link[e]] + inside[left[e]] + inside[right[e]]
      if (total > best) {
        best = total
        which = e
      }
    }
    if (sum && which >= 0) {
      let all = 0
      for (let e = edgeStart[v]; e < edgeStart[v + 1]; e++) {
        const below = score[e] + extra[link[e]] + inside[left[e]] + inside[right[e]] - best
        if (below > NEGLIGIBLE) all += Math.exp(below)
      }
      best += Math.log(all)
    }
    inside[v] = best
    choice[v] = which
  }
  return inside[nodeCount - 1]
}
