/**
 * A factor of the user's own. One function makes it: `maximize`. Everything else that a solver needs is
 * derived from it (the quadratic step of AD³ by the active-set method of paper 2, section 1.6.1). Solvers and `verify` trust
 * what it answers: test it with `checkFactor`.
 *
 * @example
 * // "a run of ones": the 1s, if any, must be neighbours
 * const run: CustomFactor = {
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
export interface CustomFactor {
  /** What to call it in explanations. */
  readonly name?: string
  /**
   * Finds the configuration (0 or 1 per link) that maximises own score + Σ scores[i]·configuration[i],
   * writes it, and returns its own score alone, without the Σ. Must be deterministic; ties may go either way.
   * Returns −Infinity if no configuration is allowed at all.
   */
  maximize(scores: Float64Array, configuration: Float64Array): number
  /** The own score of a configuration, −Infinity if it is forbidden. Optional; found with `maximize` otherwise. */
  score?(configuration: Float64Array): number
  /**
   * For every link the best total score with the link at 1 and at 0 (−Infinity if impossible). Returns the best
   * of all. Optional; needed only by `mplp`, which otherwise calls `maximize` twice per link.
   */
  maxMarginals?(scores: Float64Array, on: Float64Array, off: Float64Array): number
  /**
   * For every link the probability that it is 1, where a configuration has a probability proportional to
   * exp(own score + Σ scores[i]·configuration[i]). Returns the logarithm of the sum of all. Optional; no solver asks for
   * it, but learning, pruning and confidences do.
   */
  marginals?(scores: Float64Array, marginals: Float64Array): number
}
