import { Parts } from '../exact/parts.js'
import { NEVER, type Run } from '../exact/run.js'
import { evaluateSlots } from '../graph/evaluate.js'
import { typicalScore } from './ad3-engine.js'
import { infeasibleSolution, makeSolution, type Solvable, toProblem } from './finish.js'
import { Monitor } from './monitor.js'
import type { Solution, SolveOptions } from './solution.js'

export interface ExactOptions extends SolveOptions {
  /** Entries of the largest table that elimination may make. Default 2²⁰; 0 switches elimination off. */
  tableLimit?: number
}

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
  const problem = toProblem(input)
  const { graph } = problem
  const floor = Math.min(1, typicalScore(problem))
  const monitor = new Monitor(options, Number.POSITIVE_INFINITY, floor)
  if (problem.conflict !== null) return monitor.finish(infeasibleSolution(problem, 0, { kind: 'none' }))
  let reported = -1
  const run: Run = {
    nodes: 0,
    memory: 0,
    tableLimit: options.tableLimit ?? 1 << 20,
    stop: () => monitor.interrupted() || run.nodes >= monitor.maxIterations,
  }
  const parts = new Parts(graph, [], run, (now) => {
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
  const least = parts.value === NEVER ? 0 : Math.min(Math.abs(parts.bound), Math.abs(parts.value))
  const sameSign = parts.bound > 0 === parts.value > 0
  parts.finish(monitor.tolerance * Math.max(floor, sameSign ? least : 0))
  const { bound, values, certificate } = parts
  if (bound === NEVER) return monitor.finish(infeasibleSolution(problem, run.nodes, certificate))
  const value = values === null ? NEVER : evaluateSlots(graph, values)
  const closed = bound - value <= monitor.tolerance * Math.max(floor, Math.abs(bound))
  const beliefs = new Float64Array(problem.slots)
  if (values !== null) beliefs.set(values)
  return monitor.finish(
    makeSolution(problem, {
      status: closed ? 'optimal' : 'interrupted',
      bound,
      values,
      beliefs,
      certificate,
      iterations: run.nodes,
    }),
  )
}
