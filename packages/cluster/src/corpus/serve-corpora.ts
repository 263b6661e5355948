// A worker for corpora: takes shards that nobody has, one if others may come, more if nobody does.
import { setTimeout as pause } from 'node:timers/promises'
import type { CorpusHost } from '@parley/nlp'
import type { Redis } from 'ioredis'
import type { Storage } from '../storage.js'
import { type CorpusJob, JOBS, jobKey, ownerKey } from './corpus-job.js'
import { serveShard } from './serve-shard.js'

/** How often to look for shards, in milliseconds. */
const LOOK = 100
/** How long a worker that has a shard leaves another to others, in milliseconds. */
const COURTESY = 500

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
}

/** Works until the signal. */
export async function serveCorpora(options: ServeCorporaOptions): Promise<void> {
  const { redis, signal, onNotice } = options
  const seats = new Map<string, Promise<void>>()
  const refused = new Set<string>()
  const hosts = new Map<string, Promise<() => CorpusHost>>()
  const freeSince = new Map<string, number>()
  while (!signal.aborted) {
    const open = await redis.smembers(JOBS)
    for (const id of hosts.keys()) if (!open.includes(id)) hosts.delete(id)
    for (const id of open) {
      const text = await redis.get(jobKey(id))
      if (text === null || refused.has(id)) continue
      const job = JSON.parse(text) as CorpusJob
      for (let shard = 0; shard < job.shards && !signal.aborted; shard++) {
        const key = ownerKey(id, shard)
        if (!(await isFree(key))) continue
        try {
          // Loading a model takes a while: before the lease, and once.
          const known = hosts.get(id) ?? options.accept(job)
          hosts.set(id, known)
          const host = (await known)()
          if ((await redis.set(key, options.name, 'PX', options.lease, 'NX')) === 'OK')
            take(job, shard, key, host)
        } catch (error) {
          refused.add(id)
          onNotice(error instanceof Error ? error.message : String(error))
          break
        }
      }
    }
    await pause(LOOK)
  }
  await Promise.all(seats.values())

  async function isFree(key: string): Promise<boolean> {
    if (seats.has(key) || (await redis.exists(key)) === 1) {
      freeSince.delete(key)
      return false
    }
    const since = freeSince.get(key) ?? performance.now()
    freeSince.set(key, since)
    return seats.size === 0 || performance.now() - since >= COURTESY
  }

  function take(job: CorpusJob, shard: number, key: string, host: CorpusHost): void {
    const seat = { ...options, owner: options.name, job, shard, host }
    const work = serveShard(seat)
      .catch((error: unknown) => onNotice(error instanceof Error ? error.message : String(error)))
      .finally(() => seats.delete(key))
    seats.set(key, work)
  }
}
