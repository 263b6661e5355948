// A broker on Redis: BullMQ keeps the queue and the leases, a few keys of our own say which jobs there are.
import { randomUUID } from 'node:crypto'
import { createRequire } from 'node:module'
import { setTimeout as pause } from 'node:timers/promises'
import { ParleyError } from '@parley/core'
import type { Queue, Job as QueuedJob, QueueEvents, Worker } from 'bullmq'
import type { Redis } from 'ioredis'
import type { Broker, JobRecord, Lease, QueueCounts, SettledListener } from './broker.js'
import type { ShardOrder } from './job.js'
import { connectRedis, type RedisOptions } from './redis.js'

const QUEUE = 'shards'
const PREFIX = 'parley'
/** A shard is given up when so many workers have died of it. */
const DEATHS = 10
/** Records of jobs are forgotten after 30 days. */
const KEPT = 30 * 24 * 3600
/** How long `take` waits for a shard, in seconds. */
const PATIENCE = 1
/** What no waiting cures. */
const LASTING = /\b(OOM|NOAUTH|WRONGPASS|NOPERM|READONLY|MISCONF)\b/

type Queued = QueuedJob<ShardOrder>

export class RedisBroker implements Broker {
  private readonly queue: Queue<ShardOrder>
  private worker: Worker<ShardOrder> | null = null
  private events: QueueEvents | null = null
  private readonly listeners = new Set<SettledListener>()
  private closing = false

  private constructor(
    private readonly redis: Redis,
    private readonly bullmq: typeof import('bullmq'),
    private readonly notice: (line: string) => void,
  ) {
    this.queue = new bullmq.Queue<ShardOrder>(QUEUE, { connection: redis, prefix: PREFIX })
    this.queue.on('error', () => {})
  }

  /** Connects; an address where there is no Redis is an error. */
  static async connect(url: string, options: RedisOptions = {}): Promise<RedisBroker> {
    const redis = await connectRedis(url, options)
    // Loaded here, since jobs without Redis can do without it; and not by `import`, which reads all its files twice for
    // the names that they export.
    const bullmq = createRequire(import.meta.url)('bullmq') as typeof import('bullmq')
    return new RedisBroker(redis, bullmq, options.onNotice ?? (() => {}))
  }

  async record(job: JobRecord): Promise<void> {
    await this.redis.set(`${PREFIX}:job:${job.id}`, JSON.stringify(job), 'EX', KEPT)
  }

  async jobs(): Promise<JobRecord[]> {
    const keys: string[] = []
    let cursor = '0'
    do {
      const [next, found] = await this.redis.scan(cursor, 'MATCH', `${PREFIX}:job:*`, 'COUNT', 1000)
      keys.push(...found)
      cursor = next
    } while (cursor !== '0')
    if (keys.length === 0) return []
    const records = await this.redis.mget([...new Set(keys)].sort())
    return records.flatMap((text) => (text === null ? [] : [JSON.parse(text) as JobRecord]))
  }

  async offer(orders: readonly ShardOrder[]): Promise<void> {
    await this.queue.addBulk(
      orders.map((data) => ({
        name: 'shard',
        data,
        opts: { jobId: data.id, removeOnComplete: true, removeOnFail: true, attempts: 1 },
      })),
    )
  }

  async unknown(ids: readonly string[]): Promise<string[]> {
    if (ids.length === 0) return []
    const pipeline = this.redis.pipeline()
    for (const id of ids) pipeline.exists(this.queue.toKey(id))
    const answers = (await pipeline.exec()) ?? []
    return ids.filter((_, i) => answers[i]?.[0] == null && answers[i]?.[1] === 0)
  }

  async take(lease: number): Promise<Lease | null> {
    this.worker ??= await this.makeWorker(lease)
    const token = randomUUID()
    try {
      const job = (await this.worker.getNextJob(token)) as Queued | undefined
      if (job === undefined) return null
      // BullMQ has counted how often it was taken back.
      if (job.deferredFailure) {
        await job.moveToFailed(new Error(job.deferredFailure), token, false)
        return null
      }
      if (!(await this.isStopped(job.data.job))) return leaseOf(job, token, lease)
      await job.moveToCompleted('stopped', token, false)
      return null
    } catch (error) {
      if (this.closing) return null
      const message = error instanceof Error ? error.message : String(error)
      if (LASTING.test(message)) throw new ParleyError('unsupported', `Redis refuses: ${message}`)
      this.notice(`Redis: ${message}`)
      await pause(500)
      return null
    }
  }

  onSettled(listener: SettledListener): () => void {
    this.events ??= this.makeEvents()
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  async stop(job: string): Promise<void> {
    await this.redis.set(stopKey(job), '1', 'EX', KEPT)
  }

  async resume(job: string): Promise<void> {
    await this.redis.del(stopKey(job))
  }

  async isStopped(job: string): Promise<boolean> {
    return (await this.redis.exists(stopKey(job))) === 1
  }

  async counts(): Promise<QueueCounts> {
    const { waiting = 0, active = 0 } = await this.queue.getJobCounts('waiting', 'active')
    // Some hosts of Redis do not let clients be listed.
    const workers = await this.queue.getWorkersCount().catch(() => null)
    return { waiting, taken: active, workers }
  }

  async close(): Promise<void> {
    this.closing = true
    // Without a connection, closing in good order would wait for one.
    if (this.redis.status === 'ready') {
      await this.worker?.close(true)
      await this.events?.close()
      await this.queue.close()
    } else {
      void this.worker?.disconnect()
      void this.events?.disconnect()
    }
    this.redis.disconnect()
  }

  private async makeWorker(lease: number): Promise<Worker<ShardOrder>> {
    const worker = new this.bullmq.Worker<ShardOrder>(QUEUE, null, {
      connection: this.redis,
      prefix: PREFIX,
      autorun: false,
      lockDuration: lease,
      stalledInterval: Math.max(1, Math.floor(lease / 2)),
      maxStalledCount: DEATHS,
      drainDelay: PATIENCE,
    })
    worker.on('error', () => {})
    await worker.startStalledCheckTimer()
    return worker
  }

  private makeEvents(): QueueEvents {
    const events = new this.bullmq.QueueEvents(QUEUE, { connection: this.redis, prefix: PREFIX })
    events.on('error', () => {})
    events.on('completed', ({ jobId }) => this.tell(jobId))
    events.on('failed', ({ jobId, failedReason }) => this.tell(jobId, failedReason))
    return events
  }

  private tell(id: string, givenUp?: string): void {
    for (const listener of this.listeners) listener(id, givenUp)
  }
}

const stopKey = (job: string) => `${PREFIX}:stopped:${job}`

/** What was lost in between (the lease has ended, Redis has forgotten) is another's now: that is no error. */
async function unlessLost(action: Promise<unknown>): Promise<void> {
  await action.catch(() => {})
}

function leaseOf(job: Queued, token: string, lease: number): Lease {
  return {
    order: job.data,
    extend: async () => {
      try {
        return (await job.extendLock(token, lease)) === 1
      } catch {
        return false
      }
    },
    complete: () => unlessLost(job.moveToCompleted(null, token, false)),
    fail: (message) => unlessLost(job.moveToFailed(new Error(message), token, false)),
    release: () => unlessLost(job.moveToWait(token)),
  }
}
