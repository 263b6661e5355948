// Runs one solving job: read, build, solve (timed), explain.
import {
  type ChosenOptions,
  explain,
  type FactorGraph,
  type Solution,
  type SolveOptions,
} from '@parleyjs/core'
import { Deadline, trustedFactors } from '@parleyjs/core/internal'
import { type Grounding, rulesReport } from '@parleyjs/logic'
import { chooseSolver, type Prepare } from './algorithms.js'
import { describeFailure, type Failure } from './failure.js'
import { groundRules, solveRulesLazily } from './ground-rules.js'
import type { Answer, FactorReference, Report, SolveJob } from './job.js'
import type { ProgressBoard } from './progress.js'
import { applyEvidence, parseGraph } from './read-graph.js'
import type { RulesInput } from './rules-input.js'

const WARM_UPS = 2
/** Minimum duration of the warm-up, in milliseconds: until the engine has compiled the hot functions. */
const WARM_UP_TIME = 500

export type JobReply = { readonly report: Report } | { readonly failure: Failure }

/** `runJob`, with errors as part of the reply. */
export function replyTo(job: SolveJob, board: ProgressBoard): Promise<JobReply> {
  return runJob(job, board).then(
    (report) => ({ report }),
    (error: unknown) => ({ failure: describeFailure(error) }),
  )
}

/** Reads and solves. Errors are `ParleyError`s that name the file. */
export async function runJob(job: SolveJob, board: ProgressBoard): Promise<Report> {
  const { graph, grounding, solutions, trace, seconds } =
    job.rules?.lazy === true ? solveLazily(job, job.rules, board) : await solveAtOnce(job, board)
  const best = solutions[0]
  const trusted = trustedFactors(graph)
  return {
    file: job.input.file,
    algorithm: job.algorithm,
    ...toAnswer(best),
    iterations: best.iterations,
    seconds,
    variables: graph.variableCount,
    factors: graph.factorCount,
    ...(Number.isFinite(graph.scoreAbove) && { scoreAbove: graph.scoreAbove }),
    names: namesOf(graph),
    ...(trusted.length > 0 && { trusted }),
    ...(best.clash && { clash: best.clash.map((f) => reference(graph, f)) }),
    ...(grounding && { rules: rulesReport(grounding, solutions, job.explain) }),
    ...(job.explain && !grounding && best.assignment && { explanation: explain(graph, best.assignment) }),
    ...(job.k !== undefined && { solutions: solutions.map(toAnswer) }),
    ...(trace && { trace }),
  }
}

interface Solved {
  readonly graph: FactorGraph
  /** The grounded program, if the input is a rules file. */
  readonly grounding: Grounding | null
  readonly solutions: readonly Solution[]
  readonly trace: Solution['trace']
  readonly seconds: number
}

async function solveAtOnce(job: SolveJob, board: ProgressBoard): Promise<Solved> {
  const { input, rules, options } = job
  const grounding = rules === undefined ? null : groundRules(input.file, input.bytes, rules)
  const graph = grounding?.graph ?? parseGraph(input)
  if (job.evidence !== undefined) applyEvidence(graph, job.evidence.file, job.evidence.bytes)
  const deadline = new Deadline({ ...options, signal: board })
  const prepare = await chooseSolver(job, graph, deadline)
  board.begin()
  return { graph, grounding, ...(await time(prepare, job, board, deadline)) }
}

/** Solves with rules that are added between solutions. The time includes all rounds. */
function solveLazily(job: SolveJob, rules: RulesInput, board: ProgressBoard): Solved {
  const { input, options, trace } = job
  const algorithm = job.algorithm as NonNullable<ChosenOptions['algorithm']>
  const solving = { algorithm, ...options, ...(trace && { trace }), onIteration: board.report, signal: board }
  const start = performance.now()
  const { grounding, solution } = solveRulesLazily(input.file, input.bytes, rules, solving)
  const seconds = (performance.now() - start) / 1000
  return { graph: grounding.graph, grounding, solutions: [solution], trace: solution.trace, seconds }
}

/**
 * Solves `repeat` times. If there is a warm-up run, it records the trace, so that tracing does not affect the
 * times.
 */
async function time(prepare: Prepare, job: SolveJob, board: ProgressBoard, deadline: Deadline) {
  const options: SolveOptions = { ...job.options, onIteration: board.report, signal: board }
  const traced: SolveOptions = job.trace ? { ...options, trace: true } : options
  const repeated = job.repeat !== undefined
  let trace: Solution['trace']
  const begin = performance.now()
  const cold = (solves: number) => solves < WARM_UPS || performance.now() - begin < WARM_UP_TIME
  for (let i = 0; repeated && cold(i) && !board.stopped; i++) trace = (await prepare()(traced))[0]?.trace

  let solutions: readonly Solution[] = []
  let seconds = Number.POSITIVE_INFINITY
  for (let i = 0; i < (job.repeat ?? 1); i++) {
    const run = prepare()
    const start = performance.now()
    solutions = await run(repeated ? options : withinLimit(traced, deadline))
    seconds = Math.min(seconds, (performance.now() - start) / 1000)
    if (board.stopped) break
  }
  return { solutions, trace: trace ?? solutions[0]?.trace, seconds }
}

/** The rest of the time limit. Compilation counts towards it. */
function withinLimit(options: SolveOptions, { seconds }: Deadline): SolveOptions {
  const { timeLimit } = options
  return timeLimit === undefined ? options : { ...options, timeLimit: Math.max(0, timeLimit - seconds) }
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
