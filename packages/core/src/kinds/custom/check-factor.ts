// Tests a custom factor against its contract. Solvers and `verify` have to trust what a custom factor
// returns.
import { ParleyError } from '../../error.js'
import { type OptionKeys, requireOptions } from '../../options.js'
import { SCORES, seeded } from '../common/random-scores.js'
import {
  checkMarginals,
  checkMaximize,
  checkMaxMarginals,
  checkReplay,
  type Trial,
} from './check-operations.js'
import type { Factor } from './factor.js'
import { Known, requireConfigurations } from './known-configurations.js'

export interface CheckFactorOptions {
  /** Number of random score vectors to try. Default 200. */
  trials?: number
  /** Seed of the random scores. Default 1. */
  seed?: number
  /**
   * All configurations that the factor allows, each a list of 0 and 1. By default, all 2ⁿ configurations are
   * tried for up to 12 links; with more links, answers are only compared with each other. If the factor has
   * no `score`, configurations are found with `maximize`: one that it never finds counts as forbidden, unless
   * it is in this list.
   */
  configurations?: readonly ArrayLike<number>[]
}

const KEYS = { trials: true, seed: true, configurations: true } satisfies OptionKeys<CheckFactorOptions>

export interface FactorCheck {
  /** True if no problem was found. Random trials find most mistakes, but prove nothing. */
  ok: boolean
  /** One counterexample, in words, for each operation that is wrong. */
  problems: string[]
  /** Number of configurations that answers were compared with. */
  configurations: number
  /** True if these are all configurations that the factor allows. */
  complete: boolean
}

/** Maximum number of links at which all configurations are tried. */
const MOST_LINKS = 12
/** Sorts of scores, those that are easy to read first: they make counterexamples that are easy to read. */
const SORTS = ['ties', 'ordinary', 'mixed', 'zero', 'huge ties', 'tiny', 'huge', 'near ties']

/**
 * Tests a custom factor with `links` links: whether `maximize` finds the best configuration under random
 * scores, in any order of calls, and whether the optional `score`, `maxMarginals` and `marginals` agree with
 * it. Call it in your own tests: solvers and `verify` trust what a custom factor returns.
 *
 * @example
 * const greedy: Factor = {
 *   // at most one link, or the first two together
 *   maximize(scores, configuration) {
 *     const best = scores.indexOf(Math.max(...scores))
 *     configuration.fill(0)
 *     if (scores[best] > 0) configuration[best] = 1
 *     return 0
 *   },
 *   score: ([a, b, c]) => (a + b + c <= 1 || (a === 1 && b === 1 && c === 0) ? 0 : Number.NEGATIVE_INFINITY),
 * }
 * const { problems } = checkFactor(greedy, 3)
 * problems.length // 1
 * problems[0] // '`maximize` under the scores [1.92…, 1.87…, -0.87…] finds [1, 0, 0], which scores 1.92… in all; …'
 */
export function checkFactor(factor: Factor, links: number, options: CheckFactorOptions = {}): FactorCheck {
  requireOptions('checkFactor', options, KEYS)
  const { trials = 200, seed = 1, configurations } = options
  if (typeof factor?.maximize !== 'function')
    throw new ParleyError(
      'bad-argument',
      'A custom factor needs a function `maximize(scores, configuration)`.',
    )
  if (!(Number.isInteger(links) && links >= 1))
    throw new ParleyError('bad-argument', `The number of links is ${links}; it must be a whole number ≥ 1.`)
  if (!(Number.isInteger(trials) && trials >= 1))
    throw new ParleyError('bad-argument', `The number of trials is ${trials}; it must be a whole number ≥ 1.`)

  if (configurations !== undefined) requireConfigurations(configurations, links)

  const known = new Known(factor, links)
  const problems = new Map<string, string>()
  /**
   * Runs one check; keeps the first problem of each operation. An error that the factor throws is a problem.
   */
  const run = (operation: string, check: () => string | null) => {
    if (problems.has(operation)) return
    try {
      const found = check()
      if (found !== null) problems.set(operation, found)
    } catch (error) {
      problems.set(
        operation,
        `\`${operation}\` throws: ${error instanceof Error ? error.message : String(error)}`,
      )
    }
  }
  run(factor.score === undefined ? 'maximize' : 'score', () => {
    if (configurations !== undefined) return known.addAll(configurations)
    return links <= MOST_LINKS ? known.enumerate() : null
  })

  const random = seeded(seed)
  const done: Trial[] = []
  for (let t = 0; t < trials; t++) {
    const score = SCORES[SORTS[t % SORTS.length]]
    const scores = Float64Array.from({ length: links }, () => score(random))
    run('maximize', () => checkMaximize(known, scores, done))
    if (factor.maxMarginals !== undefined) run('maxMarginals', () => checkMaxMarginals(known, scores))
    if (factor.marginals !== undefined && known.complete)
      run('marginals', () => checkMarginals(known, scores))
  }
  run('maximize', () => checkReplay(known, done))
  return {
    ok: problems.size === 0,
    problems: [...problems.values()],
    configurations: known.size,
    complete: known.complete,
  }
}
