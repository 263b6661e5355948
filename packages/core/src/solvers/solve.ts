// One entry for all solvers: `solve` and `solveAsync` choose the solver by name.
import { ParleyError } from '../error.js'
import { Deadline } from '../limits/deadline.js'
import { finishSteps, type Steps } from '../limits/steps.js'
import { finishInTurns } from '../limits/turns.js'
import { requireOptions } from '../options.js'
import type { Solvable } from '../problem/solvable.js'
import type { Solution } from '../result/solution.js'
import { AD3_KEYS, type Ad3Options, solveAd3 } from './ad3/ad3.js'
import { EXACT_KEYS, type ExactOptions, exactSteps } from './exact.js'
import { MPLP_KEYS, type MplpOptions, solveMplp } from './mplp/mplp.js'
import { SUBGRADIENT_KEYS, type SubgradientOptions, solveSubgradient } from './subgradient/subgradient.js'

const SOLVERS = { ad3: solveAd3, subgradient: solveSubgradient, mplp: solveMplp, exact: exactSteps }

const SOLVER_KEYS = {
  ad3: AD3_KEYS,
  subgradient: SUBGRADIENT_KEYS,
  mplp: MPLP_KEYS,
  exact: EXACT_KEYS,
} satisfies Record<Algorithm, object>

/**
 * The names of all options of `solve` with an algorithm, for `requireOptions` in functions that pass them on.
 * For an unknown algorithm, which `solve` rejects, the names of all solvers' options.
 */
export function solverKeys(algorithm: Algorithm | undefined = 'ad3'): Readonly<Record<string, true>> {
  const keys = Object.hasOwn(SOLVER_KEYS, algorithm)
    ? SOLVER_KEYS[algorithm]
    : Object.assign({}, ...Object.values(SOLVER_KEYS))
  return { algorithm: true, ...keys }
}

/** The solvers by name. */
export type Algorithm = keyof typeof SOLVERS

export const ALGORITHMS = Object.keys(SOLVERS) as readonly Algorithm[]

/** Options of the solver that `algorithm` names, by default `ad3`. */
export type ChosenOptions =
  | ({ algorithm?: 'ad3' } & Ad3Options)
  | ({ algorithm: 'exact' } & ExactOptions)
  | ({ algorithm: 'subgradient' } & SubgradientOptions)
  | ({ algorithm: 'mplp' } & MplpOptions)

/**
 * Solves a graph with the algorithm that `algorithm` names, by default AD³.
 *
 * @example
 * solve(graph, { algorithm: 'exact', timeLimit: 10 }).status // 'optimal'
 */
export function solve(graph: Solvable, options: ChosenOptions = {}): Solution {
  requireOptions('solve', options, solverKeys(options?.algorithm))
  const deadline = new Deadline(options)
  return finishSteps(solveSteps(graph, options, deadline), deadline.isOver)
}

/**
 * `solve` for programs that must stay responsive: the event loop runs about every 12 ms, so that timers fire,
 * signals abort and requests are answered. The solution has the same bits.
 *
 * @example
 * const solution = await solveAsync(graph, { algorithm: 'exact', signal: AbortSignal.timeout(200) })
 * solution.status // 'optimal'
 */
export async function solveAsync(graph: Solvable, options: ChosenOptions = {}): Promise<Solution> {
  requireOptions('solveAsync', options, solverKeys(options?.algorithm))
  const deadline = new Deadline(options)
  return finishInTurns(solveSteps(graph, options, deadline), deadline)
}

function solveSteps(graph: Solvable, options: ChosenOptions, deadline: Deadline): Steps<Solution> {
  const { algorithm = 'ad3', ...rest } = options
  if (!Object.hasOwn(SOLVERS, algorithm))
    throw new ParleyError(
      'bad-argument',
      `There is no algorithm "${algorithm}". There are ${ALGORITHMS.join(', ')}.`,
    )
  return SOLVERS[algorithm](graph, rest, deadline)
}
