// The best derivation of a hypergraph: one pass over its edges.
import { extend, fillInside, type Hypergraph, NOTHING } from './hypergraph.js'

/**
 * Work space for the best derivation of one hypergraph.
 *
 * @example
 * const viterbi = new Viterbi(graph)
 * viterbi.run(Float64Array.of(0, 5)) // the score of the best derivation, links at 1 included
 * viterbi.trace() // its edges, each before those of its children, the left child's first
 */
export class Viterbi {
  /** Score of the best derivation of each node. */
  readonly inside: Float64Array
  /** The link scores of the last run, followed by a 0. */
  readonly scores: Float64Array
  private readonly choice: Int32Array
  private readonly edges: Int32Array
  private readonly stack: Int32Array

  constructor(readonly graph: Hypergraph) {
    this.inside = new Float64Array(graph.nodeCount)
    this.scores = new Float64Array(graph.linkCount + 1)
    this.choice = new Int32Array(graph.nodeCount)
    this.edges = new Int32Array(graph.nodeCount)
    this.stack = new Int32Array(graph.nodeCount + 2)
  }

  /**
   * Finds the best derivation, given scores of links; returns its score, −∞ if links of score −∞ forbid every
   * derivation.
   */
  run(scores: Float64Array): number {
    const extra = extend(this.graph, scores, this.scores)
    return fillInside(this.graph, extra, false, this.inside, this.choice)
  }

  /**
   * The edges of the best derivation, each before those of its children. They are valid until the next call.
   */
  trace(): Int32Array {
    const { choice, edges, stack } = this
    const { nodeCount, left, right } = this.graph
    let count = 0
    let open = 0
    if (choice[nodeCount - 1] < 0) return edges.subarray(0, 0)
    stack[open++] = nodeCount - 1
    while (open > 0) {
      const e = choice[stack[--open]]
      edges[count++] = e
      if (right[e] !== NOTHING) stack[open++] = right[e]
      if (left[e] !== NOTHING) stack[open++] = left[e]
    }
    return edges.subarray(0, count)
  }
}
