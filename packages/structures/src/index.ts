export { ArcPairTree } from './arc-pair-tree.js'
export { FG_KINDS, type FgKind } from './fg-kinds.js'
export { GeneralTree, type GeneralTreeOptions } from './general-tree.js'
export type { Beam, SpanFilter, WordLeaves } from './grammar/chart.js'
export { type CoarseOptions, coarseFilter } from './grammar/coarse.js'
export { type BinaryRules, Grammar, type GrammarOptions } from './grammar/grammar.js'
export {
  GrammarTree,
  type GrammarTreeOptions,
  type ScoredTree,
  type SpanProbability,
} from './grammar/grammar-tree.js'
export type { GrammarNode } from './grammar/tree-of.js'
export type { UnaryRules } from './grammar/unary-chains.js'
export type { GrandSiblingParts, SideScores } from './grand-sibling-parts.js'
export {
  GrandparentHeadAutomaton,
  type GrandparentHeadAutomatonOptions,
} from './grandparent-head-automaton.js'
export { HeadAutomaton, type HeadAutomatonOptions } from './head-automaton.js'
export { HeadBigrams, type HeadBigramsOptions } from './head-bigrams.js'
export { HypergraphBuilder } from './hypergraph/builder.js'
export { HypergraphFactor, type HypergraphFactorOptions } from './hypergraph/factor.js'
export { type Hypergraph, NOTHING } from './hypergraph/hypergraph.js'
export { InsideOutside } from './hypergraph/inside-outside.js'
export { type Derivation, kBestDerivations } from './hypergraph/k-best.js'
export { pruneHypergraph } from './hypergraph/prune.js'
export { Viterbi } from './hypergraph/viterbi.js'
export { headDrivenForest } from './lexicalised/head-driven-chart.js'
export type { HeadDrivenForest, HeadDrivenLimits, HeadDrivenOptions } from './lexicalised/options.js'
export { FIRST, type HeadDrivenScores, LEFT, RIGHT } from './lexicalised/scores.js'
export { Step } from './lexicalised/steps.js'
export { MatrixTree } from './matrix-tree.js'
export { NestedLinks, type NestedLinksOptions } from './nested-links.js'
export { ProjectiveTree, type ProjectiveTreeOptions } from './projective-tree.js'
export {
  SecondOrderProjectiveTree,
  type SecondOrderProjectiveTreeOptions,
} from './second-order-projective-tree.js'
export { Sequence, type SequenceOptions } from './sequence.js'
export { SequenceBudget, type SequenceBudgetOptions } from './sequence-budget.js'
export { SpanningTree, type SpanningTreeOptions } from './spanning-tree.js'
export { type ArcPairs, type SideArcs, sideArcs } from './tree-arcs.js'
export { TriSiblingAutomaton, type TriSiblingAutomatonOptions } from './tri-sibling-automaton.js'
export type { TrigramScore } from './trigram-layout.js'
export { TrigramSequence, type TrigramSequenceOptions } from './trigram-sequence.js'
