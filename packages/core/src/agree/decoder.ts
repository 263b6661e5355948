// The contract of models that `agree` combines: to decode under changed scores.

/** An answer of a decoder. */
export interface Decoded<Answer> {
  /** The answer in any form: a tree, a list of tags. */
  readonly answer: Answer
  /** Its score under the decoder's own model, without the extra scores. */
  readonly score: number
  /** Numbers of the parts that the answer uses. They may include parts that are not linked. */
  readonly parts: ArrayLike<number>
}

/**
 * A model that finds its best answer when its parts have extra scores. The decoder numbers its parts as it
 * likes, for example word · tags + tag.
 *
 * @example
 * // One of three colours, with scores of their own.
 * const own = [1, 2, 0]
 * const colour: Decoder<string> = {
 *   maximize(extra) {
 *     const totals = own.map((score, part) => score + extra[part])
 *     const best = totals.indexOf(Math.max(...totals))
 *     return { answer: ['red', 'green', 'blue'][best], score: own[best], parts: [best] }
 *   },
 * }
 */
export interface Decoder<Answer> {
  /** Name in messages. */
  readonly name?: string
  /**
   * The answer that maximises own score + Σ extra[part] over the parts that it uses; null if there is no
   * answer. `extra` has an entry for every part up to the last linked one, 0 for parts that are not linked.
   * The array is reused: copy what you keep. The function must be deterministic; ties may be broken either
   * way.
   */
  maximize(extra: Float64Array): Decoded<Answer> | null
  /**
   * Optional: the own score of the best answer whose linked parts are those with used[part] = 1, −Infinity if
   * there is none. By default found with `maximize`.
   */
  score?(used: Float64Array): number
  /**
   * Optional, for `mplp`: writes the best total (own score and extras) of an answer with each part and of one
   * without it, and returns the best of all. By default found with one call of `maximize` per part.
   */
  maxMarginals?(extra: Float64Array, on: Float64Array, off: Float64Array): number
}
