// The algorithms by name. Preparing one (compiling the graph, building a program) is apart from running it, so
// that a clock around the run sees the solver alone.
import * as core from '@parley/core'
import { compile, type FactorGraph, linearProgram, type Solution, type SolveOptions } from '@parley/core'
import type { AlgorithmName } from './args.js'
import { loadHighs, solveWithHighs } from './highs.js'
import type { SolveJob } from './job.js'
import { UsageError } from './usage-error.js'

/** Solves once; all answers, best first. */
export type Run = (options: SolveOptions) => readonly Solution[]

/** Makes a graph ready for one run. Every run gets its own, so that none profits from what the last one learnt. */
export type Prepare = () => Run

type Solver = (input: ReturnType<typeof compile> | FactorGraph, options: SolveOptions) => Solution
type BestSolver = (
  graph: FactorGraph,
  k: number,
  options: SolveOptions & { diverse?: number },
) => readonly Solution[]

/** How to solve what the job asks for. */
export async function chooseSolver(
  { algorithm, k, diverse }: SolveJob,
  graph: FactorGraph,
): Promise<Prepare> {
  if (k !== undefined) {
    const kBest = named('kBest') as BestSolver
    return () => (options) => kBest(graph, k, { ...options, ...(diverse !== undefined && { diverse }) })
  }
  if (algorithm === 'lp' || algorithm === 'ilp') {
    const highs = await loadHighs()
    const program = linearProgram(graph)
    return () => (options) => [solveWithHighs(highs, graph, program, algorithm === 'ilp', options)]
  }
  const solver = named(algorithm) as Solver
  return () => {
    const problem = compile(graph)
    return (options) => [solver(problem, options)]
  }
}

function named(name: AlgorithmName | 'kBest'): unknown {
  const found = (core as Readonly<Record<string, unknown>>)[name]
  if (typeof found !== 'function') throw new UsageError(`This build of Parley has no ${name}.`)
  return found
}
