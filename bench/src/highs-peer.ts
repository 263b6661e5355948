// HiGHS on the linear program of a graph: the peer for relaxations (interior point, simplex) and for optima
// (MIP).
import { type FactorGraph, type LinearProgram, linearProgram, ParleyError } from '@parleyjs/core'
import { highsModel } from '@parleyjs/core/internal'
import type { Highs } from 'highs'
import { processorTime } from './processor-time.js'

export type HighsMethod = 'ipm' | 'simplex' | 'mip'

export interface HighsRun {
  readonly ms: number
  readonly processorMs: number
  /** False if the time limit stopped it, or HiGHS gave up. */
  readonly finished: boolean
  /** Optimum of the relaxation, or the value of the best assignment. */
  readonly objective: number | undefined
  /** Upper bound of `mip`: no assignment scores more. */
  readonly bound: number | undefined
}

/** Loads HiGHS (WebAssembly). */
export async function loadHighs(): Promise<Highs> {
  // The package's types describe its CommonJS build; the module's default export is the loader itself.
  const module = await import('highs')
  return await (module.default as unknown as typeof module.default.default)()
}

/** The linear program of a graph; undefined if a factor has no such form. */
export function programOf(graph: FactorGraph): LinearProgram | undefined {
  try {
    return linearProgram(graph)
  } catch (error) {
    if (error instanceof ParleyError && (error.code === 'unsupported' || error.code === 'too-large'))
      return undefined
    throw error
  }
}

/** Solves a program once, with HiGHS's own settings. The time excludes building the model. */
export function runHighs(
  highs: Highs,
  program: LinearProgram,
  method: HighsMethod,
  timeLimit: number,
): HighsRun {
  const model = highs.createModel(highsModel(highs, program, method === 'mip'))
  try {
    model.options.set({
      output_flag: false,
      time_limit: timeLimit,
      ...(method === 'mip' ? { mip_rel_gap: 1e-6 } : { solver: method }),
    })
    const start = performance.now()
    const { result, ms: processorMs } = processorTime(() => model.run())
    const ms = performance.now() - start
    const { modelStatus } = result
    const finished = modelStatus === highs.constants.modelStatus.optimal
    const found = model.info.get('primal_solution_status') === highs.constants.solutionStatus.feasible
    return {
      ms,
      processorMs,
      finished,
      objective: finished || (method === 'mip' && found) ? model.getObjectiveValue() : undefined,
      bound: method === 'mip' ? Number(model.info.get('mip_dual_bound')) : undefined,
    }
  } finally {
    model.dispose()
  }
}
