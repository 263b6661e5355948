// What `agree` asks of a model: to decode under changed scores.

/** An answer of a decoder. */
export interface Decoded<Answer> {
  /** The answer itself, in the decoder's own words: a tree, a list of tags. */
  readonly answer: Answer
  /** Its score under the decoder's own model, without the extra scores. */
  readonly score: number
  /** The numbers of the parts that it uses. Parts that are not linked may be among them. */
  readonly parts: ArrayLike<number>
}

/**
 * A model that can be asked for its best answer when some of its parts earn or cost extra. Parts have numbers of the
 * decoder's own choice: word · tags + tag, say.
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
  /** What to call it in messages. */
  readonly name?: string
  /**
   * The answer that maximises its own score + Σ extra[part] over the parts that it uses; null if there is none at all.
   * `extra` has an entry for every part up to the last one that is linked, 0 where nothing is. It is only lent: copy
   * what you keep. Must be deterministic; ties may go either way.
   */
  maximize(extra: Float64Array): Decoded<Answer> | null
  /**
   * Optional: the own score of the best answer whose linked parts are those with used[part] = 1, −Infinity if there is
   * none. Found with `maximize` otherwise.
   */
  score?(used: Float64Array): number
  /**
   * Optional, for `mplp`: for every part the best total (own score and extras) of an answer with the part, and of one
   * without it; returns the best of all. Found with `maximize` otherwise, part by part.
   */
  maxMarginals?(extra: Float64Array, on: Float64Array, off: Float64Array): number
}
