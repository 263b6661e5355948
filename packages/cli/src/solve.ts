// `parley solve`, main thread: solves a small graph, or starts the thread that solves a large one; shows
// progress, and handles signals.
import { Worker } from 'node:worker_threads'
import { isGzip } from '@parleyjs/core/internal'
import { choice, flag, number, onePositional, type Parsed, parseCommand, text } from './args.js'
import { ALGORITHMS, INPUT_FORMATS } from './commands.js'
import { EXIT, printFailure } from './failure.js'
import { formatOf } from './graph-format.js'
import { helpText } from './help.js'
import type { Report, SolveJob } from './job.js'
import { toCsv, toJson, toText } from './output.js'
import { ProgressBoard, showProgress } from './progress.js'
import { readBytes } from './read-bytes.js'
import { rulesInput } from './rules-input.js'
import type { JobReply } from './run-job.js'
import { rulesToJson, rulesToText } from './solve-rules.js'
import type { WorkerData } from './solve-thread.js'
import { UsageError } from './usage-error.js'
import { requireWritable, writeWhole } from './write-file.js'

/**
 * A terminal and npm may both send the same Ctrl-C. Signals within this time, in milliseconds, count as one.
 */
const SAME_KEY_MS = 300
/** Maximum size in bytes of a graph that this thread reads and solves itself. */
const SMALL = 1 << 16

/** Runs the command and returns its exit code. */
export async function solveCommand(args: readonly string[]): Promise<number> {
  const parsed = parseCommand('solve', args)
  if (flag(parsed, 'help')) {
    process.stdout.write(helpText('solve'))
    return EXIT.ok
  }
  const tracePath = text(parsed, 'trace')
  if (tracePath !== undefined) requireWritable(tracePath)
  const job = await toJob(parsed)

  const { reply, signal } = await runWithSignals(job)
  if ('failure' in reply) {
    printFailure(reply.failure)
    return reply.failure.exitCode
  }
  const { report } = reply
  if (tracePath !== undefined) writeWhole(tracePath, toCsv(report.trace ?? []))
  process.stdout.write(flag(parsed, 'json') ? `${jsonOf(report)}\n` : textOf(report))
  return exitCode(report, signal)
}

function jsonOf(report: Report): string {
  return report.rules === undefined ? toJson(report) : rulesToJson(report, report.rules)
}

function textOf(report: Report): string {
  return report.rules === undefined ? toText(report) : rulesToText(report, report.rules)
}

async function toJob(parsed: Parsed): Promise<SolveJob> {
  const file = onePositional('solve', parsed)
  const algorithm = choice('solve', parsed, 'algorithm', ALGORITHMS)
  const inputFormat = choice('solve', parsed, 'input-format', INPUT_FORMATS)
  const maxIterations = number('solve', parsed, 'max-iterations', { least: 0, whole: true })
  const timeLimit = number('solve', parsed, 'time-limit', { least: 0, whole: false })
  const tolerance = number('solve', parsed, 'tolerance', { least: 0, whole: false })
  const k = number('solve', parsed, 'k', { least: 1, whole: true })
  const diverse = number('solve', parsed, 'diverse', { least: 1, whole: true })
  const repeat = number('solve', parsed, 'repeat', { least: 1, whole: true })
  const workers = number('solve', parsed, 'workers', { least: 1, whole: true })
  const tighten = flag(parsed, 'tighten')
  if (diverse !== undefined && k === undefined)
    throw new UsageError('--diverse goes with --k: say how many assignments you want.', 'solve')
  if (k !== undefined && algorithm !== undefined && algorithm !== 'exact')
    throw new UsageError(`--k searches with the algorithm exact, not ${algorithm}.`, 'solve')
  if (
    tighten &&
    (k !== undefined || (algorithm !== undefined && algorithm !== 'ad3' && algorithm !== 'mplp'))
  )
    throw new UsageError('--tighten is for the algorithms ad3 and mplp; exact always tightens.', 'solve')

  if (workers !== undefined && (k !== undefined || (algorithm !== undefined && algorithm !== 'ad3')))
    throw new UsageError('--workers is for the algorithm ad3.', 'solve')

  const format = inputFormat ?? formatOf(file)
  const evidence = text(parsed, 'evidence')
  const rules = await rulesInput('solve', parsed, format)
  const lazy = flag(parsed, 'lazy')
  if (lazy && (format !== 'parley' || k !== undefined || repeat !== undefined || byHighs(algorithm)))
    throw new UsageError(
      '--lazy goes with a rules file (.parley), and not with --k, --repeat, lp and ilp.',
      'solve',
    )
  if (format === 'parley' && evidence !== undefined)
    throw new UsageError(
      '--evidence is for factor graphs; in a rules file, write what is known as rules.',
      'solve',
    )
  return {
    input: { file, format, bytes: await readBytes(file) },
    ...(rules !== undefined && { rules: { ...rules, ...(lazy && { lazy }) } }),
    ...(evidence !== undefined && { evidence: { file: evidence, bytes: await readBytes(evidence) } }),
    algorithm: algorithm ?? (k === undefined ? 'ad3' : 'exact'),
    ...(workers !== undefined && { workers }),
    options: {
      ...(maxIterations !== undefined && { maxIterations }),
      ...(timeLimit !== undefined && { timeLimit }),
      ...(tolerance !== undefined && { tolerance }),
      ...(tighten && { tighten }),
    },
    ...(k !== undefined && { k }),
    ...(diverse !== undefined && { diverse }),
    ...(repeat !== undefined && { repeat }),
    trace: text(parsed, 'trace') !== undefined,
    explain: flag(parsed, 'explain'),
  }
}

