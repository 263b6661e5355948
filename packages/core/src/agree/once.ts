// One run of one algorithm over two models and a fixed list of links.
import { ParleyError } from '../error.js'
import { FactorGraph } from '../graph/graph.js'
import { SCORE_LIMIT } from '../graph/score-limit.js'
import type { OwnRounding } from '../rounding/rounding.js'
import type { Ad3Options } from '../solvers/ad3.js'
import type { ExactOptions } from '../solvers/exact.js'
import type { MplpOptions } from '../solvers/mplp.js'
import type { Solution } from '../solvers/solution.js'
import { type Algorithm, solve, solverKeys } from '../solvers/solve.js'
import type { SubgradientOptions } from '../solvers/subgradient.js'
import { Candidates } from './candidates.js'
import type { Decoded, Decoder } from './decoder.js'
import { DecoderFactor } from './decoder-factor.js'
import { type AgreeRound, watchRounds } from './rounds.js'

/** Which part of the first model is which part of the second; a number n: parts 0 … n − 1 are the same in both. */
export type Links = number | readonly (readonly [number, number])[]

/** Options of the solver that `algorithm` names: `subgradient` if it names none. */
export type AgreeOptions = AgreeSolver & {
  /** What each model's scores count; 1 and 1 by default. (γ of paper 3, Eq. 11, is the second.) */
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

/** Called with every round that the algorithm looks at (all of `subgradient`'s); return `false` to stop. */
export type OnRound<A, B> = (round: AgreeRound<A, B>) => boolean | undefined

/** A solution, and what each of the two models made of it. `assignment` has a 0 or 1 for every link. */
export interface Agreement<A, B> extends Solution {
  /**
   * The answers of both models, which agree on every link: with status `optimal` proven best (case 1 of paper 3,
   * section 6.2), else the best that was found. Null if there is none.
   */
  readonly answers: readonly [A, B] | null
  /** Case 2: what each model voted for last; null if it never had an answer. Without a proof they differ. */
  readonly last: readonly [Decoded<A> | null, Decoded<B> | null]
  /** Case 2: each model's votes on average, a number per link: close to a solution of the relaxation after many. */
  readonly averaged: readonly [Float64Array, Float64Array]
  /** How often each model was called. */
  readonly calls: readonly [number, number]
  /** The problem that was solved, for `verify` and other solvers: a binary variable per link and two factors. */
  readonly graph: FactorGraph
}

/** What `agreeOnce` takes beyond the options of `agree`. */
export interface Beginning {
  /** An assignment of the first links that is known already: its best completion is a candidate. */
  readonly known?: ArrayLike<number> | null
}

/** Makes two decoders agree on the parts that they share; see `agree`. */
export function agreeOnce<A, B>(
  first: Decoder<A>,
  second: Decoder<B>,
  links: Links,
  options: AgreeOptions & Beginning & { readonly onRound?: OnRound<A, B> } = {},
): Agreement<A, B> {
  const { weights = [1, 1], onRound, known = null, ...chosen } = options
  for (const weight of weights)
    if (!(weight >= 1 / SCORE_LIMIT && weight <= SCORE_LIMIT))
      throw new ParleyError(
        'bad-argument',
        `The weight of a model is ${weight}; it must be a positive number from 1e-10 to 1e10.`,
      )
  const pairs = readLinks(links)
  const one = new DecoderFactor(first, partsOf(pairs, 0), weights[0], 'first model')
  const two = new DecoderFactor(second, partsOf(pairs, 1), weights[1], 'second model')
  const graph = new FactorGraph()
  const variables = pairs.map(() => graph.binary())
  graph.add(one, variables)
  graph.add(two, variables)
  if (known !== null) one.propose(known)
  const onIteration = onRound && watchRounds(one, two, onRound, chosen.onIteration)
  const solution = run(graph, one, two, { ...chosen, ...(onIteration && { onIteration }) })
  return {
    ...solution,
    answers: answersTo(solution.assignment, one, two),
    last: [one.last?.decoded ?? null, two.last?.decoded ?? null],
    averaged: [one.average(), two.average()],
    calls: [one.calls, two.calls],
    graph,
  }
}

/** Solves the graph; assignments come from what the models vote for, instead of a search that cannot know them. */
function run<A, B>(
  graph: FactorGraph,
  one: DecoderFactor<A>,
  two: DecoderFactor<B>,
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
  one: DecoderFactor<A>,
  two: DecoderFactor<B>,
): readonly [A, B] | null {
  if (assignment === null) return null
  const a = one.answerFor(assignment)
  const b = two.answerFor(assignment)
  return a === null || b === null ? null : [a.answer, b.answer]
}

function readLinks(links: Links): readonly (readonly [number, number])[] {
  const pairs =
    typeof links === 'number' ? Array.from({ length: links }, (_, part) => [part, part] as const) : links
  if (pairs.length === 0)
    throw new ParleyError('bad-argument', 'The two models share no part. Link at least one.')
  for (const side of [0, 1] as const) {
    const seen = new Set<number>()
    for (const pair of pairs) {
      const part = pair[side]
      const model = side === 0 ? 'first' : 'second'
      if (!Number.isInteger(part) || part < 0)
        throw new ParleyError(
          'bad-argument',
          `A link names part ${part} of the ${model} model; parts are numbers from 0 on.`,
        )
      if (seen.has(part))
        throw new ParleyError(
          'bad-argument',
          `Part ${part} of the ${model} model is linked twice. A link says that two parts are the same one.`,
        )
      seen.add(part)
    }
  }
  return pairs
}

function partsOf(pairs: readonly (readonly [number, number])[], side: 0 | 1): Int32Array {
  return Int32Array.from(pairs, (pair) => pair[side])
}
