// Limits of the search for a sentence. The work grows with the cube of the length. For unusually long
// sentences the beam becomes narrower, then the length of constituents is limited, so that every sentence
// takes a few seconds at most.

/** Which spans and symbols the fine chart tries. */
export interface Search {
  /** Maximum distance of a span from the best coarse tree, in nats. */
  readonly coarseThreshold: number
  /** Maximum distance of a coarse symbol from the best symbol of its span, in nats. */
  readonly beam: number
  /** Whether spans are split only where coarse trees within the threshold split them. */
  readonly splits: boolean
  /** Maximum length of a constituent below the root, in words. */
  readonly widest: number
}

const THRESHOLD = 7
const BEAM = 6
/** The second search adds this to the coarse threshold, in nats. */
const MORE = 7

/** Up to this number of words, the beam is the one chosen on the treebanks. */
const USUAL = 40
/** From this number of words on, the beam is at its narrowest, and there is no second search. */
const LONG = 100
const NARROWEST = 3
/**
 * Sentences of more words have no constituents of all words but the root, so that pieces stand side by side.
 */
const WHOLE = 150
/** Sentences of more words are not searched at all. */
export const MOST_WORDS = 500

/** The first search of a sentence of n words. */
export function firstSearch(n: number): Search {
  const far = Math.min(1, Math.max(0, (n - USUAL) / (LONG - USUAL)))
  return {
    coarseThreshold: THRESHOLD,
    beam: BEAM - far * (BEAM - NARROWEST),
    splits: n > USUAL,
    widest: widestOf(n),
  }
}

/** The search after the first has found no tree; null where it would take too long. */
export function secondSearch(n: number, first: Search): Search | null {
  if (n > LONG) return null
  const beam = n > USUAL ? first.beam + BEAM : Number.POSITIVE_INFINITY
  return { ...first, coarseThreshold: first.coarseThreshold + MORE, beam, splits: false }
}

/** The maximum length of constituents for which spans have no more splits than in a sentence of 150 words. */
function widestOf(n: number): number {
  let widest = n
  while (ways(n, widest) > ways(WHOLE, WHOLE)) widest--
  return widest
}

/** About how many ways there are to split all spans of up to w words. */
function ways(n: number, w: number): number {
  return (n * w * w) / 2 - w ** 3 / 3
}
