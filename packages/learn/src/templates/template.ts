// The graph of one example, built once, with the places at which learned scores enter it. Weights change the
// scores in place.
import type { Factor, FactorGraph } from '@parleyjs/core'
import { type Segment, scorePlaces } from '../features/segment.js'
import type { Output } from './output.js'
import type { TiedSequence } from './tied-sequence.js'

/** A factor with own scores that are learned. */
export interface ScoredFactor extends Factor {
  /**
   * Writes how often a configuration has each of the factor's scores. By default this is found with `score`,
   * from factors with other scores.
   */
  count?(configuration: Float64Array, counts: Float64Array): void
  marginals?(scores: Float64Array, marginals: Float64Array, expected?: Float64Array): number
}

/** A factor of the graph whose scores are places `at` … `at` + `count` − 1. */
export type Part =
  | { readonly kind: 'pair'; readonly factor: number; readonly at: number; readonly count: number }
  | { readonly kind: 'dense'; readonly factor: number; readonly at: number; readonly count: number }
  | {
      readonly kind: 'sequence'
      readonly factor: number
      readonly at: number
      readonly count: number
      readonly sequence: TiedSequence
    }
  | {
      readonly kind: 'made'
      readonly factor: number
      readonly at: number
      readonly count: number
      readonly make: (scores: Float64Array) => ScoredFactor
    }

export interface Template {
  readonly graph: FactorGraph
  readonly segments: readonly { readonly segment: Segment; readonly at: number }[]
  /** Number of places. */
  readonly places: number
  /** The place of each slot. */
  readonly slotPlace: Int32Array
  readonly parts: readonly Part[]
  readonly output: Output
  /** True if every variable is in one factor that finds the best values by itself. */
  readonly direct: boolean
}

/** scores := the score of every place. */
export function scoreTemplate({ segments }: Template, weights: Float64Array, scores: Float64Array): void {
  for (const { segment, at } of segments) scorePlaces(segment, weights, scores, at)
}

/** Writes scores into the graph. `extra` adds to the scores of slots. */
export function loadScores(template: Template, scores: Float64Array, extra: Float64Array | null): void {
  const { graph, slotPlace, parts } = template
  const slots = graph.scores.data
  for (let s = 0; s < slotPlace.length; s++) slots[s] = scores[slotPlace[s]] + (extra === null ? 0 : extra[s])
  const { params, paramStart } = graph.store
  for (const part of parts) {
    const own = scores.subarray(part.at, part.at + part.count)
    if (part.kind === 'sequence') part.sequence.scores.set(own)
    else if (part.kind === 'made')
      graph.customFactors[params.data[paramStart.data[part.factor]]] = part.make(own)
    else params.data.set(own, paramStart.data[part.factor + 1] - part.count)
  }
}

/** The custom factor of a part. */
export function ownFactor({ graph }: Template, part: Part): ScoredFactor {
  const { params, paramStart } = graph.store
  return graph.customFactors[params.data[paramStart.data[part.factor]]]
}

/** Approximate bytes of a template. */
export function templateBytes({ graph, segments, slotPlace }: Template): number {
  let bytes = 1500 + 4 * slotPlace.length + 20 * graph.slotCount
  bytes += 8 * graph.store.params.data.length + 4 * graph.store.literals.data.length
  for (const { segment } of segments) bytes += 300 + 8 * segment.places + 20 * segment.first.length
  return bytes
}
