// One run of one algorithm on two models and a fixed list of links.
import { ParleyError } from '../error.js'
import { FactorGraph } from '../graph/graph.js'
import type { Factor } from '../kinds/custom/factor.js'
import { SCORE_LIMIT } from '../numeric/score-limit.js'
import type { Solution } from '../result/solution.js'
import type { OwnRounding } from '../rounding/rounding.js'
import type { Ad3Options } from '../solvers/ad3/ad3.js'
import type { ExactOptions } from '../solvers/exact.js'
import type { MplpOptions } from '../solvers/mplp/mplp.js'
import { type Algorithm, solve, solverKeys } from '../solvers/solve.js'
import type { SubgradientOptions } from '../solvers/subgradient/subgradient.js'
import { Candidates } from './candidates.js'
import { type AgreeRound, watchRounds } from './rounds.js'
import { type Vote, VotingFactor } from './voting-factor.js'

/** Options of the solver that `algorithm` names; `subgradient` by default. */
export type AgreeOptions = AgreeSolver & {
  /** Weight of the scores of each model. Default: 1 and 1. (The second is γ of paper 3, Eq. 11.) */
  readonly weights?: readonly [number, number]
}

type AgreeSolver =
  | ({ algorithm?: 'subgradient' } & SubgradientOptions)
  | ({ algorithm: 'ad3' } & Ad3Options)
  | ({ algorithm: 'mplp' } & MplpOptions)
  | ({ algorithm: 'exact' } & ExactOptions)

/** The names of all options of `agree` with an algorithm. */
export function agreeKeys(algorithm: Algorithm = 'subgradient'): Readonly<Record<string, true>> {
  return { ...solverKeys(algorithm), weights: true, onRound: true, tighter: true }
}

/** Called with every round that the solver reports (all rounds of `subgradient`); return `false` to stop. */
export type OnRound<A, B> = (round: AgreeRound<A, B>) => boolean | undefined

/** A solution with the answers of both models. `assignment` has a 0 or 1 for every link. */
export interface Agreement<A, B> extends Solution {
  /**
   * The answers of both models, which agree on every link. With status `optimal` they are proven best (case 1
   * of paper 3, section 6.2), else they are the best that were found. Null if there are none.
   */
  readonly answers: readonly [A, B] | null
  /** Case 2: the last vote of each model; null if it never had an answer. Without a proof they differ. */
  readonly last: readonly [Vote<A> | null, Vote<B> | null]
  /**
   * Case 2: the mean of each model's votes, per link: after many rounds, close to a solution of the
   * relaxation.
   */
  readonly averaged: readonly [Float64Array, Float64Array]
  /** Number of calls of each model. */
  readonly calls: readonly [number, number]
  /**
   * The problem that was solved, for `verify` and other solvers: a binary variable per link, and two factors.
   */
  readonly graph: FactorGraph
}

/** Options of `agreeOnce` beyond those of `agree`. */
export interface Beginning {
  /** A known assignment of the first links: its best completion is a candidate. */
  readonly known?: ArrayLike<number> | null
}

/** Makes two models agree on their links; see `agree`. */
export function agreeOnce<A, B>(
  first: Factor<A>,
  second: Factor<B>,
  links: number,
  options: AgreeOptions & Beginning & { readonly onRound?: OnRound<A, B> } = {},
): Agreement<A, B> {
  const { weights = [1, 1], onRound, known = null, ...chosen } = options
  for (const weight of weights)
    if (!(weight >= 1 / SCORE_LIMIT && weight <= SCORE_LIMIT))
      throw new ParleyError(
        'bad-argument',
        `The weight of a model is ${weight}; it must be a positive number from 1e-10 to 1e10.`,
      )
  if (!(Number.isInteger(links) && links >= 1))
    throw new ParleyError('bad-argument', `Two models cannot agree on ${links} links; they need one or more.`)
  const one = new VotingFactor(first, links, weights[0], 'first model')
  const two = new VotingFactor(second, links, weights[1], 'second model')
  const graph = new FactorGraph()
  const variables = Array.from({ length: links }, () => graph.binary())
  graph.add(one, variables)
  graph.add(two, variables)
  if (known !== null) one.propose(known)
  const onIteration = onRound && watchRounds(one, two, onRound, chosen.onIteration)
  const solution = run(graph, one, two, { ...chosen, ...(onIteration && { onIteration }) })
  return {
    ...solution,
    answers: answersTo(solution.assignment, one, two),
    last: [one.last, two.last],
    averaged: [one.average(), two.average()],
    calls: [one.calls, two.calls],
    graph,
  }
}

/**
 * Solves the graph. Assignments come from the votes of the models instead of a search, which does not know
 * them.
 */
function run<A, B>(
  graph: FactorGraph,
  one: VotingFactor<A>,
  two: VotingFactor<B>,
  options: AgreeSolver,
): Solution {
  const { algorithm = 'subgradient' } = options
  if (algorithm === 'exact') return solve(graph, { ...options, algorithm })
  const candidates = new Candidates(one, two)
  const round: OwnRounding = (_, values) => {
    candidates.update()
    if (candidates.best === null) return false
    values.set(candidates.best)
    one.isFrugal = true
    two.isFrugal = true
    return true
  }
  const solution = solve(graph, { round, ...options, algorithm })
  one.isFrugal = false
  two.isFrugal = false
  if (solution.status === 'optimal' || solution.status === 'infeasible') return solution
  candidates.finish()
  if (candidates.best === null || !(candidates.value > solution.value)) return solution
  solution.assignment = Int32Array.from(candidates.best)
  solution.value = candidates.value
  solution.bound = Math.max(solution.bound, solution.value)
  solution.gap = solution.bound - solution.value
  if (solution.gap <= (options.tolerance ?? 1e-6) * Math.max(1, Math.abs(solution.bound)))
    solution.status = 'optimal'
  return solution
}

function answersTo<A, B>(
  assignment: Int32Array | null,
  one: VotingFactor<A>,
  two: VotingFactor<B>,
): readonly [A, B] | null {
  if (assignment === null) return null
  const a = one.voteFor(assignment)
  const b = two.voteFor(assignment)
  return a === null || b === null ? null : [a.answer, b.answer]
}
