// What a model of trees says about one sentence at a time. The parser works over this interface; models of
// weighted features and networks implement it.
import type { ParserConstraints, ParserInput } from './interface/parser-input.js'
import type { LabelDemands } from './labels/label-demands.js'
import type { PartName } from './parts/parts.js'
import type { ArcList } from './trees/arc-list.js'
import type { TreeShape } from './trees/decode-tree.js'

/** Arcs and their scores, indexed by arc. */
export interface ScoredArcs {
  readonly arcs: ArcList
  readonly score: Float64Array
}

/** The arcs of a sentence of `length` words. */
export interface SentenceArcs extends ScoredArcs {
  readonly length: number
}

/** Scores of parts beyond arcs; see part-scorer.ts for what the numbers mean. */
export interface PartScores {
  /** Takes the sentence that was loaded last. */
  begin(): void
  score(kind: number, a: number, b: number, c?: number, d?: number): number
  /** No part of a kind scores more than this; at least 0. */
  most(kind: number): number
}

/** Scores of trees, one sentence at a time. It owns work space: use one per thread. */
export interface TreeScores extends SentenceArcs {
  /** Kinds of parts that trees are scored by. */
  readonly parts: readonly PartName[]
  /** The relations, by number. */
  readonly relations: readonly string[]
  /** Whether exactly one word hangs on the root. */
  readonly singleRoot: boolean
  /** How far an arc of parts may be behind the best one: see close-arcs.ts. By default the usual slack. */
  readonly slack?: number | undefined
  readonly partScores: PartScores
  /** Whether training saw a form at least twice. */
  knows(form: string): boolean
  /** Takes a sentence. */
  load(input: ParserInput): void
  /**
   * Prunes so that a tree is left, and finds the probability of each arc. False if the constraints allow no
   * tree at all. `isWide`: more arcs are wanted, for the next best trees.
   */
  pruneToTree(shape: TreeShape, constraints?: ParserConstraints, isWide?: boolean): boolean
  /** Scores the arcs that are left, each with its best relation. */
  scoreArcs(demands: LabelDemands | undefined): void
  /** The relation of each word in a tree over these arcs, by number. */
  relationsOf(heads: Int32Array, demands: LabelDemands | undefined): Int32Array
}
