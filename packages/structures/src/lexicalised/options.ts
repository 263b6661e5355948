/** What a head-driven chart is asked, and what it answers. */
import type { Hypergraph } from '../hypergraph/hypergraph.js'
import type { ArcPairs } from '../trees/tree-arcs.js'
import type { HeadDrivenScores } from './scores.js'

/** How much is kept. */
export interface HeadDrivenLimits {
  /** Most complete constituents of a span. */
  complete?: number
  /** Most unfinished ones of a span and side. */
  partial?: number
  /** How far below the best item of its span an item may be. */
  below?: number
  /** Most categories with one child above each other. */
  chain?: number
}

export interface HeadDrivenOptions {
  scores: HeadDrivenScores
  /** Arcs [head, modifier] between words 1 … n and the root 0 that trees may have; links in this order. */
  arcs: ArcPairs
  /** What the beam adds for each arc; no part of any score. */
  arcMerit?: ArrayLike<number>
  limits?: HeadDrivenLimits
}

/** All trees that the beam left. */
export interface HeadDrivenForest {
  /** Null if there is no tree. */
  readonly graph: Hypergraph | null
  /** The pairs of each chain, from the lowest up. */
  readonly chains: readonly (readonly number[])[]
}
