/** What a head-driven grammar says of one sentence: the numbers that a `HeadDrivenChart` is made from. */

/** Left of the head, or right of it. */
export const LEFT = 0
export const RIGHT = 1

/** The memory of a side that has no modifier yet. */
export const FIRST = 0

/**
 * Scores of one sentence. Words are 0 … length − 1; symbols are categories and tags; a pair is a category with the symbol of
 * its head child. A constituent is made from its head outwards: first the head child, then the modifiers on the right and
 * `stop`, then those on the left and `stop` (Collins 1997, model 1). Of the modifiers so far, only a memory of the last counts;
 * of the words between head and modifier, only a class (`gap`).
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
  /** Number of classes of what is between. */
  readonly gaps: number
  /** The symbols that a word may be by itself: its tags. */
  tags(word: number): readonly number[]
  /** What a tag of a word scores by itself. */
  tagScore(word: number, tag: number): number
  /** The class of the words from boundary `from` to boundary `to`, of which word i is between i and i + 1. */
  gap(from: number, to: number): number
  /** The memory that a modifier leaves. */
  memory(symbol: number): number
  /** The category of a pair whose head word is `head` has this head child. */
  start(pair: number, head: number): number
  /** The number of what a modifier, or the end of a side, depends on: anything that is the same for the same arguments. */
  context(pair: number, head: number, side: number, memory: number, gap: number): number
  /** A modifier with its head word follows in a context. */
  modifier(context: number, symbol: number, modifier: number): number
  /** The side ends in a context. */
  stop(context: number): number
  /** The whole sentence is this symbol with this head word. */
  root(symbol: number, head: number): number
  /** What a constituent is to be expected to score outside: orders the beam, and is not part of any score. */
  prior(symbol: number, head: number): number
}
