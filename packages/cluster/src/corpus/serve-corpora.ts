// A worker for corpora: takes shards that nobody has, one if others may come, more if nobody does.
import { setTimeout as pause } from 'node:timers/promises'
import type { CorpusHost } from '@parley/nlp'
import type { Redis } from 'ioredis'
import { type OrderKey, requireSignature } from '../order-key.js'
import { isLasting, wordsFor } from '../redis-errors.js'
import type { Roots } from '../roots.js'
import { checksum, oneLine, orNull, record, text } from '../schema.js'
import type { Storage } from '../storage.js'
import { type CorpusJob, JOB_PURPOSE, JOBS, jobKey, ownerKey } from './corpus-job.js'
import { requireCorpusJob } from './corpus-schemas.js'
import { serveShard } from './serve-shard.js'

/** How often to look for shards, in milliseconds. */
const LOOK = 100
/** How long a worker that has a shard leaves another to others, in milliseconds. */
const COURTESY = 500
/** A job is left to others when its shards have gone wrong so often here. */
const TRIES = 3
/** The pause after an error of Redis, in milliseconds. */
const TROUBLE = 1000

export interface ServeCorporaOptions {
  readonly redis: Redis
  readonly storage: Storage
  /** The name of this worker, unlike any other's. */
  readonly name: string
  readonly lease: number
  readonly signal: AbortSignal
  /** Makes ready for a job; what it throws is why this worker does not take part. */
  readonly accept: (job: CorpusJob) => Promise<() => CorpusHost>
  readonly onNotice: (line: string) => void
  /** Only what is signed with it is done. */
  readonly key?: OrderKey | undefined
  /** Where models and the folders of jobs must be. By default anywhere. */
  readonly roots?: { readonly input: Roots; readonly output: Roots }
}

/** Works until the signal; whatever is wrong with a job ends that job here, and not the worker. */
export async function serveCorpora(options: ServeCorporaOptions): Promise<void> {
  const worker = new CorporaWorker(options)
  await worker.work()
}

class CorporaWorker {
  private readonly seats = new Map<string, Promise<void>>()
  /** Jobs in which this worker takes no part. */
  private readonly refused = new Set<string>()
  private readonly failures = new Map<string, number>()
  private readonly hosts = new Map<string, Promise<() => CorpusHost>>()
  private readonly freeSince = new Map<string, number>()
  private trouble = ''

  constructor(private readonly options: ServeCorporaOptions) {}

  async work(): Promise<void> {
    const { signal, onNotice } = this.options
    while (!signal.aborted) {
      try {
        await this.look()
        this.trouble = ''
      } catch (error) {
        if (isLasting(error)) throw wordsFor(error)
        const { message } = wordsFor(error)
        if (message !== this.trouble) onNotice(message)
        this.trouble = message
        await pause(TROUBLE)
      }
      await pause(LOOK)
    }
    await Promise.all(this.seats.values())
  }

  /** Takes the shards that are free. */
  private async look(): Promise<void> {
    const { redis } = this.options
    const open = new Set(await redis.smembers(JOBS))
    for (const known of [this.hosts, this.refused, this.failures])
      for (const id of known.keys()) if (!open.has(id)) known.delete(id)
    for (const id of open) {
      const data = this.refused.has(id) ? null : await redis.get(jobKey(id))
      if (data !== null) await this.takePart(id, data)
    }
  }

  private async takePart(id: string, data: string): Promise<void> {
    const { redis, name, lease, signal } = this.options
    let job: CorpusJob
    try {
      job = await this.jobIn(id, data)
    } catch (error) {
      return this.refuse(id, error)
    }
    for (let shard = 0; shard < job.shards && !signal.aborted && !this.refused.has(id); shard++) {
      const key = ownerKey(id, shard)
      if (!(await this.isFree(key))) continue
      let host: CorpusHost
      try {
        // Loading a model takes a while: before the lease, and once.
        const known = this.hosts.get(id) ?? this.options.accept(job)
        this.hosts.set(id, known)
        host = (await known)()
      } catch (error) {
        return this.refuse(id, error)
      }
      if ((await redis.set(key, name, 'PX', lease, 'NX')) === 'OK') this.take(job, shard, key, host)
    }
  }

  /** The job in data from Redis, if this worker may do it. */
  private async jobIn(id: string, data: string): Promise<CorpusJob> {
    const { key, roots } = this.options
    const { text: said, signature = null } = sentJob(JSON.parse(data), 'corpus')
    requireSignature(key, JOB_PURPOSE, said, signature === null ? undefined : Buffer.from(signature, 'hex'))
    const job = requireCorpusJob(JSON.parse(said), id)
    await roots?.output.require(job.folder)
    if (job.model.path !== null) await roots?.input.require(job.model.path)
    return job
  }

  private refuse(id: string, error: unknown): void {
    this.refused.add(id)
    this.options.onNotice(`Corpus ${oneLine(id, 64)} is left to others: ${messageOf(error)}`)
  }

  private async isFree(key: string): Promise<boolean> {
    const { seats, freeSince } = this
    if (seats.has(key) || (await this.options.redis.exists(key)) === 1) {
      freeSince.delete(key)
      return false
    }
    const since = freeSince.get(key) ?? performance.now()
    freeSince.set(key, since)
    return seats.size === 0 || performance.now() - since >= COURTESY
  }

  private take(job: CorpusJob, shard: number, key: string, host: CorpusHost): void {
    const seat = { ...this.options, owner: this.options.name, job, shard, host }
    const work = serveShard(seat)
      .catch((error: unknown) => {
        const failures = (this.failures.get(job.id) ?? 0) + 1
        this.failures.set(job.id, failures)
        if (failures >= TRIES) this.refuse(job.id, error)
        else this.options.onNotice(messageOf(error))
      })
      .finally(() => this.seats.delete(key))
    this.seats.set(key, work)
  }
}

interface SentJob {
  readonly text: string
  readonly signature?: string | null
}

const sentJob = record<SentJob>({ text: text(100_000), signature: orNull(checksum) }, ['signature'])

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