function byHighs(algorithm: string | undefined): boolean {
  return algorithm === 'lp' || algorithm === 'ilp'
}

/** Runs the job. The first signal asks the solver to stop; a second one ends the process. */
async function runWithSignals(
  job: SolveJob,
): Promise<{ readonly reply: JobReply; readonly signal: NodeJS.Signals | undefined }> {
  const board = new ProgressBoard()
  let signal: NodeJS.Signals | undefined
  let since = 0
  const onSignal = (received: NodeJS.Signals) => {
    if (signal !== undefined && performance.now() - since < SAME_KEY_MS) return
    if (signal !== undefined) {
      hideProgress()
      process.exit(signalCode(received))
    }
    signal = received
    since = performance.now()
    board.stop()
    // Reading and grounding cannot be stopped, and there is no answer yet.
    if (job.rules !== undefined && !board.started) {
      process.stderr.write('parley: Stopped while grounding the rules.\n')
      process.exit(signalCode(received))
    }
    if (!board.solving) {
      process.stderr.write('parley: Stopped while reading the graph: there is no answer yet.\n')
      process.exit(signalCode(received))
    }
  }
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
  const hideProgress = showProgress(board, process.stderr)
  try {
    return { reply: await (isSmall(job) ? runHere(job, board) : runInThread(job, board)), signal }
  } finally {
    hideProgress()
    process.off('SIGINT', onSignal)
    process.off('SIGTERM', onSignal)
  }
}

/**
 * Whether this thread can do the job and still hear signals: its input is read in an instant, and its solver
 * gives the event loop turns.
 */
function isSmall({ input, rules, evidence, algorithm, k, repeat }: SolveJob): boolean {
  const bytes = input.bytes.length + (evidence?.bytes.length ?? 0)
  return (
    bytes <= SMALL &&
    !isGzip(input.bytes) &&
    rules === undefined &&
    !byHighs(algorithm) &&
    k === undefined &&
    repeat === undefined
  )
}

async function runHere(job: SolveJob, board: ProgressBoard): Promise<JobReply> {
  const { replyTo } = await import('./run-job.js')
  return replyTo(job, board)
}

async function runInThread(job: SolveJob, board: ProgressBoard): Promise<JobReply> {
  const data: WorkerData = { job, memory: board.memory }
  const worker = new Worker(new URL('./solve-thread.js', import.meta.url), { workerData: data })
  return new Promise((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', (code) =>
      reject(new Error(`The solving thread ended with code ${code} and no answer.`)),
    )
  })
}

function exitCode(report: Report, signal: NodeJS.Signals | undefined): number {
  if (signal !== undefined && report.status === 'interrupted') return signalCode(signal)
  return report.status === 'infeasible' ? EXIT.infeasible : EXIT.ok
}

function signalCode(signal: NodeJS.Signals): number {
  return signal === 'SIGTERM' ? EXIT.terminated : EXIT.interrupted
}
