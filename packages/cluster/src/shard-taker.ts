// Takes shards from a queue of BullMQ. After a crash of Redis a worker of BullMQ may wait for ever, or no longer wait at all and never
// find a shard (its connection for waiting had just begun): then a new one takes over.
import { createRequire } from 'node:module'
import type { Job as QueuedJob, Worker } from 'bullmq'
import type { Redis } from 'ioredis'
import { withinTime } from './stream-reader.js'

/** An entry of the queue. Its data is untrusted: anybody who can write to Redis can add one. */
export type Queued = QueuedJob<unknown>

export const QUEUE = 'shards'
export const PREFIX = 'parley'
/** A shard is given up when so many workers have died of it. */
export const DEATHS = 10
/** How long to wait for a shard, in seconds. */
const PATIENCE = 1
/** Milliseconds without an answer after which the worker of BullMQ is replaced. */
const STUCK = 10_000
/** A worker of BullMQ is replaced after this many empty answers in a row that came within this many milliseconds. */
const [OFTEN, AT_ONCE] = [10, 500]

/** BullMQ, loaded here, since jobs without Redis can do without it; and not by `import`, which reads all its files twice for names. */
export function loadBullmq(): typeof import('bullmq') {
  return createRequire(import.meta.url)('bullmq') as typeof import('bullmq')
}

/** A worker of BullMQ, and when it looks for shards whose lease has ended. */
interface Taker {
  readonly worker: Worker<unknown>
  readonly begun: Promise<void>
}

export class ShardTaker {
  private taker: Taker | null = null
  /** How often in a row there was no shard, at once. */
  private hasty = 0

  constructor(private readonly redis: Redis) {}

  /** The next shard, taken under a token for the time of the lease; undefined if none came within a second or so. */
  async next(lease: number, token: string): Promise<Queued | undefined> {
    this.taker ??= this.begin(lease)
    const { worker, begun } = this.taker
    const start = performance.now()
    const asked = begun.then(() => worker.getNextJob(token)) as Promise<Queued | undefined>
    for (;;) {
      const found = await withinTime(asked, STUCK)
      if (found !== 'late') {
        const isHasty = found === undefined && performance.now() - start < AT_ONCE
        this.hasty = isHasty ? this.hasty + 1 : 0
        if (this.hasty >= OFTEN) this.drop(worker)
        return found
      }
      // As long as there is no Redis, there is nothing to take.
      if (this.redis.status !== 'ready') continue
      asked.then((job) => job?.moveToWait(token)).catch(() => {})
      this.drop(worker)
      return undefined
    }
  }

  /** Ends it, in good order if the connection is there. */
  async close(): Promise<void> {
    await this.taker?.worker.close(true)
  }

  /** Ends it whatever the connection does. */
  disconnect(): void {
    this.taker?.worker.disconnect().catch(() => {})
  }

  private begin(lease: number): Taker {
    const { Worker: BullWorker } = loadBullmq()
    const worker = new BullWorker<unknown>(QUEUE, null, {
      connection: this.redis,
      prefix: PREFIX,
      autorun: false,
      lockDuration: lease,
      stalledInterval: Math.max(1, Math.floor(lease / 2)),
      // BullMQ gives up at one more than this.
      maxStalledCount: DEATHS - 1,
      drainDelay: PATIENCE,
    })
    worker.on('error', () => {})
    const begun = worker.startStalledCheckTimer()
    begun.catch(() => this.drop(worker))
    return { worker, begun }
  }

  private drop(worker: Worker<unknown>): void {
    if (this.taker?.worker === worker) this.taker = null
    this.hasty = 0
    worker.close(true).catch(() => {})
  }
}
