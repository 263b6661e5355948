// The algorithms by name. Preparation (compiling the graph, building a program) is separate from the run, so
// that the measured time is that of the solver alone.
import {
  ad3InThreads,
  compile,
  exact,
  type FactorGraph,
  kBest,
  linearProgram,
  type Solution,
  type SolveOptions,
  solveAsync,
} from '@parleyjs/core'
import type { Deadline } from '@parleyjs/core/internal'
import { loadHighs, solveWithHighs } from './highs.js'
import type { SolveJob } from './job.js'

/** Solves once. Returns all answers, best first. */
export type Run = (options: SolveOptions) => readonly Solution[] | Promise<readonly Solution[]>

/**
 * Prepares a graph for one run. Every run is prepared anew, so that no run profits from the state of an
 * earlier one.
 */
export type Prepare = () => Run

/** The method for a job. */
export async function chooseSolver(
  { algorithm, k, diverse, workers }: SolveJob,
  graph: FactorGraph,
  deadline: Deadline,
): Promise<Prepare> {
  if (k !== undefined)
    return () => (options) => {
      const found = kBest(graph, k, { ...options, ...(diverse !== undefined && { diverse }) })
      // If there is no answer, the status of the search says why.
      return found.length > 0 ? found : [exact(graph, options)]
    }
  if (algorithm === 'lp' || algorithm === 'ilp') {
    const highs = await loadHighs()
    const program = linearProgram(graph)
    return () => (options) => [solveWithHighs(highs, graph, program, algorithm === 'ilp', options)]
  }
  return () => {
    // Without time left, the solver gets the original graph and reports the time limit.
    const problem = compile(graph, [], deadline.isOver) ?? graph
    if (algorithm === 'ad3')
      return async (options) => [
        await ad3InThreads(problem, { ...options, ...(workers !== undefined && { workers }) }),
      ]
    return async (options) => [await solveAsync(problem, { ...options, algorithm })]
  }
}
