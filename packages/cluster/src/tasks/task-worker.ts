// A worker that parses, tags and summarises: the shards of a broker, in threads that share one model.
import { ParleyError, spawnThread } from '@parleyjs/core'
import { TaskPool } from '@parleyjs/core/internal'
import { withPlace } from '@parleyjs/runner'
import { FileStorage } from '../file-storage.js'
import type { ShardOutput } from '../job.js'
import { type RunWorkerOptions, runWorker } from '../run-worker.js'
import { StorageError } from '../storage.js'
import { requireVersion } from './job-model.js'
import { requireJobOptions } from './job-options.js'
import type { ThreadOrder, ThreadStart } from './shard-thread.js'

export interface TaskWorkerOptions extends Omit<RunWorkerOptions, 'storage' | 'accept' | 'run'> {
  /** The version of Parley: jobs of other versions are refused. */
  readonly version: string
}

/**
 * Processes the shards of a broker until the signal is aborted. With `isShared`, the English model, which
 * most jobs use, is loaded in advance.
 *
 * @example
 * const broker = await RedisBroker.connect('redis://127.0.0.1:6379')
 * await runTaskWorker({ broker, version: '0.1.0', concurrency: 4, signal: AbortSignal.timeout(60_000) })
 */
export async function runTaskWorker(options: TaskWorkerOptions): Promise<void> {
  // Loaded here, because submitting a job to other machines does not need the parser.
  const { SharedModels } = await import('./shared-models.js')
  const models = new SharedModels()
  const early = options.isShared === true ? await models.loadEnglish() : null
  const pool = threadsWith(early, options.concurrency)
  // Threads load their modules before there is a job. Shards report what goes wrong.
  pool.start().catch(() => {})
  try {
    await runWorker({
      ...options,
      storage: new FileStorage(),
      accept: async (job) => {
        requireVersion(job, options.version)
        requireJobOptions(job)
        await models.load(job)
      },
      run: async (order, job) =>
        pool.run<ShardOutput>({ order, job, model: await models.load(job) }).catch((error: unknown) => {
          throw shardError(error, order.sources[0].path)
        }),
    })
  } finally {
    await pool.close()
  }
}

function threadsWith(early: ThreadStart, threads: number): TaskPool<ThreadOrder> {
  const module = new URL('./shard-thread.js', import.meta.url)
  return new TaskPool<ThreadOrder>({
    threads,
    spawn: () => spawnThread(module, early),
    onLost: ({ message }) =>
      new ParleyError(
        'too-large',
        `The thread that worked on this died (${message}). Is the shard too large for it?`,
      ),
  })
}

/** The error of a shard for one that came from a thread, where its class was lost. */
function shardError(error: unknown, file: string): unknown {
  if (error instanceof Error && error.name === 'StorageError') return new StorageError(error.message)
  return withPlace(error, { file })
}
