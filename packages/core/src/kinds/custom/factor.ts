// The contract of factors: to answer under changed scores.

/**
 * A part of a model that finds its best configuration under changed scores: a tree, a tag sequence, a rule of
 * your own. It needs one function, `maximize`; everything else that a solver needs is derived from it (the
 * quadratic step of AD³ by the active-set method of paper 2, section 1.6.1). Solvers and `verify` trust what
 * it returns: test it with `checkFactor`.
 *
 * @example
 * // "a run of ones": the 1s, if any, must be neighbours
 * const run: Factor = {
 *   name: 'run',
 *   maximize(scores, configuration) {
 *     let best = 0, from = 0, to = 0, sum = 0, start = 0
 *     scores.forEach((score, i) => {
 *       if (sum <= 0) { sum = 0; start = i }
 *       sum += score
 *       if (sum > best) { best = sum; from = start; to = i + 1 }
 *     })
 *     configuration.fill(0)
 *     configuration.fill(1, from, to)
 *     return 0 // this factor has no score of its own
 *   },
 * }
 * checkFactor(run, 4).problems // []
 * graph.add(run, [a, b, c, d])
 */
export interface Factor<Answer = unknown> {
  /** Name in messages and explanations. */
  readonly name?: string
  /**
   * Finds the configuration (0 or 1 per link) that maximises own score + Σ scores[i]·configuration[i], writes
   * it, and returns its own score alone, without the Σ. It must be deterministic; ties may be broken either
   * way. Returns −Infinity if no configuration is allowed.
   */
  maximize(scores: Float64Array, configuration: Float64Array): number
  /**
   * Optional: the own score of a configuration, −Infinity if it is forbidden. By default found with
   * `maximize`.
   */
  score?(configuration: Float64Array): number
  /**
   * Optional: writes the best total score with each link at 1 and at 0 (−Infinity if impossible), and returns
   * the best of all. Only `mplp` and `boxMplp` need it; by default it is found with one more call of
   * `maximize` per link. `boxMplp` reads `on` alone and calls `maximize` with the same scores directly
   * afterwards: a factor that knows its best configuration by then may remember it.
   */
  maxMarginals?(scores: Float64Array, on: Float64Array, off: Float64Array): number
  /**
   * Optional, for factors of whole variables: as `maximize`, and writes to `on` the best total with each link
   * at 1, for one variable after the other, calling `visit` with the number of each. `visit` may change the
   * scores of this variable's links, and the variables after it must see the change. The configuration and
   * its score are those before any change. Dynamic programs along a sequence can do this at the cost of
   * `maxMarginals`, and `boxMplp` then asks far less often.
   */
  sweep?(
    scores: Float64Array,
    configuration: Float64Array,
    on: Float64Array,
    visit: (variable: number) => void,
  ): number
  /**
   * Optional: writes the probability that each link is 1, where the probability of a configuration is
   * proportional to exp(own score + Σ scores[i]·configuration[i]). Returns the logarithm of the sum of these
   * over all configurations. No solver needs it, but learning, pruning and confidences do.
   */
  marginals?(scores: Float64Array, marginals: Float64Array): number
  /**
   * Optional: the answer in a form for readers, such as a tree or a list of tags. It is called directly after
   * `maximize` has written this configuration.
   */
  answer?(configuration: Float64Array): Answer
}

/**
 * Makes a factor when it is needed: it is called with the factor's index before every use, and its previous
 * result is not used again. So a corpus can keep only compact scores, and unpack one sentence at a time.
 */
export type FactorSource = (index: number) => Factor
