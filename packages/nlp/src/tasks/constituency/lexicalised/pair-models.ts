// A lexicalised grammar and a dependency model that know not only arcs but pairs of arcs g → h → m, so that
// they can agree on grandparents as well.
import type { Factor } from '@parleyjs/core'
import { ArcPairTree, type Hypergraph, HypergraphFactor, NestedLinks } from '@parleyjs/structures'
import type { DependencyProblem } from '../dependency-model/dependency-model.js'
import { splitByGrandparents } from './grandparent-forest.js'

/** Two models over the same links: the arcs, then the pairs. */
export interface PairModels {
  readonly first: Factor
  readonly second: Factor
  readonly links: number
}

/** Both models of a sentence over arcs and pairs of arcs. */
export function pairModels({
  forest: { graph },
  dependencies: { arcs, factor },
}: {
  readonly forest: { readonly graph: Hypergraph | null }
  readonly dependencies: DependencyProblem
}): PairModels {
  const pairs = new ArcPairTree(factor)
  const groups = arcs.map(([, m]) => m - 1)
  const grammar = new HypergraphFactor({
    graph: graph && splitByGrandparents(graph, factor.parts),
    groups: Array.from(pairs.arc, (a) => groups[a]),
    name: 'lexicalised grammar',
  })
  const nested = (factor: Factor) => new NestedLinks({ factor, coarse: pairs.arc, groups })
  return { first: nested(grammar), second: nested(pairs), links: arcs.length + pairs.arc.length }
}
