// A worker for corpora: takes free shards, one if other workers may take the rest, more if no other worker
// does.
import { setTimeout as pause } from 'node:timers/promises'
import type { CorpusHost } from '@parleyjs/nlp/internal'
import type { Redis } from 'ioredis'
import { type OrderKey, requireSignature } from '../order-key.js'
import { isLasting, wordsFor } from '../redis-errors.js'
import type { Roots } from '../roots.js'
import { checksum, oneLine, orNull, record, text } from '../schema.js'
import type { Storage } from '../storage.js'
import { type CorpusJob, JOB_PURPOSE, JOBS, jobKey, ownerKey } from './corpus-job.js'
import { requireCorpusJob } from './corpus-schemas.js'
import { serveShard } from './serve-shard.js'

/** How often to look for free shards, in milliseconds. */
const LOOK = 100
/** How long a worker that already has a shard leaves free ones to other workers, in milliseconds. */
const COURTESY = 500
/** A job is left to others after this many failures of its shards on this worker. */
const TRIES = 3
/** The pause after a Redis error, in milliseconds. */
const TROUBLE = 1000

export interface ServeCorporaOptions {
  readonly redis: Redis
  readonly storage: Storage
  /** A name that is unique among all workers. */
  readonly name: string
  readonly lease: number
  readonly signal: AbortSignal
  /** Prepares for a job. If it throws, this worker does not take part, for that reason. */
  readonly accept: (job: CorpusJob) => Promise<() => CorpusHost>
  readonly onNotice: (line: string) => void
  /** Only orders signed with this key are carried out. */
  readonly key?: OrderKey | undefined
  /** Folders that must contain models and the folders of jobs. By default there is no restriction. */
  readonly roots?: { readonly input: Roots; readonly output: Roots }
}

/** Works until the signal. An error in a job ends that job on this worker, and not the worker. */
export async function serveCorpora(options: ServeCorporaOptions): Promise<void> {
  const worker = new CorporaWorker(options)
  await worker.work()
}

class CorporaWorker {
  private readonly seats = new Map<string, Promise<void>>()
  /** Jobs in which this worker does not take part. */
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

  /** Looks for free shards and takes them. */
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
        // Loading a model takes long: do it before the lease begins, and only once.
        const known = this.hosts.get(id) ?? this.options.accept(job)
        this.hosts.set(id, known)
        host = (await known)()
      } catch (error) {
        return this.refuse(id, error)
      }
      if ((await redis.set(key, name, 'PX', lease, 'NX')) === 'OK') this.take(job, shard, key, host)
    }
  }

  /** The job in data from Redis; throws if this worker must not do it. */
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
