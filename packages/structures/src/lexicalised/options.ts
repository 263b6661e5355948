// Options and result of a head-driven chart.
import type { Hypergraph } from '../hypergraph/hypergraph.js'
import type { ArcPairs } from '../trees/tree-arcs.js'
import type { HeadDrivenScores } from './scores.js'

/** Limits of the beam. */
export interface HeadDrivenLimits {
  /** Maximum number of complete constituents per span. */
  complete?: number
  /** Maximum number of unfinished constituents per span and side. */
  partial?: number
  /** Maximum distance of an item's score from the best item of its span. */
  below?: number
  /** Maximum number of categories with one child on top of each other. */
  chain?: number
}

export interface HeadDrivenOptions {
  scores: HeadDrivenScores
  /** Arcs [head, modifier] between words 1 … n and the root 0 that trees may have; links in this order. */
  arcs: ArcPairs
  /** What the beam adds for each arc; not part of any score. */
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
