// A lexicalised grammar and a dependency model that know not only arcs but pairs of arcs g → h → m, so that
// they can agree on grandparents as well.
import { type CustomFactor, type Decoder, factorDecoder } from '@parley/core'
import { ArcPairTree, type Hypergraph, HypergraphFactor, NestedLinks } from '@parley/structures'
import type { DependencyProblem } from '../dependency-model/dependency-model.js'
import { splitByGrandparents } from './grandparent-forest.js'

/** Two models over the same links: the arcs, then the pairs. */
export interface PairDecoders {
  readonly first: Decoder<Float64Array>
  readonly second: Decoder<Float64Array>
  readonly links: number
}

/** Both models of a sentence over arcs and pairs of arcs. */
export function pairDecoders({
  forest: { graph },
  dependencies: { arcs, factor },
}: {
  readonly forest: { readonly graph: Hypergraph | null }
  readonly dependencies: DependencyProblem
}): PairDecoders {
  const pairs = new ArcPairTree(factor)
  const groups = arcs.map(([, m]) => m - 1)
  const grammar = new HypergraphFactor({
    graph: graph && splitByGrandparents(graph, factor.parts),
    groups: Array.from(pairs.arc, (a) => groups[a]),
    name: 'lexicalised grammar',
  })
  const links = arcs.length + pairs.arc.length
  const decoder = (one: CustomFactor) =>
    factorDecoder(new NestedLinks({ factor: one, coarse: pairs.arc, groups }), links)
  return { first: decoder(grammar), second: decoder(pairs), links }
}
