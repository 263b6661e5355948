// The algorithms by name. Preparing one (compiling the graph, building a program) is apart from running it, so
// that a clock around the run sees the solver alone.
import {
  ad3InThreads,
  compile,
  type Deadline,
  exact,
  type FactorGraph,
  kBest,
  linearProgram,
  type Solution,
  type SolveOptions,
  solve,
} from '@parley/core'
import { loadHighs, solveWithHighs } from './highs.js'
import type { SolveJob } from './job.js'

/** Solves once; all answers, best first. */
export type Run = (options: SolveOptions) => readonly Solution[] | Promise<readonly Solution[]>

/** Makes a graph ready for one run. Every run gets its own, so that none profits from what the last one learnt. */
export type Prepare = () => Run

/** How to solve what the job asks for. */
export async function chooseSolver(
  { algorithm, k, diverse, workers }: SolveJob,
  graph: FactorGraph,
  deadline: Deadline,
): Promise<Prepare> {
  if (k !== undefined)
    return () => (options) => {
      const found = kBest(graph, k, { ...options, ...(diverse !== undefined && { diverse }) })
      // Without any, the search itself says why.
      return found.length > 0 ? found : [exact(graph, options)]
    }
  if (algorithm === 'lp' || algorithm === 'ilp') {
    const highs = await loadHighs()
    const program = linearProgram(graph)
    return () => (options) => [solveWithHighs(highs, graph, program, algorithm === 'ilp', options)]
  }
  return () => {
    // A solver that gets the graph as it is, as its time is up, says so.
    const problem = compile(graph, [], deadline.isOver) ?? graph
    if (algorithm === 'ad3')
      return async (options) => [
        await ad3InThreads(problem, { ...options, ...(workers !== undefined && { workers }) }),
      ]
    return (options) => [solve(problem, { ...options, algorithm })]
  }
}
