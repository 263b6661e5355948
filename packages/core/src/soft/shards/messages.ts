// What the coordinator of a sharded problem says to its shards, and what they answer: plain objects with typed arrays. Factors,
// variables and sets are numbered as the shard numbers them.
import type { Calls } from '../soft-state.js'

export type ShardCommand =
  /** Ask every factor for the first time. Answer: `Begun`. */
  | { readonly op: 'begin' }
  /**
   * Bring the max-marginals of these factors up to date: what of a sweep needs no other factor. Answer: `Swept` without
   * scores.
   */
  | { readonly op: 'prepare'; readonly factors: Int32Array }
  /**
   * Move the agreements of these factors, one after the other: `move` after the first call, `sweep` later. `sets` are those
   * that the factors are in, `scores` what their values score now, one set after the other. Answer: `Swept`.
   */
  | {
      readonly op: 'move' | 'sweep'
      readonly factors: Int32Array
      readonly sets: Int32Array
      readonly scores: Float64Array
    }
  /** Answer to sets that stand at these values. Answer: `Answered`, with gaps. */
  | { readonly op: 'respond'; readonly choice: Int32Array }
  /** The best answers when sets stand at these values and members pay for differing. Answer: `Answered`. */
  | { readonly op: 'vote'; readonly choice: Int32Array }

export interface Begun {
  /** A value for each variable, an own score and a best total for each factor. */
  readonly values: Int32Array
  readonly own: Float64Array
  readonly best: Float64Array
  /** 1 for factors that have moved their agreements already, since no other factor has a say in that. */
  readonly isSwept: Uint8Array
  /** The multipliers of all pairs. */
  readonly multipliers: Float64Array
  readonly calls: Calls
}

export interface Swept {
  /** What the sets' values score after that. */
  readonly scores: Float64Array
  /** The best total of each factor. */
  readonly best: Float64Array
  readonly calls: Calls
}

export interface Answered {
  /** The factors whose answer may be new, their own scores, and the values of their variables. */
  readonly factors: Int32Array
  readonly own: Float64Array
  readonly values: Int32Array
  /** What each factor of the shard adds to the gap. */
  readonly gaps: Float64Array
  readonly calls: Calls
}

export type ShardReply = Begun | Swept | Answered

/** What answers to a command. */
export type ReplyTo<C extends ShardCommand> = C extends { readonly op: 'begin' }
  ? Begun
  : C extends { readonly op: 'respond' | 'vote' }
    ? Answered
    : Swept

/** The way to a shard, wherever it is: commands are carried out in the order in which they are sent. */
export interface ShardLink {
  send<C extends ShardCommand>(command: C): Promise<ReplyTo<C>>
}
