// The kinds of edges in the hypergraph of a head-driven chart.

/** What an edge does; the tag of an edge is 8 · what it is about + this. */
export const Step = {
  /** A word with a tag (about: the tag). */
  word: 0,
  /** A chain of categories with one child (about: the chain). */
  chain: 1,
  /** A head child begins a constituent (about: the pair). */
  start: 2,
  /** A modifier on the right; children are what is there so far, and the modifier. */
  right: 3,
  closeRight: 4,
  /** A modifier on the left; children are the modifier, and what is there so far. */
  left: 5,
  /** The left side ends: a constituent (about: the pair). */
  closeLeft: 6,
  /** The whole sentence. */
  root: 7,
} as const
