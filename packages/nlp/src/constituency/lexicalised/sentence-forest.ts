// The chart of one sentence: how wide its beam is, and what happens where the beam has lost every tree.
import {
  type HeadDrivenForest,
  type HeadDrivenLimits,
  type HeadDrivenOptions,
  headDrivenForest,
  pruneHypergraph,
} from '@parley/structures'

/** Beam of a sentence of up to LONG words. */
const BEAM = { complete: 8, partial: 24, below: 9, chain: 3 } as const
const LONG = 40
/** How often a beam is made wider, and by how much: both its numbers of items and what they may be below the best. */
const RETRIES = 2
const WIDER = 2

/**
 * The limits of a sentence's chart. The time of a chart grows with the third power of the length and with the square of the
 * beam, so that longer sentences get a beam that is narrower in proportion.
 */
export function limitsFor(length: number, chosen: HeadDrivenLimits = {}): Required<HeadDrivenLimits> {
  const share = Math.min(1, LONG / length)
  const { complete, partial } = BEAM
  return { ...BEAM, complete: Math.ceil(complete * share), partial: Math.ceil(partial * share), ...chosen }
}

/** All trees of a sentence within the limits, or within wider ones if there is none; `below` is as in `TwoParsersOptions`. */
export function sentenceForest(
  options: HeadDrivenOptions & { readonly arcMerit: Float64Array },
  below: number,
): HeadDrivenForest {
  let limits = limitsFor(options.scores.length, options.limits)
  for (let tries = 0; ; tries++) {
    const { graph, chains } = headDrivenForest({ ...options, limits })
    if (graph !== null) return { graph: pruneHypergraph(graph, options.arcMerit, below), chains }
    if (tries === RETRIES) return { graph, chains }
    limits = {
      complete: WIDER * limits.complete,
      partial: WIDER * limits.partial,
      below: WIDER * limits.below,
      chain: limits.chain + 1,
    }
  }
}
