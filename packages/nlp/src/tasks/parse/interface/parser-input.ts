// The input of the parser: the columns of a sentence, and constraints on its tree.
import type { OptionKeys } from '@parleyjs/core/internal'

/** A sentence to parse: the words and any known columns. A missing column counts as `_` for every word. */
export interface ParserInput {
  readonly forms: readonly string[]
  readonly lemmas?: readonly string[]
  readonly upos?: readonly string[]
  readonly xpos?: readonly string[]
  readonly feats?: readonly string[]
}

/** A sentence to learn from: heads (0 is the root, h is word h − 1) and relations as well. */
export interface TrainingSentence extends ParserInput {
  readonly heads: ArrayLike<number>
  readonly deprels: readonly string[]
}

/**
 * Constraints on a parse, for the words in order: head 0 is the root, head h is word h − 1, as in CoNLL-U.
 */
export interface ParserConstraints {
  /** The head of each word; null or undefined where it is free. */
  readonly heads?: readonly (number | null | undefined)[]
  /** Arcs [head, modifier] that may not be used; the modifier counts from 1. */
  readonly forbidden?: readonly (readonly [head: number, modifier: number])[]
  /**
   * The relation of each word; null or undefined where it is free. Only relations that training saw can be
   * given.
   */
  readonly deprels?: readonly (string | null | undefined)[]
  /**
   * Relations that each word may not have; null or undefined where it may have all. Does not apply to
   * relations given.
   */
  readonly forbiddenDeprels?: readonly (readonly string[] | null | undefined)[]
}

export const CONSTRAINT_KEYS = {
  heads: true,
  forbidden: true,
  deprels: true,
  forbiddenDeprels: true,
} satisfies OptionKeys<ParserConstraints>
