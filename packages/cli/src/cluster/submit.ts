// `parley cluster submit` and `resume`: plans a job, runs it, and reports the outcome.
import {
  type Broker,
  FileStorage,
  type Job,
  type JobPlan,
  type JobReport,
  MemoryBroker,
  planJob,
  runJob,
} from '@parleyjs/cluster'
import { isForeign } from '@parleyjs/cluster/internal'
import { ParleyError } from '@parleyjs/core'
import { JOB_TASKS } from '@parleyjs/runner'
import { choice, flag, number, type Parsed, text } from '../args.js'
import { EXIT } from '../failure.js'
import { TEXT_INPUTS } from '../text-commands.js'
import { UsageError } from '../usage-error.js'
import { version } from '../version.js'
import { concurrencyOf, leaseOf, notice, redisUrl, requireRedis, stopSignal } from './connect.js'
import { ProgressLine, printReport } from './report.js'
import { findJob } from './saved-job.js'
import { taskOptions } from './task-options.js'

const SHARD = 500

export async function submitCommand(parsed: Parsed, paths: readonly string[]): Promise<number> {
  const task = choice('cluster', parsed, 'task', JOB_TASKS)
  if (task === undefined) throw new UsageError(`What is to be done? --task ${JOB_TASKS.join('|')}`, 'cluster')
  const out = text(parsed, 'out')
  if (out === undefined) throw new UsageError('Where to? Give a folder: --out DIR', 'cluster')
  if (paths.length === 0) throw new UsageError('No INPUT was given.', 'cluster')
  const options = taskOptions(task, parsed)
  const kind = choice('cluster', parsed, 'input', TEXT_INPUTS)
  const shard = number('cluster', parsed, 'shard', { least: 1, whole: true }) ?? SHARD
  const model = text(parsed, 'model') ?? null
  const job = await plan({ task, options, paths, kind, shard, model, out })
  return run(job, parsed, flag(parsed, 'overwrite'))
}

/** Continues a job that was stopped, or whose submit process was killed. */
export async function resumeCommand(parsed: Parsed, args: readonly string[]): Promise<number> {
  const { id, ...saved } = await findJob(parsed, args)
  const job = await plan(saved)
  if (job.id !== id)
    throw new UsageError(
      `Job ${id} cannot go on: its inputs, its model or Parley itself have changed since. Submit it anew, to another folder.`,
    )
  return run(job, parsed, false)
}

/** Plans a job. Wrong arguments are errors of the command line. */
async function plan(given: Omit<JobPlan, 'version'>): Promise<Job> {
  try {
    return await planJob({ ...given, version: version() })
  } catch (error) {
    if (error instanceof ParleyError && error.code === 'bad-argument')
      throw new UsageError(error.message, 'cluster')
    throw error
  }
}

async function run(job: Job, parsed: Parsed, overwrite: boolean): Promise<number> {
  const storage = new FileStorage()
  for (const [i, { name }] of job.inputs.entries())
    if (!overwrite && (await isForeign(storage, job, i)))
      throw new UsageError(
        `${job.out}/${name} is there already, and is not this job's. Choose another --out, or say --overwrite.`,
        'cluster',
      )
  const signal = stopSignal()
  const window = number('cluster', parsed, 'queue', { least: 1, whole: true })
  const progress = new ProgressLine(process.stderr)
  const local = redisUrl(parsed) === undefined
  if (local && text(parsed, 'key-file') !== undefined)
    throw new UsageError('--key-file goes with --redis: without it no order leaves this process.', 'cluster')
  const broker: Broker = local ? new MemoryBroker() : await requireRedis(parsed)
  const workers = local ? new LocalWorkers(broker, parsed, signal) : null
  try {
    const report = await runJob(job, {
      storage,
      broker,
      ...(window !== undefined && { window }),
      signal: workers === null ? signal : AbortSignal.any([signal, workers.failed]),
      onProgress: (now) => progress.show(now),
      onNotice: notice,
    })
    await workers?.end()
    progress.end()
    printReport(job, report, flag(parsed, 'json'))
    return exitCode(report, signal)
  } finally {
    progress.end()
    await workers?.stop()
    await broker.close()
  }
}

function exitCode({ state }: JobReport, signal: AbortSignal): number {
  if (state === 'interrupted') return signal.reason as number
  return { done: EXIT.ok, stopped: EXIT.faulty, failed: EXIT.badInput }[state]
}

/** The workers of this process, for a job without Redis. */
class LocalWorkers {
  private readonly over = new AbortController()
  private readonly failure = new AbortController()
  private readonly working: Promise<void>
  private fault: { readonly error: unknown } | null = null

  constructor(broker: Broker, parsed: Parsed, signal: AbortSignal) {
    const options = {
      broker,
      concurrency: concurrencyOf(parsed),
      lease: leaseOf(parsed),
      signal: AbortSignal.any([this.over.signal, signal]),
    }
    // Loaded here, because submitting a job to other machines does not need the parser.
    this.working = import('./worker.js')
      .then(({ work }) => work(options))
      .catch((error: unknown) => {
        this.fault = { error }
        this.failure.abort()
      })
  }

  /** Aborted when the workers fail. */
  get failed(): AbortSignal {
    return this.failure.signal
  }

  async stop(): Promise<void> {
    this.over.abort()
    await this.working
  }

  /** Stops the workers. Throws their error if they failed. */
  async end(): Promise<void> {
    await this.stop()
    if (this.fault !== null) throw this.fault.error
  }
}
