// What users of the package may rely on.

export {
  GrandparentHeadAutomaton,
  type GrandparentHeadAutomatonOptions,
} from './automata/grandparent-head-automaton.js'
export { HeadAutomaton, type HeadAutomatonOptions } from './automata/head-automaton.js'
export { HeadBigrams, type HeadBigramsOptions } from './automata/head-bigrams.js'
export { TriSiblingAutomaton, type TriSiblingAutomatonOptions } from './automata/tri-sibling-automaton.js'
export { FG_KINDS } from './fg-kinds.js'
export { type CoarseOptions, coarseFilter } from './grammar/coarse.js'
export { Grammar, type GrammarOptions } from './grammar/grammar.js'
export { GrammarTree, type GrammarTreeOptions, type ScoredTree } from './grammar/grammar-tree.js'
export type { GrammarNode } from './grammar/tree-of.js'
export { HypergraphBuilder } from './hypergraph/builder.js'
export { HypergraphFactor, type HypergraphFactorOptions } from './hypergraph/factor.js'
export { type Hypergraph, NOTHING } from './hypergraph/hypergraph.js'
export { InsideOutside } from './hypergraph/inside-outside.js'
export { type Derivation, kBestDerivations } from './hypergraph/k-best.js'
export { pruneHypergraph } from './hypergraph/prune.js'
export { Viterbi } from './hypergraph/viterbi.js'
export { headDrivenForest } from './lexicalised/head-driven-chart.js'
export type { HeadDrivenForest, HeadDrivenOptions } from './lexicalised/options.js'
export { GeneralTree, type GeneralTreeOptions } from './sequences/general-tree.js'
export { Sequence, type SequenceOptions } from './sequences/sequence.js'
export { SequenceBudget, type SequenceBudgetOptions } from './sequences/sequence-budget.js'
export { TrigramSequence, type TrigramSequenceOptions } from './sequences/trigram-sequence.js'
export { ArcPairTree } from './trees/arc-pair-tree.js'
export { MatrixTree } from './trees/matrix-tree.js'
export { NestedLinks, type NestedLinksOptions } from './trees/nested-links.js'
export { ProjectiveTree, type ProjectiveTreeOptions } from './trees/projective-tree.js'
export {
  SecondOrderProjectiveTree,
  type SecondOrderProjectiveTreeOptions,
} from './trees/second-order-projective-tree.js'
export { SpanningTree, type SpanningTreeOptions } from './trees/spanning-tree.js'
export type { ArcPairs } from './trees/tree-arcs.js'
