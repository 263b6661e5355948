// The contract that a model in a soft problem implements.

/**
 * A model of one part of a soft problem, such as a sentence. Other models see only its shared variables, each
 * with values 0 … size − 1, of which every output of the model takes exactly one ("projection variables",
 * paper 4, section 6). The values of all shared variables, one variable after the other, are the model's
 * slots.
 *
 * @example
 * // two coins that like to fall alike; both are shared
 * const coins: SoftFactor = {
 *   maximize([a0 = 0, a1 = 0, b0 = 0, b1 = 0], values) {
 *     const totals = [1 + a0 + b0, a0 + b1, a1 + b0, 1 + a1 + b1]
 *     const best = totals.indexOf(Math.max(...totals))
 *     values[0] = best >> 1
 *     values[1] = best & 1
 *     return best === 0 || best === 3 ? 1 : 0
 *   },
 * }
 */
export interface SoftFactor {
  /** Name of the model in messages. */
  readonly name?: string
  /**
   * Finds the output with the highest score when every value of a shared variable scores `extra[slot]` more.
   * Writes the value of each shared variable, and returns the output's own score, without the extra;
   * −Infinity if there is no output at all. Must be deterministic; ties may be broken either way.
   */
  maximize(extra: Float64Array, values: Int32Array): number
  /**
   * As `maximize`, and writes for each slot the best total score (extra included) of an output with that
   * value, −Infinity if there is no such output. Optional: without it, `boxMplp` calls `maximize` once per
   * slot.
   */
  readonly maxMarginals?:
    | ((extra: Float64Array, values: Int32Array, marginals: Float64Array) => number)
    | undefined
  /**
   * As `maxMarginals`, but for one shared variable after the other: writes the max-marginals of a variable to
   * its slots and calls `visit` with its number. `visit` may change `extra` at these slots, and the variables
   * after it must see the change. The values and the score are those of the best output before any change.
   * Optional: dynamic programs along a sequence can do this at the cost of `maxMarginals`, and `boxMplp` then
   * asks far less often.
   */
  readonly sweep?:
    | ((
        extra: Float64Array,
        values: Int32Array,
        marginals: Float64Array,
        visit: (variable: number) => void,
      ) => number)
    | undefined
}

/**
 * Makes a factor when it is needed: it is called with the factor's index before every use, and its previous
 * result is not used again. So a corpus can keep only compact scores, and unpack one sentence at a time.
 */
export type FactorSource = (factor: number) => SoftFactor

/**
 * Called for each variable during a sweep; its max-marginals are `marginals[at …]`. It may change multipliers
 * of the variable's pairs, and must then move `state.extra` and these max-marginals with them.
 */
export type SweepVisit = (variable: number, marginals: Float64Array, at: number) => void
