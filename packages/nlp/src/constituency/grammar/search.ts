// How far a sentence is searched. The work grows with the cube of the length: beyond what is usual in text the beam gets
// narrower, then constituents may not be longer than so many words, so that every sentence takes a few seconds at most.

/** Which spans and symbols the fine chart tries. */
export interface Search {
  /** How far below the best coarse tree, in nats, a span may fall and still be tried. */
  readonly coarseThreshold: number
  /** How far below the best symbol of a span a coarse symbol may fall and still be tried. */
  readonly beam: number
  /** Whether spans are split only where coarse trees within the threshold split them. */
  readonly splits: boolean
  /** The words of the longest constituent below the root. */
  readonly widest: number
}

const THRESHOLD = 7
const BEAM = 6
/** How much further the second search goes. */
const MORE = 7

/** Sentences of up to so many words are searched as on the treebanks that the beam was chosen on. */
const USUAL = 40
/** From so many words on, the beam is at its narrowest, and there is no second search. */
const LONG = 100
const NARROWEST = 3
/** Sentences of more words have no constituents of all words but the root, so that pieces stand side by side. */
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

/** As many words as leave no more ways to split spans than a sentence of 150 words has. */
function widestOf(n: number): number {
  let widest = n
  while (ways(n, widest) > ways(WHOLE, WHOLE)) widest--
  return widest
}

/** About how many ways there are to split all spans of up to w words. */
function ways(n: number, w: number): number {
  return (n * w * w) / 2 - w ** 3 / 3
}
