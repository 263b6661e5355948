// Takes shards from a BullMQ queue. After a crash of Redis a BullMQ worker may wait for ever, or return at
// once without ever finding a shard (if its blocking connection was just starting): then a new worker
// replaces it.
import { createRequire } from 'node:module'
import type { Job as QueuedJob, Worker } from 'bullmq'
import type { Redis } from 'ioredis'
import { withinTime } from './stream-reader.js'

/** An entry of the queue. Its data are untrusted: anybody who can write to Redis can add one. */
export type Queued = QueuedJob<unknown>

export const QUEUE = 'shards'
export const PREFIX = 'parley'
/** A shard is given up after the deaths of this many workers. */
export const DEATHS = 10
/** How long to wait for a shard, in seconds. */
const PATIENCE = 1
/** Milliseconds without an answer after which the BullMQ worker is replaced. */
const STUCK = 10_000
/**
 * A BullMQ worker is replaced after `OFTEN` consecutive empty answers that each came within `AT_ONCE`
 * milliseconds.
 */
const [OFTEN, AT_ONCE] = [10, 500]

/**
 * Loads BullMQ on demand, since jobs without Redis do not need it. `require` is used because `import` reads
 * all its files twice to find the exported names.
 */
export function loadBullmq(): typeof import('bullmq') {
  return createRequire(import.meta.url)('bullmq') as typeof import('bullmq')
}

/** A BullMQ worker, and a promise that resolves when it has started to look for ended leases. */
interface Taker {
  readonly worker: Worker<unknown>
  readonly begun: Promise<void>
}

export class ShardTaker {
  private taker: Taker | null = null
  /** Number of consecutive empty answers that came at once. */
  private hasty = 0

  constructor(private readonly redis: Redis) {}

  /**
   * Takes the next shard under a token, with a lease in milliseconds; undefined if none arrives within about
   * a second.
   */
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
      // While Redis is not connected, there is nothing to take.
      if (this.redis.status !== 'ready') continue
      asked.then((job) => job?.moveToWait(token)).catch(() => {})
      this.drop(worker)
      return undefined
    }
  }

  /** Closes cleanly if the connection is there. */
  async close(): Promise<void> {
    await this.taker?.worker.close(true)
  }

  /** Closes without waiting for the connection. */
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
      // BullMQ gives up at one more than this number.
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
