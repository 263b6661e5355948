// `parley cluster worker`: processes shards of all jobs that it supports, until a signal arrives.
import { type Broker, FileStorage, type JobHeader, type Roots, runWorker } from '@parleyjs/cluster'
import { sha256 } from '@parleyjs/cluster/internal'
import { ParleyError } from '@parleyjs/core'
import { type SharedModel, shareModel } from '@parleyjs/learn'
import { shareForThreads } from '@parleyjs/nlp/internal'
import type { Parsed } from '../args.js'
import { prepareThreads } from '../engine.js'
import { EXIT } from '../failure.js'
import { englishModel, modelBytes } from '../model-file.js'
import { UsageError } from '../usage-error.js'
import { version } from '../version.js'
import { concurrencyOf, leaseOf, notice, requireRedis, rootsOf, stopSignal } from './connect.js'
import { ShardThreads } from './shard-threads.js'
import { requireOptions } from './task-options.js'

export async function workerCommand(parsed: Parsed, args: readonly string[]): Promise<number> {
  if (args.length > 0) throw new UsageError(`cluster worker takes no input: "${args[0]}".`, 'cluster')
  const [concurrency, lease] = [concurrencyOf(parsed), leaseOf(parsed)]
  const roots = await rootsOf(parsed)
  const broker = await requireRedis(parsed)
  try {
    await work({ broker, concurrency, lease, roots, signal: stopSignal(), isShared: true })
  } finally {
    await broker.close()
  }
  return EXIT.ok
}

/** Processes the shards of a broker until the signal is aborted. */
export async function work(options: {
  readonly broker: Broker
  readonly concurrency: number
  readonly lease: number
  readonly signal: AbortSignal
  readonly roots?: { readonly input: Roots; readonly output: Roots }
  /**
   * Whether other workers serve the same jobs. If so, the English model, which most jobs use, is loaded in
   * advance.
   */
  readonly isShared?: boolean
}): Promise<void> {
  prepareThreads(options.concurrency)
  const threads = new ShardThreads(options.concurrency)
  const models = new SharedModels()
  try {
    if (options.isShared === true) await models.loadEnglish().then((early) => early && threads.prepare(early))
    await runWorker({
      ...options,
      storage: new FileStorage(),
      onNotice: notice,
      accept: async (job) => {
        requireVersion(job)
        requireOptions(job)
        await models.load(job)
      },
      run: async (order, job) => threads.run(order, job, await models.load(job)),
    })
  } finally {
    await threads.close()
  }
}

function requireVersion({ id, version: wanted }: JobHeader): void {
  if (wanted === version()) return
  throw new ParleyError(
    'unsupported',
    `Job ${id} was submitted by Parley ${wanted}, but this worker is Parley ${version()}. All machines need the same version.`,
  )
}

/** A model in shared memory, and the checksum of its bytes. */
export interface KnownModel {
  readonly sha256: string
  readonly model: SharedModel
}

/** Loads the model of the current job once for all threads. */
class SharedModels {
  private loaded: { readonly sha256: string; readonly model: Promise<SharedModel> } | null = null

  load({ id, model }: JobHeader): Promise<SharedModel> {
    if (this.loaded?.sha256 === model.sha256) return this.loaded.model
    const loading = { sha256: model.sha256, model: this.read(id, model.path, model.sha256) }
    this.loaded = loading
    // After a failure, the next call tries again: the file may exist by then.
    loading.model.catch(() => {
      if (this.loaded === loading) this.loaded = null
    })
    return loading.model
  }

  /** Loads the English model in advance. Null if it is not installed. */
  async loadEnglish(): Promise<KnownModel | null> {
    try {
      const bytes = await modelBytes(await englishModel())
      const known = { sha256: sha256(bytes), model: shareForThreads(bytes) }
      this.loaded = { sha256: known.sha256, model: Promise.resolve(known.model) }
      return known
    } catch {
      // Jobs that use the model report the error.
      return null
    }
  }

  private async read(job: string, path: string | null, wanted: string): Promise<SharedModel> {
    const file = path ?? (await englishModel())
    const bytes = await modelBytes(file)
    const found = sha256(bytes)
    if (found !== wanted)
      throw new ParleyError(
        'unsupported',
        `Job ${job} was submitted with another model (checksum ${wanted.slice(0, 12)}, here ${found.slice(0, 12)}). ` +
          'All machines need the same.',
        { file },
      )
    try {
      return shareForThreads(bytes)
    } catch {
      // The threads that read this model report the error, for each shard.
      return shareModel(bytes)
    }
  }
}
