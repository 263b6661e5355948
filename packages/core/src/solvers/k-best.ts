// The k best assignments: by Lawler's partition where elimination is cheap (Lawler 1972), otherwise by
// constraints that exclude earlier solutions.
import { ParleyError } from '../error.js'
import { cloneGraph } from '../exact/clone.js'
import { eliminateSteps } from '../exact/elimination.js'
import { type Partition, partition, pieceDecisions } from '../exact/lawler.js'
import { OpenNodes } from '../exact/open-nodes.js'
import { NEVER } from '../exact/run.js'
import { requireExactSums } from '../graph/exact-sums.js'
import type { FactorGraph } from '../graph/graph.js'
import type { Literal } from '../graph/variable.js'
import { Deadline } from '../limits/deadline.js'
import { finishSteps, type Steps } from '../limits/steps.js'
import { type OptionKeys, requireOptions } from '../options.js'
import { compileSteps, type Problem } from '../problem/problem.js'
import { typicalScore } from '../problem/typical-score.js'
import { makeSolution, unstartedSolution, withinDemand } from '../result/make-solution.js'
import { Monitor } from '../result/monitor.js'
import type { Solution } from '../result/solution.js'
import { requireTightening } from './common/dual-result.js'
import {
  beliefsOf,
  EXACT_KEYS,
  type ExactlyFound,
  type ExactOptions,
  exactSteps,
  solveExactly,
} from './exact.js'

export interface KBestOptions extends ExactOptions {
  /** Every solution differs from each earlier one in at least this many variables. Default 1. */
  diverse?: number
}

const K_BEST_KEYS = { ...EXACT_KEYS, diverse: true } satisfies OptionKeys<KBestOptions>

/**
 * The pieces of a partition are solved by elimination if no table has more entries than the first number, and
 * all together no more than the second. Otherwise constraints are faster.
 */
const SMALL_TABLE = 1 << 14
const SMALL_TABLES = 1 << 17
/** Default tolerance: the order of the solutions needs more precision than a single optimum. */
const TOLERANCE = 1e-9

/**
 * The k best assignments, the best first; fewer if the graph has fewer. Each is proven by exact search, by
 * default to a tolerance of 1e-9. The bound of a later solution holds for the assignments that the earlier
 * ones leave, so only the first has a proof for the graph as it is. Limits are for all solutions together:
 * the last one may be `interrupted`.
 *
 * @example
 * const graph = new FactorGraph()
 * const [a, b] = [graph.binary(2), graph.binary(1)]
 * kBest(graph, 3).map((s) => s.value) // [3, 2, 1]
 * kBest(graph, 2, { diverse: 2 }).map((s) => s.value) // [3, 0]
 */
export function kBest(graph: FactorGraph, k: number, options: KBestOptions = {}): Solution[] {
  requireOptions('kBest', options, K_BEST_KEYS)
  const deadline = new Deadline(options)
  return finishSteps(kBestSteps(graph, k, options, deadline), deadline.isOver)
}

/** `kBest` as a generator. */
export function* kBestSteps(
  graph: FactorGraph,
  k: number,
  options: KBestOptions,
  deadline: Deadline,
): Steps<Solution[]> {
  requireTightening('kBest', options)
  requireExactSums(graph)
  const { diverse = 1, ...others } = options
  if (!(Number.isInteger(k) && k >= 1))
    throw new ParleyError('bad-argument', `The number of solutions is ${k}; it must be a whole number ≥ 1.`)
  if (!(Number.isInteger(diverse) && diverse >= 1))
    throw new ParleyError('bad-argument', `The option diverse is ${diverse}; it must be a whole number ≥ 1.`)
  const limits = { tolerance: TOLERANCE, ...others }
  const largest = Math.min(SMALL_TABLE, options.tableLimit ?? SMALL_TABLE)
  const problem = yield* compileSteps(graph)
  if (problem === null) return [unstartedSolution(graph)]
  const run = { k, options: limits, deadline }
  const small = diverse === 1 && (yield* eliminateSteps(problem, { largest, total: SMALL_TABLES })) !== null
  const solutions = small ? yield* partitioned(problem, run) : yield* constrained(graph, diverse, run)
  return solutions
    .map((solution) => withinDemand(graph, solution))
    .filter(({ status }) => status !== 'infeasible')
}

