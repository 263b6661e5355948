// The chart of one sentence: the width of its beam, and what to do if the beam or the choice of arcs has lost
// every tree.
import {
  type HeadDrivenForest,
  type HeadDrivenOptions,
  headDrivenForest,
  pruneHypergraph,
  Viterbi,
} from '@parleyjs/structures'
import type { HeadDrivenLimits, HeadDrivenScores } from '@parleyjs/structures/internal'

/** Beam of a sentence of up to LONG words. */
const BEAM = { complete: 8, partial: 24, below: 9, chain: 3 } as const
const LONG = 40
/**
 * How often a beam is made wider, and by what factor, for its numbers of items and for their distance from
 * the best.
 */
const RETRIES = 2
const WIDER = 2

/**
 * The limits of a sentence's chart. The time of a chart grows with the third power of the length and with the
 * square of the beam, so that longer sentences get a beam that is narrower in proportion.
 */
export function limitsFor(length: number, chosen: HeadDrivenLimits = {}): Required<HeadDrivenLimits> {
  const share = Math.min(1, LONG / length)
  const { complete, partial } = BEAM
  return { ...BEAM, complete: Math.ceil(complete * share), partial: Math.ceil(partial * share), ...chosen }
}

/**
 * All trees of a sentence within the limits, or within wider ones if there is none; `below` is as in
 * `TwoParsersOptions`.
 */
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

/**
 * The heads of the grammar's best tree over all arcs (0 for the root, h for word h − 1); null if there is
 * none, or if the sentence is too long to use all arcs.
 */
export function headsOfGrammar(scores: HeadDrivenScores, limits?: HeadDrivenLimits): Int32Array | null {
  const n = scores.length
  if (n > LONG) return null
  const arcs: [number, number][] = []
  for (let h = 0; h <= n; h++) for (let m = 1; m <= n; m++) if (h !== m) arcs.push([h, m])
  const { graph } = headDrivenForest({ scores, arcs, limits: limitsFor(n, limits) })
  if (graph === null) return null
  const viterbi = new Viterbi(graph)
  viterbi.run(new Float64Array(arcs.length))
  const heads = new Int32Array(n)
  for (const e of viterbi.trace()) {
    const arc = arcs[graph.link[e]]
    if (arc !== undefined) heads[arc[1] - 1] = arc[0]
  }
  return heads
}
