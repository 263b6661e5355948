import { ParleyError } from '../error.js'
import { requireOptions } from '../options.js'
import { type Ad3Options, ad3 } from './ad3.js'
import { type ExactOptions, exact } from './exact.js'
import type { Solvable } from './finish.js'
import { type MplpOptions, mplp } from './mplp.js'
import type { Solution } from './solution.js'
import { type SubgradientOptions, subgradient } from './subgradient.js'

const SOLVERS = { ad3, subgradient, mplp, exact }

/** The solvers by name. */
export type Algorithm = keyof typeof SOLVERS

export const ALGORITHMS = Object.keys(SOLVERS) as readonly Algorithm[]

/** Options of the solver that `algorithm` names; `ad3` if it names none. */
export type ChosenOptions =
  | ({ algorithm?: 'ad3' } & Ad3Options)
  | ({ algorithm: 'exact' } & ExactOptions)
  | ({ algorithm: 'subgradient' } & SubgradientOptions)
  | ({ algorithm: 'mplp' } & MplpOptions)

/**
 * Solves a graph with the algorithm of that name, AD³ by default.
 *
 * @example
 * solve(graph, { algorithm: 'exact', timeLimit: 10 }).status // 'optimal'
 */
export function solve(graph: Solvable, options: ChosenOptions = {}): Solution {
  if (typeof options !== 'object' || options === null) requireOptions('solve', options, { algorithm: true })
  const { algorithm = 'ad3', ...rest } = options
  if (!Object.hasOwn(SOLVERS, algorithm))
    throw new ParleyError(
      'bad-argument',
      `There is no algorithm "${algorithm}". There are ${ALGORITHMS.join(', ')}.`,
    )
  return SOLVERS[algorithm](graph, rest)
}
