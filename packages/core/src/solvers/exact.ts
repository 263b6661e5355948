import { Parts } from '../exact/parts.js'
import { type Found, NEVER, type Run } from '../exact/run.js'
import type { TighteningOptions } from '../exact/tightening.js'
import { evaluateSlots } from '../graph/evaluate.js'
import { type OptionKeys, requireOptions } from '../options.js'
import type { Problem } from '../problem/problem.js'
import { requireTightening, TIGHTEN_KEYS } from './dual-result.js'
import { infeasibleSolution, makeSolution, type Solvable, toProblem } from './finish.js'
import { Monitor } from './monitor.js'
import { SOLVE_KEYS, type Solution, type SolveOptions, type Status } from './solution.js'
import { typicalScore } from './typical-score.js'

export interface ExactOptions extends SolveOptions {
  /** Entries of the largest table that elimination may make. Default 2²⁰; 0 switches elimination off. */
  tableLimit?: number
  /** Tighten the relaxation by clusters before searching. Default true. */
  tighten?: boolean | TighteningOptions
}

export const EXACT_KEYS = {
  ...SOLVE_KEYS,
  ...TIGHTEN_KEYS,
  tableLimit: true,
} satisfies OptionKeys<ExactOptions>

/**
 * Proves the best assignment: variables are eliminated where tables stay small, values fixed by dominance, by the
 * relaxation and by their reduced costs, the graph is cut into its parts, and what is left is searched by branch and
 * bound around AD³. Anytime: limits leave the best bound and value so far. `maxIterations` counts nodes.
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
  requireTightening('exact', options)
  const problem = toProblem(input)
  const floor = Math.min(1, typicalScore(problem))
  const monitor = new Monitor(options, Number.POSITIVE_INFINITY, floor)
  if (problem.conflict !== null) return monitor.finish(infeasibleSolution(problem, 0, { kind: 'none' }))
  const found = solveExactly(problem, [], monitor, options)
  if (found.status === 'infeasible')
    return monitor.finish(infeasibleSolution(problem, found.nodes, found.certificate))
  const beliefs = new Float64Array(problem.slots)
  if (found.values !== null) beliefs.set(found.values)
  const { status, bound, values, certificate } = found
  return monitor.finish(
    makeSolution(problem, { status, bound, values, beliefs, certificate, iterations: found.nodes }),
  )
}

export interface ExactlyFound extends Found {
  status: Status
  nodes: number
}

/** As `exact`, under further decisions (2·slot + value), for a monitor that may have other solves before it. */
export function solveExactly(
  problem: Problem,
  decisions: readonly number[],
  monitor: Monitor,
  options: ExactOptions,
): ExactlyFound {
  const { graph } = problem
  const { tighten = true } = options
  let reported = -1
  const run: Run = {
    nodes: 0,
    memory: 0,
    tableLimit: options.tableLimit ?? 1 << 20,
    tightening: tighten === false ? null : tighten === true ? {} : tighten,
    stop: () => monitor.interrupted() || run.nodes >= monitor.maxIterations,
  }
  const parts = new Parts(graph, decisions, run, (now) => {
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
  parts.begin(monitor.tolerance)
  // The bound only falls, so the tolerance that it allows in the end is at least this.
  const sameSign = parts.bound > 0 === parts.value > 0
  const size = sameSign ? Math.min(Math.abs(parts.bound), Math.abs(parts.value)) : 0
  parts.finish(monitor.tolerance * Math.max(monitor.floor, size))
  const { bound, values, certificate } = parts
  const value = values === null ? NEVER : evaluateSlots(graph, values)
  const closed = bound - value <= monitor.tolerance * Math.max(monitor.floor, Math.abs(bound))
  const status = bound === NEVER ? 'infeasible' : closed ? 'optimal' : 'interrupted'
  return { status, bound, value, values, certificate, nodes: run.nodes }
}
