// The messages between the coordinator of a sharded problem and its shards: plain objects with typed arrays.
// Factors, variables and sets have the numbers of the shard.
import type { Calls } from '../soft-state.js'

export type ShardCommand =
  /** Ask every factor for the first time. Answer: `Begun`. */
  | { readonly op: 'begin' }
  /**
   * Update the max-marginals of these factors, the part of a sweep that needs no other factor. Answer:
   * `Swept` without scores.
   */
  | { readonly op: 'prepare'; readonly factors: Int32Array }
  /**
   * Move the agreements of these factors in turn: `move` after the first call, `sweep` later. `sets` are the
   * sets of the factors, `scores` the current scores of their values, one set after the other. Answer:
   * `Swept`.
   */
  | {
      readonly op: 'move' | 'sweep'
      readonly factors: Int32Array
      readonly sets: Int32Array
      readonly scores: Float64Array
    }
  /** Answer to sets with these values. Answer: `Answered`, with gaps. */
  | { readonly op: 'respond'; readonly choice: Int32Array }
  /** The best answers when sets have these values and members pay for differing. Answer: `Answered`. */
  | { readonly op: 'vote'; readonly choice: Int32Array }

export interface Begun {
  /** Value of each variable, own score of each factor, and best total of each factor. */
  readonly values: Int32Array
  readonly own: Float64Array
  readonly best: Float64Array
  /** 1 for each factor that has moved its agreements already, since that depends on no other factor. */
  readonly isSwept: Uint8Array
  /** The multipliers of all pairs. */
  readonly multipliers: Float64Array
  readonly calls: Calls
}

export interface Swept {
  /** The scores of the sets' values afterwards. */
  readonly scores: Float64Array
  /** The best total of each factor. */
  readonly best: Float64Array
  readonly calls: Calls
}

export interface Answered {
  /** The factors whose answer may have changed, their own scores, and the values of their variables. */
  readonly factors: Int32Array
  readonly own: Float64Array
  readonly values: Int32Array
  /** Contribution of each factor of the shard to the gap. */
  readonly gaps: Float64Array
  readonly calls: Calls
}

export type ShardReply = Begun | Swept | Answered

/** The type of the reply to a command. */
export type ReplyTo<C extends ShardCommand> = C extends { readonly op: 'begin' }
  ? Begun
  : C extends { readonly op: 'respond' | 'vote' }
    ? Answered
    : Swept

/**
 * The connection to a shard, on a thread or another machine: commands are carried out in the order in which
 * they are sent.
 */
export interface ShardLink {
  send<C extends ShardCommand>(command: C): Promise<ReplyTo<C>>
}
