// Carries out one job of solving: read, build, solve (timed), explain.
import {
  explain,
  type FactorGraph,
  kBest,
  linearProgram,
  type Solution,
  type SolveOptions,
  solve,
} from '@parley/core'
import { loadHighs, solveWithHighs } from './highs.js'
import type { Answer, FactorReference, Report, SolveJob } from './job.js'
import type { ProgressBoard } from './progress.js'
import { applyEvidence, parseGraph } from './read-graph.js'

const WARM_UPS = 2

/** All answers of one run, best first. */
type Solver = (options: SolveOptions) => readonly Solution[]

/** Reads and solves; errors are `ParleyError`s that name the file. */
export async function runJob(job: SolveJob, board: ProgressBoard): Promise<Report> {
  const graph = parseGraph(job.input)
  if (job.evidence !== undefined) applyEvidence(graph, job.evidence.file, job.evidence.bytes)
  const solver = await chooseSolver(job, graph)
  const { solutions, trace, seconds } = time(solver, job, board)
  const best = solutions[0]!
  return {
    file: job.input.file,
    algorithm: job.algorithm,
    ...toAnswer(best),
    iterations: best.iterations,
    seconds,
    variables: graph.variableCount,
    factors: graph.factorCount,
    names: namesOf(graph),
    ...(best.clash && { clash: best.clash.map((f) => reference(graph, f)) }),
    ...(job.explain && best.assignment && { explanation: explain(graph, best.assignment) }),
    ...(job.k !== undefined && { solutions: solutions.map(toAnswer) }),
    ...(trace && { trace }),
  }
}

async function chooseSolver(job: SolveJob, graph: FactorGraph): Promise<Solver> {
  const { algorithm, k, diverse } = job
  if (k !== undefined)
    return (options) => kBest(graph, k, { ...options, ...(diverse !== undefined && { diverse }) })
  if (algorithm === 'lp' || algorithm === 'ilp') {
    const highs = await loadHighs()
    const program = linearProgram(graph)
    return (options) => [solveWithHighs(highs, graph, program, algorithm === 'ilp', options)]
  }
  return (options) => [solve(graph, { ...options, algorithm })]
}

/** Solves as often as asked; the trace comes from a warm-up where there is one, so that it costs no time. */
function time(solver: Solver, job: SolveJob, board: ProgressBoard) {
  const options: SolveOptions = { ...job.options, onIteration: board.report }
  const traced: SolveOptions = job.trace ? { ...options, trace: true } : options
  const repeated = job.repeat !== undefined
  let trace: Solution['trace']
  for (let i = 0; repeated && i < WARM_UPS && !board.stopped; i++) trace = solver(traced)[0]?.trace

  let solutions: readonly Solution[] = []
  let seconds = Number.POSITIVE_INFINITY
  for (let i = 0; i < (job.repeat ?? 1); i++) {
    const start = performance.now()
    solutions = solver(repeated ? options : traced)
    seconds = Math.min(seconds, (performance.now() - start) / 1000)
    if (board.stopped) break
  }
  return { solutions, trace: trace ?? solutions[0]?.trace, seconds }
}

function toAnswer({ status, value, bound, gap, assignment }: Solution): Answer {
  return { status, value, bound, gap, assignment }
}

function reference(graph: FactorGraph, factor: number): FactorReference {
  return { index: factor, kind: graph.factorLabel(factor), name: graph.factorName(factor) }
}

function namesOf(graph: FactorGraph): (string | undefined)[] | null {
  const names = Array.from({ length: graph.variableCount }, (_, v) => graph.variableName(v))
  return names.some((name) => name !== undefined) ? names : null
}
