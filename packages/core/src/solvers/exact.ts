// The exact solver: one run of elimination, persistency, tightening and branch and bound, on all parts of a
// graph.
import { ParleyError } from '../error.js'
import { Parts } from '../exact/parts.js'
import { roughly } from '../exact/rough.js'
import { type Found, NEVER, type Run } from '../exact/run.js'
import type { TighteningOptions } from '../exact/tightening.js'
import { Deadline } from '../limits/deadline.js'
import { finishSteps, type Steps } from '../limits/steps.js'
import { type OptionKeys, requireOptions } from '../options.js'
import { evaluateSlots } from '../problem/evaluate.js'
import type { Problem } from '../problem/problem.js'
import { type Solvable, toProblemSteps } from '../problem/solvable.js'
import { typicalScore } from '../problem/typical-score.js'
import { infeasibleSolutionSteps, makeSolution, unstartedSolution } from '../result/make-solution.js'
import { Monitor } from '../result/monitor.js'
import {
  type Certificate,
  SOLVE_KEYS,
  type Solution,
  type SolveOptions,
  type Status,
} from '../result/solution.js'
import { requireTightening, TIGHTEN_KEYS } from './common/dual-result.js'

export interface ExactOptions extends SolveOptions {
  /** Entries of the largest table that elimination may make. Default 2²⁰; 0 switches elimination off. */
  tableLimit?: number
  /** Tighten the relaxation by clusters before searching. Default true. */
  tighten?: boolean | TighteningOptions
  /**
   * Megabytes that the proof of a search may take, default 256. Beyond that, the search continues without a
   * proof: the answer is the same, but `verify` cannot recheck the bound.
   */
  proofMemory?: number
}

export const EXACT_KEYS = {
  ...SOLVE_KEYS,
  ...TIGHTEN_KEYS,
  tableLimit: true,
  proofMemory: true,
} satisfies OptionKeys<ExactOptions>

const PROOF_MEMORY = 256
/** Numbers of 8 bytes in a megabyte. */
const NUMBERS = 1 << 17

/**
 * Proves the best assignment. Variables are eliminated where tables stay small. Values are fixed by
 * dominance, by the relaxation and by their reduced costs. The graph is cut into its connected parts, and the
 * rest is searched by branch and bound around AD³. Anytime: limits leave the best bound and value so far.
 * `maxIterations` counts nodes.
 *
 * @example
 * const graph = new FactorGraph()
 * const [a, b, c] = [graph.binary(1), graph.binary(1), graph.binary(1)]
 * graph.pair(a, b, -2)
 * graph.pair(b, c, -2)
 * graph.pair(a, c, -2)
 * exact(graph).value // 1
 */
export function exact(input: Solvable, options: ExactOptions = {}): Solution {
  requireOptions('exact', options, EXACT_KEYS)
  const deadline = new Deadline(options)
  return finishSteps(exactSteps(input, options, deadline), deadline.isOver)
}

/** `exact` as a generator. */
export function* exactSteps(input: Solvable, options: ExactOptions, deadline: Deadline): Steps<Solution> {
  requireTightening('exact', options)
  const problem = yield* toProblemSteps(input)
  if (problem === null) return unstartedSolution(input)
  const floor = Math.min(1, typicalScore(problem))
  const monitor = new Monitor(options, Number.POSITIVE_INFINITY, floor, deadline)
  if (problem.conflict !== null)
    return monitor.finish(yield* infeasibleSolutionSteps(problem, 0, { kind: 'none' }))
  const found = yield* solveExactly(problem, [], monitor, options)
  if (found.status === 'infeasible')
    return monitor.finish(yield* infeasibleSolutionSteps(problem, found.nodes, found.certificate))
  const { status, bound, values, certificate } = found
  const beliefs = beliefsOf(problem, values)
  return monitor.finish(
    makeSolution(problem, { status, bound, values, beliefs, certificate, iterations: found.nodes }),
  )
}

/** Beliefs of 0 and 1 from an assignment, or the initial beliefs if there is none. */
export function beliefsOf(problem: Problem, values: Uint8Array | null): Float64Array {
  const beliefs = new Float64Array(problem.slots).fill(0.5)
  if (values !== null) beliefs.fill(0).set(values)
  return beliefs
}

export interface ExactlyFound extends Found {
  status: Status
  nodes: number
}

/** As `exact`, under further decisions (2·slot + value). The monitor may have served other solves before. */
export function* solveExactly(
  problem: Problem,
  decisions: readonly number[],
  monitor: Monitor,
  options: ExactOptions,
): Steps<ExactlyFound> {
  const { graph } = problem
  const run = newRun(monitor, options)
  let reported = -1
  const parts = yield* Parts.of(graph, decisions, run, (now) => {
    monitor.value = Math.max(monitor.value, now.value)
    if (reported === run.nodes && !(now.bound < monitor.bound)) return
    reported = run.nodes
    monitor.check({
      iteration: run.nodes,
      dual: now.bound,
      relaxed: Number.NaN,
      primalResidual: 0,
      dualResidual: 0,
      activeFactors: problem.factors,
    })
  })
  if (parts !== null) {
    yield* parts.begin(monitor.tolerance)
    // The bound only falls, so the final tolerance is at least this.
    const sameSign = parts.bound > 0 === parts.value > 0
    const size = sameSign ? Math.min(Math.abs(parts.bound), Math.abs(parts.value)) : 0
    yield* parts.finish(monitor.tolerance * Math.max(monitor.floor, size))
  }
  const { bound, values, certificate } = completed(problem, decisions, parts)
  const value = values === null ? NEVER : evaluateSlots(graph, values)
  const closed =
    value > NEVER && bound - value <= monitor.tolerance * Math.max(monitor.floor, Math.abs(bound))
  const status = bound === NEVER ? 'infeasible' : closed ? 'optimal' : 'interrupted'
  return { status, bound, value, values, certificate, nodes: run.nodes }
}

function newRun(monitor: Monitor, options: ExactOptions): Run {
  const { tighten = true, tableLimit = 1 << 20, proofMemory = PROOF_MEMORY } = options
  if (!(proofMemory >= 0))
    throw new ParleyError(
      'bad-argument',
      `proofMemory is ${proofMemory}; it must be a number of megabytes ≥ 0.`,
    )
  const run: Run = {
    nodes: 0,
    memory: 0,
    mostMemory: proofMemory * NUMBERS,
    tableLimit,
    tightening: tighten === false ? null : tighten === true ? {} : tighten,
    stop: () => monitor.interrupted() || run.nodes >= monitor.maxIterations,
  }
  return run
}

/**
 * The result of the parts, completed by a rough bound and value if a limit was reached before there were any.
 */
function completed(
  problem: Problem,
  decisions: readonly number[],
  parts: Parts | null,
): Pick<Found, 'bound' | 'values' | 'certificate'> {
  const none: Certificate = { kind: 'none' }
  const { bound, values, certificate } = parts ?? {
    bound: Number.POSITIVE_INFINITY,
    values: null,
    certificate: none,
  }
  const known = bound === NEVER || (bound < Number.POSITIVE_INFINITY && values !== null)
  if (known || decisions.length > 0) return { bound, values, certificate }
  const rough = roughly(problem)
  if (rough.bound < bound) return { ...rough, values: values ?? rough.values }
  return { bound, values: values ?? rough.values, certificate }
}
