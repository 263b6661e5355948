// Messages between the coordinator of a corpus and its shards: plain objects with typed arrays. Sentences,
// words and sets have the numbers of the shard, unless stated otherwise.
import type { ReplyTo, ShardCommand } from '@parleyjs/core/internal'
import type { WordScores } from '../word-table.js'

/** The sets in which a shard has members, with these members only. */
export interface SetsPart {
  readonly penalties: readonly (number | Float64Array)[]
  /** Where the members of each set begin, and the end of all. */
  readonly starts: Int32Array
  readonly sentence: Int32Array
  readonly word: Int32Array
}

export type CorpusCommand =
  /** Report the names, values and lengths of your sentences. Answer: `Gathered`. */
  | { readonly op: 'gather' }
  /**
   * These are the values, and your members of sets; `tables` asks for the scores of shared words. Answer:
   * `Linked`.
   */
  | {
      readonly op: 'link'
      readonly values: readonly string[]
      readonly sets: SetsPart
      readonly tables: boolean
    }
  /** A step of the descent. Answer: that of the step. */
  | { readonly op: 'solve'; readonly command: ShardCommand }
  /** Every sentence at its best when sets agree on these values. Answer: `Agreed`. */
  | { readonly op: 'agree'; readonly choice: Int32Array }
  /** These are the values of your shared words: fill in the rest. Answer: `Completed`. */
  | { readonly op: 'complete'; readonly values: Int32Array }

export interface Gathered {
  /** The numbers of the shard's sentences in the corpus, ascending, and their lengths. */
  readonly sentences: Int32Array
  readonly lengths: Int32Array
  /** Names of sets, and of every place that is under one: sentence, word and number of the name. */
  readonly names: readonly string[]
  readonly places: Int32Array
  /** The values of words, and the sentence in which each came first; −1 where they were known before. */
  readonly values: readonly string[]
  readonly valueFirst: Int32Array
  /** Whether words are independent. */
  readonly isIndependent: boolean
  /** Memory in use. */
  readonly bytes: number
}

export interface Linked {
  /** The value of every word, each sentence by itself. */
  readonly isolated: Uint8Array
  readonly words: WordScores | null
}

export interface Agreed {
  readonly own: Float64Array
  readonly values: Int32Array
}

export interface Completed {
  /** The value of every word, all sentences together. */
  readonly joint: Uint8Array
}

export type CorpusReplyTo<C extends CorpusCommand> = C extends { readonly op: 'gather' }
  ? Gathered
  : C extends { readonly op: 'link' }
    ? Linked
    : C extends { readonly op: 'solve'; readonly command: infer S extends ShardCommand }
      ? ReplyTo<S>
      : C extends { readonly op: 'agree' }
        ? Agreed
        : Completed

/** The connection to a shard. Commands are executed in the order in which they are sent. */
export interface CorpusLink {
  send<C extends CorpusCommand>(command: C): Promise<CorpusReplyTo<C>>
}
