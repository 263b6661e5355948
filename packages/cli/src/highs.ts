// The algorithms `lp` and `ilp`: HiGHS, an optional dependency, on the program that core exports.
import {
  evaluate,
  type FactorGraph,
  type LinearProgram,
  type Solution,
  type SolveOptions,
  type Status,
} from '@parleyjs/core'
import { highsModel } from '@parleyjs/core/internal'
import type { Highs, HighsCallbackMap, InterruptCallbackEvent, Model } from 'highs'
import { UsageError } from './usage-error.js'

const DEFAULT_TOLERANCE = 1e-6

/** Loads HiGHS. If it is missing, the error says how to install it. */
export async function loadHighs(): Promise<Highs> {
  try {
    // The package's types describe its CommonJS build; the module's default export is the loader itself.
    const module = await import('highs')
    return await (module.default as unknown as typeof module.default.default)()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error
    throw new UsageError(
      'The algorithms lp and ilp need the solver HiGHS, which is not installed: npm install highs',
    )
  }
}

/**
 * Solves the linear relaxation of a graph, or (`integer`) the graph itself as an integer program. The program
 * is built beforehand, by `linearProgram(graph)`, so that a clock around this function sees the solver alone.
 */
export function solveWithHighs(
  highs: Highs,
  graph: FactorGraph,
  program: LinearProgram,
  integer: boolean,
  options: SolveOptions,
): Solution {
  const model = highs.createModel(highsModel(highs, program, integer))
  try {
    model.options.set({ output_flag: false, ...limits(integer, options) })
    const { modelStatus } = model.run(callbacks(highs, options))
    const ended = highs.constants.modelStatus
    if (modelStatus === ended.infeasible || modelStatus === ended.unboundedOrInfeasible)
      return infeasible(graph, model)
    const solved = modelStatus === ended.optimal || modelStatus === ended.empty
    return solved || STOPPED.some((name) => modelStatus === ended[name])
      ? toSolution(highs, graph, model, program, {
          integer,
          solved,
          tolerance: options.tolerance ?? DEFAULT_TOLERANCE,
        })
      : fail(modelStatus)
  } finally {
    model.dispose()
  }
}

const STOPPED = [
  'timeLimit',
  'iterationLimit',
  'solutionLimit',
  'interrupted',
  'objectiveBound',
  'unknown',
] as const

function limits(integer: boolean, { maxIterations, timeLimit, tolerance = DEFAULT_TOLERANCE }: SolveOptions) {
  const iterations = Math.min(maxIterations ?? 2 ** 31 - 1, 2 ** 31 - 1)
  return {
    ...(timeLimit !== undefined && { time_limit: timeLimit }),
    ...(integer
      ? {
          mip_max_nodes: iterations,
          mip_rel_gap: tolerance,
          mip_abs_gap: Math.min(tolerance, DEFAULT_TOLERANCE),
        }
      : { simplex_iteration_limit: iterations, ipm_iteration_limit: iterations }),
  }
}

/** The callbacks that report progress and let Ctrl-C stop the solver. */
function callbacks(highs: Highs, { onIteration }: SolveOptions): HighsCallbackMap {
  if (onIteration === undefined) return {}
  const type = highs.constants.callbackType
  const report = (
    iteration: number | bigint | undefined,
    bound: number,
    value: number,
    event: InterruptCallbackEvent,
  ): undefined => {
    const row = { iteration: Number(iteration ?? 0), bound, value, dual: bound, relaxed: Number.NaN }
    const rest = {
      primalResidual: Number.NaN,
      dualResidual: Number.NaN,
      activeFactors: Number.NaN,
      seconds: Number.NaN,
    }
    if (onIteration({ ...row, ...rest }) === false) event.interrupt()
    return undefined
  }
  const unknown = Number.POSITIVE_INFINITY
  return {
    [type.simplexInterrupt]: (event) => report(event.data.simplex_iteration_count, unknown, -unknown, event),
    [type.ipmInterrupt]: (event) => report(event.data.ipm_iteration_count, unknown, -unknown, event),
    [type.mipInterrupt]: (event) =>
      report(
        event.data.mip_node_count,
        event.data.mip_dual_bound ?? unknown,
        event.data.mip_primal_bound ?? -unknown,
        event,
      ),
  }
}

interface Outcome {
  readonly integer: boolean
  readonly solved: boolean
  readonly tolerance: number
}

function toSolution(
  highs: Highs,
  graph: FactorGraph,
  model: Model,
  program: LinearProgram,
  { integer, solved, tolerance }: Outcome,
): Solution {
  const found = model.info.get('primal_solution_status') === highs.constants.solutionStatus.feasible
  const columns = found || solved ? model.getSolution().colValue : new Float64Array(program.columnCount)
  const marginals = Float64Array.from(columns.subarray(0, program.integerCount))
  const assignment = found || solved ? rounded(graph, marginals) : null
  const value = assignment === null ? Number.NEGATIVE_INFINITY : evaluate(graph, assignment)
  const feasible = Number.isFinite(value)
  const proven = integer
    ? Number(model.info.get('mip_dual_bound'))
    : solved
      ? model.getObjectiveValue()
      : Number.POSITIVE_INFINITY
  // HiGHS uses its own tolerances: its bound may be slightly below the value of a known assignment.
  const bound = Math.max(program.columnCount === 0 ? program.constant : proven, value)
  const gap = bound - value
  // The optimum is known up to the tolerance only: it may equal the score that answers must exceed.
  const slack = tolerance * Math.max(1, Math.abs(bound))
  if (solved && bound <= graph.scoreAbove + slack && !feasible) return infeasible(graph, model)
  const closed = gap <= tolerance * Math.max(1, Math.abs(bound))
  const status: Status = feasible && closed ? 'optimal' : solved && !integer ? 'fractional' : 'interrupted'
  return {
    status,
    assignment: feasible ? assignment : null,
    value,
    bound,
    gap,
    marginals,
    iterations: iterationsOf(model, integer),
    certificate: { kind: 'none' },
  }
}

function iterationsOf(model: Model, integer: boolean): number {
  const names = integer ? ['mip_node_count'] : ['simplex_iteration_count', 'ipm_iteration_count']
  return names.reduce((sum, name) => sum + Math.max(0, Number(model.info.get(name))), 0)
}

/** Rounds the relaxed solution: each variable gets its value with the largest weight. */
function rounded(graph: FactorGraph, marginals: Float64Array): Int32Array {
  const assignment = new Int32Array(graph.variableCount)
  for (let v = 0; v < graph.variableCount; v++) {
    const { kind, slot, size } = graph.variable(v)
    if (kind === 'binary') assignment[v] = marginals[slot] > 0.5 ? 1 : 0
    else
      for (let x = 1; x < size; x++)
        if (marginals[slot + x] > marginals[slot + assignment[v]]) assignment[v] = x
  }
  return assignment
}

function infeasible(graph: FactorGraph, model: Model): Solution {
  return {
    status: 'infeasible',
    assignment: null,
    value: Number.NEGATIVE_INFINITY,
    bound: Number.NEGATIVE_INFINITY,
    gap: 0,
    marginals: new Float64Array(graph.slotCount),
    iterations: Math.max(0, Number(model.info.get('simplex_iteration_count'))),
    certificate: { kind: 'none' },
  }
}

function fail(modelStatus: number): never {
  throw new UsageError(
    `HiGHS gave up on this program (its model status ${modelStatus}). Try another algorithm.`,
  )
}
