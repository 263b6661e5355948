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