interface KBestRun {
  readonly k: number
  readonly options: ExactOptions
  readonly deadline: Deadline
}

/** A subspace: bounded, or solved. */
interface Piece {
  bound: number
  depth: number
  partition: Partition | null
  index: number
  found: ExactlyFound | null
}

/** Lawler's partition. A piece is solved only when its bound is the greatest. */
function* partitioned(problem: Problem, { k, options, deadline }: KBestRun): Steps<Solution[]> {
  const { graph } = problem
  const solutions: Solution[] = []
  if (problem.conflict !== null) return solutions
  const floor = Math.min(1, typicalScore(problem))
  const pieces = new OpenNodes<Piece>()
  pieces.push({ bound: Number.POSITIVE_INFINITY, depth: 0, partition: null, index: 0, found: null })
  for (let piece = pieces.pop(); piece !== undefined && solutions.length < k; piece = pieces.pop()) {
    const decisions = piece.partition === null ? [] : pieceDecisions(piece.partition, piece.index)
    if (piece.found === null) {
      const monitor = new Monitor(options, Number.POSITIVE_INFINITY, floor, deadline)
      const found = yield* solveExactly(problem, decisions, monitor, options)
      if (found.status === 'infeasible' || (found.status === 'optimal' && found.values === null)) continue
      // An unfinished piece keeps its bound as its key: its value may not be the next best.
      const bound = found.status === 'optimal' ? found.value : Math.min(piece.bound, found.bound)
      pieces.push({ ...piece, bound, depth: 1, found })
      if (found.status === 'interrupted') break
      continue
    }
    const { found } = piece
    solutions.push(toSolution(problem, found, solutions.length === 0))
    if (solutions.length === k) break
    const next = yield* partition(graph, decisions, found.values!, found.value, deadline.isPassed)
    if (next === null) {
      // The rest of the piece is still open.
      pieces.push({ ...piece, bound: found.value, depth: 0, found: null })
      break
    }
    next.bounds.forEach((bound, index) => {
      if (bound > NEVER) pieces.push({ bound, depth: 0, partition: next, index, found: null })
    })
  }
  if (solutions.length < k) {
    const stopped = bestInterrupted(pieces.all())
    if (stopped !== null) solutions.push(toSolution(problem, stopped, solutions.length === 0))
  }
  return solutions
}

/** After an interruption: the best assignment found, with the greatest bound of all open pieces. */
function bestInterrupted(open: readonly Piece[]): ExactlyFound | null {
  let best: ExactlyFound | null = null
  let bound = NEVER
  for (const piece of open) {
    bound = Math.max(bound, piece.bound)
    if (piece.found !== null && (best === null || piece.found.value > best.value)) best = piece.found
  }
  return best === null ? null : { ...best, status: 'interrupted', bound }
}

function toSolution(problem: Problem, found: ExactlyFound, first: boolean): Solution {
  return makeSolution(problem, {
    status: found.status,
    bound: found.bound,
    values: found.values,
    beliefs: beliefsOf(problem, found.values),
    certificate: first ? found.certificate : { kind: 'none' },
    iterations: found.nodes,
  })
}

/** Finds the solutions in turn, each under a constraint that it differs from the earlier ones. */
function* constrained(
  graph: FactorGraph,
  diverse: number,
  { k, options, deadline }: KBestRun,
): Steps<Solution[]> {
  const solutions: Solution[] = []
  let apart = cloneGraph(graph)
  while (solutions.length < k) {
    const solution = yield* exactSteps(apart, options, deadline)
    if (solution.status === 'infeasible') break
    solutions.push(solution)
    if (solution.status !== 'optimal' || solution.assignment === null) break
    apart = cloneGraph(apart)
    apart.budget(differences(apart, solution.assignment), { atLeast: diverse })
  }
  return solutions
}

/** Literals that are true if a variable has another value than in the assignment. */
function differences(graph: FactorGraph, assignment: Int32Array): Literal[] {
  return Array.from(assignment, (value, v) => graph.variable(v).is(value).not)
}
