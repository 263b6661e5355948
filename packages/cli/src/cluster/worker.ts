// `parley cluster worker`: does shards of any job that it can do, until a signal comes.
import { type Broker, FileStorage, type JobHeader, runWorker, sha256 } from '@parley/cluster'
import { ParleyError } from '@parley/core'
import { type SharedModel, shareModel } from '@parley/nlp'
import type { Parsed } from '../args.js'
import { compileLess } from '../compile-less.js'
import { EXIT } from '../failure.js'
import { englishModel, modelBytes } from '../load-model.js'
import { UsageError } from '../usage-error.js'
import { version } from '../version.js'
import { concurrencyOf, leaseOf, requireRedis, stopSignal } from './connect.js'
import { ShardThreads } from './shard-threads.js'

export async function workerCommand(parsed: Parsed, args: readonly string[]): Promise<number> {
  if (args.length > 0) throw new UsageError(`cluster worker takes no input: "${args[0]}".`, 'cluster')
  const [concurrency, lease] = [concurrencyOf(parsed), leaseOf(parsed)]
  const broker = await requireRedis(parsed)
  try {
    await work({ broker, concurrency, lease, signal: stopSignal() })
  } finally {
    await broker.close()
  }
  return EXIT.ok
}

/** Works on the shards of a broker until the signal. */
export async function work(options: {
  readonly broker: Broker
  readonly concurrency: number
  readonly lease: number
  readonly signal: AbortSignal
}): Promise<void> {
  compileLess()
  const threads = new ShardThreads(options.concurrency)
  const models = new SharedModels()
  try {
    await runWorker({
      ...options,
      storage: new FileStorage(),
      accept: async (job) => {
        requireVersion(job)
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

/** The model of the job at hand, unpacked once, in memory that all threads see. */
class SharedModels {
  private loaded: { readonly sha256: string; readonly model: Promise<SharedModel> } | null = null

  load({ id, model }: JobHeader): Promise<SharedModel> {
    if (this.loaded?.sha256 !== model.sha256)
      this.loaded = { sha256: model.sha256, model: this.read(id, model.path, model.sha256) }
    return this.loaded.model
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
    return shareModel(bytes)
  }
}
