// Builds a tree from the edges of a derivation.
import { NOTHING } from '../hypergraph/hypergraph.js'
import { type Forest, SAME } from './forest.js'
import type { Grammar } from './grammar.js'

/** A constituent: a symbol over the words start … end − 1. Words' symbols have no children. */
export interface GrammarNode {
  readonly symbol: number
  readonly start: number
  readonly end: number
  readonly children: readonly GrammarNode[]
  /** The link that is on; only for the symbol of a word. */
  readonly link?: number
}

/**
 * The tree whose edges these are, each before those of its children. Pieces become the children of one root.
 */
export function treeOf(grammar: Grammar, forest: Forest, edges: Int32Array): GrammarNode {
  const graph = forest.graph!
  let next = 0
  const pieces: GrammarNode[] = []
  const read = (node: number): GrammarNode => {
    const e = edges[next++]
    const [l, r, tag] = [graph.left[e], graph.right[e], graph.edgeTag[e]]
    const [symbol, start, end] = [forest.symbol[node], forest.start[node], forest.end[node]]
    if (tag === SAME) return read(l)
    if (tag >= 0) {
      const bottom = read(l)
      // The unary chain, from the bottom up.
      return grammar
        .between(symbol, bottom.symbol)
        .reverse()
        .concat(symbol)
        .reduce<GrammarNode>((below, above) => ({ symbol: above, start, end, children: [below] }), bottom)
    }
    if (l === NOTHING) return { symbol, start, end, children: [], link: graph.link[e] }
    const left = read(l)
    return { symbol, start, end, children: [left, read(r)] }
  }
  const root = graph.nodeCount - 1
  if (forest.derived) return read(root)
  // Pieces from the last to the first, each below the edge that adds it.
  const open: number[] = []
  for (;;) {
    const e = edges[next++]
    open.push(graph.right[e])
    if (graph.left[e] === NOTHING) break
  }
  while (open.length > 0) pieces.push(read(open.pop()!))
  return { symbol: grammar.root, start: 0, end: forest.end[root], children: pieces }
}
