// Scores of a head-driven grammar for one sentence: the input of a head-driven chart.

/** Left of the head, or right of it. */
export const LEFT = 0
export const RIGHT = 1

/** The memory of a side that has no modifier yet. */
export const FIRST = 0

/**
 * Scores of one sentence. Words are 0 … length − 1; symbols are categories and tags; a pair is a category
 * with the symbol of its head child. A constituent is made from its head outwards: first the head child, then
 * the modifiers on the right and `stop`, then those on the left and `stop` (Collins 1997, model 1). The score
 * depends on the earlier modifiers only by a memory of the last one, and on the words between head and
 * modifier only by a class (`gap`).
 */
export interface HeadDrivenScores {
  /** Number of words. */
  readonly length: number
  /** Number of symbols. */
  readonly symbols: number
  /** Category and head child of every pair. */
  readonly pairCategory: Int32Array
  readonly pairHead: Int32Array
  /** Number of memories; 0 is `FIRST`. */
  readonly memories: number
  /** Number of classes of the words between head and modifier. */
  readonly gaps: number
  /** The symbols that a single word may have: its tags. */
  tags(word: number): readonly number[]
  /** The score of a tag of a word. */
  tagScore(word: number, tag: number): number
  /** The class of the words from boundary `from` to boundary `to`, of which word i is between i and i + 1. */
  gap(from: number, to: number): number
  /** The memory after a modifier with this symbol. */
  memory(symbol: number): number
  /** The score of the head child of a pair, given its category and the head word `head`. */
  start(pair: number, head: number): number
  /**
   * A number for the context that a modifier, or the end of a side, depends on. Equal arguments must give
   * equal numbers.
   */
  context(pair: number, head: number, side: number, memory: number, gap: number): number
  /** The score of a modifier with its head word in a context. */
  modifier(context: number, symbol: number, modifier: number): number
  /** The score of ending the side in a context. */
  stop(context: number): number
  /** The score of a whole sentence with this symbol and this head word. */
  root(symbol: number, head: number): number
  /** The expected outside score of a constituent. It orders the beam and is not part of any score. */
  prior(symbol: number, head: number): number
}
