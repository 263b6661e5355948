// Removes the edges of a hypergraph that no good derivation uses.
import { HypergraphBuilder } from './builder.js'
import { extend, type Hypergraph } from './hypergraph.js'
import { InsideOutside } from './inside-outside.js'

/**
 * Leaves out the edges whose best derivation is more than `below` under the best of all, given scores of
 * links.
 *
 * @example
 * pruneHypergraph(graph, new Float64Array(graph.linkCount), 10).edgeCount
 */
export function pruneHypergraph(graph: Hypergraph, scores: Float64Array, below: number): Hypergraph {
  const { nodeCount, linkCount, edgeStart, left, right, score, link, edgeTag, nodeTag } = graph
  const inOut = new InsideOutside(graph)
  const best = inOut.max(scores, new Float64Array(linkCount))
  const { inside, outside } = inOut
  if (best === Number.NEGATIVE_INFINITY) return graph
  const extra = extend(graph, scores, new Float64Array(linkCount + 1))
  const builder = new HypergraphBuilder(linkCount)
  for (let v = 1; v < nodeCount; v++) builder.node(nodeTag[v])
  // Rounding must not cut the best derivation itself.
  const least = best - below - 1e-9 * (1 + Math.abs(best))
  for (let v = 1; v < nodeCount; v++)
    for (let e = edgeStart[v]; e < edgeStart[v + 1]; e++) {
      const total = outside[v] + score[e] + extra[link[e]] + inside[left[e]] + inside[right[e]]
      if (total < least) continue
      builder.edge(v, left[e], right[e], score[e], link[e] === linkCount ? -1 : link[e], edgeTag[e])
    }
  return builder.build(nodeCount - 1) ?? graph
}
