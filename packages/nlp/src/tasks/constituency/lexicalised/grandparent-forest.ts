// A packed forest whose links are pairs of arcs instead of arcs: every node is split by the arc into its head
// word. With that, a grammar can also agree with a dependency model on grandparents.
import { type Hypergraph, HypergraphBuilder, NOTHING } from '@parleyjs/structures'
import type { GrandSiblingParts } from '@parleyjs/structures/internal'
import { headWords } from './head-words.js'

/**
 * The same derivations with the same tags; a link is a pair of arcs by its place in `parts` (see
 * `ArcPairTree`).
 *
 * @example
 * splitByGrandparents(graph, dependencies.factor.parts)?.linkCount // parts.pairCount
 */
export function splitByGrandparents(graph: Hypergraph, parts: GrandSiblingParts): Hypergraph | null {
  const { nodeCount, edgeStart, left, right, score, link, linkCount, edgeTag, nodeTag } = graph
  const words = headWords(graph, parts)
  const pairs = parts.pairsByArc()
  const builder = new HypergraphBuilder(parts.pairCount)
  const root = nodeCount - 1
  // Node v with the g-th arc into its head word is first[v] + g; the root has no head.
  const first = new Int32Array(nodeCount)
  for (let v = 1; v < nodeCount; v++) {
    const h = words[v]
    if (h < 0 && v !== root) continue
    const forms = v === root ? 1 : parts.grandparentCount(2 * h)
    first[v] = builder.nodeCount
    for (let g = 0; g < forms; g++) builder.node(nodeTag[v])
    for (let e = edgeStart[v]; e < edgeStart[v + 1]; e++) {
      const [l, r, a] = [left[e], right[e], link[e]]
      const isArc = a < linkCount
      const childOf = (child: number, g: number) => {
        if (child === NOTHING) return NOTHING
        // A child with another head word is the modifier of the arc.
        return first[child] + (words[child] === h ? g : parts.rank[a])
      }
      for (let g = 0; g < forms; g++) {
        const pair = isArc ? pairs.start[a] + g * pairs.step[a] : -1
        builder.edge(first[v] + g, childOf(l, g), childOf(r, g), score[e], pair, edgeTag[e])
      }
    }
  }
  return builder.build(first[root])
}
