// A broker on Redis: BullMQ keeps the queue and the leases, a few keys of our own say which jobs there are.
import { randomUUID } from 'node:crypto'
import { createRequire } from 'node:module'
import { setTimeout as pause } from 'node:timers/promises'
import type { Queue, Job as QueuedJob, QueueEvents, Worker } from 'bullmq'
import type { Redis } from 'ioredis'
import type { Broker, JobRecord, Lease, QueueCounts, SettledListener } from './broker.js'
import type { ShardOrder } from './job.js'
import type { OrderKey } from './order-key.js'
import { receiveOrder, receiveRecord, sendOrder } from './orders.js'
import { connectRedis, type RedisOptions } from './redis.js'
import { inWords, isLasting, isRefusal, wordsFor } from './redis-errors.js'
import { oneLine } from './schema.js'

const QUEUE = 'shards'
const PREFIX = 'parley'
/** A shard is given up when so many workers have died of it. */
const DEATHS = 10
/** Records of jobs are forgotten after 30 days. */
const KEPT = 30 * 24 * 3600
/** How long `take` waits for a shard, in seconds. */
const PATIENCE = 1
/** Why a job is refused is known for so many seconds. */
const OBJECTION = 60
/** A shard that was left to others waits so long, in milliseconds. */
const PASS = 1000
/** Refused orders that are reported one by one. */
const REPORTED = 20
/** The longest pause between two attempts to take a shard, in milliseconds. */
const MAX_PAUSE = 5000

/** What the queue has is only data: anybody who reaches Redis may have put it there. */
type Queued = QueuedJob<unknown>

export interface RedisBrokerOptions extends RedisOptions {
  /** Orders are signed with it, and only those that are signed with it are taken. */
  readonly key?: OrderKey
}

export class RedisBroker implements Broker {
  private readonly queue: Queue<unknown>
  private worker: Worker<unknown> | null = null
  private events: QueueEvents | null = null
  private readonly listeners = new Set<SettledListener>()
  private closing = false
  private refused = 0
  /** What Redis said when a shard could not be taken, as long as that lasts, and how often. */
  private trouble = { message: '', times: 0 }
  private readonly notice: (line: string) => void

  private constructor(
    private readonly redis: Redis,
    private readonly bullmq: typeof import('bullmq'),
    private readonly options: RedisBrokerOptions,
  ) {
    this.notice = options.onNotice ?? (() => {})
    this.queue = new bullmq.Queue<unknown>(QUEUE, { connection: redis, prefix: PREFIX })
    this.queue.on('error', () => {})
  }

  /** Connects; an address where there is no Redis is an error. */
  static async connect(url: string, options: RedisBrokerOptions = {}): Promise<RedisBroker> {
    const redis = await connectRedis(url, options)
    // Loaded here, since jobs without Redis can do without it; and not by `import`, which reads all its files twice for
    // the names that they export.
    const bullmq = createRequire(import.meta.url)('bullmq') as typeof import('bullmq')
    return new RedisBroker(redis, bullmq, options)
  }

  async record(job: JobRecord): Promise<void> {
    await inWords(this.redis.set(`${PREFIX}:job:${job.id}`, JSON.stringify(job), 'EX', KEPT))
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
    return records.flatMap((text) => (text === null ? [] : (receiveRecord(text) ?? [])))
  }

  async offer(orders: readonly ShardOrder[]): Promise<void> {
    const { key } = this.options
    await inWords(
      this.queue.addBulk(
        orders.map((order) => ({
          name: 'shard',
          data: sendOrder(order, key),
          opts: { jobId: order.id, removeOnComplete: true, removeOnFail: true, attempts: 1 },
        })),
      ),
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
      this.trouble = { message: '', times: 0 }
      if (job === undefined) return null
      return await this.receive(job, token, lease)
    } catch (error) {
      if (this.closing) return null
      await this.endure(error)
      return null
    }
  }

  /** What was taken, if it is an order that may be carried out. */
  private async receive(job: Queued, token: string, lease: number): Promise<Lease | null> {
    const settling = new Settling(job, token, this.bullmq)
    // BullMQ has counted how often it was taken back.
    if (job.deferredFailure) {
      await settling.fail(`${DEATHS} workers that had it died. Is it too large for their memory?`)
      return null
    }
    let order: ShardOrder
    try {
      order = receiveOrder(job.data, this.options.key)
    } catch (error) {
      const reason = `An order was refused: ${(error as Error).message}`
      if (this.refused++ < REPORTED) this.notice(reason)
      await settling.fail(reason)
      return null
    }
    if (await this.isStopped(order.job)) {
      await settling.complete()
      return null
    }
    const { attemptsMade: tries, stalledCounter: deaths } = job
    return {
      order,
      tries,
      deaths,
      extend: () => settling.extend(lease),
      complete: () => settling.complete(),
      fail: (message) => settling.fail(message),
      retry: (reason) => settling.retry(reason),
      release: () => settling.release(),
      pass: () => settling.pass(),
    }
  }

  /** Waits a while after an error of Redis, unless waiting cannot help. */
  private async endure(error: unknown): Promise<void> {
    const said = wordsFor(error)
    if (isLasting(error)) throw said
    if (said.message !== this.trouble.message) {
      this.trouble = { message: said.message, times: 0 }
      this.notice(said.message)
    }
    // A connection that is lost is soon back.
    const longer = isRefusal(error) ? 2 ** this.trouble.times++ : 1
    await pause(Math.min(MAX_PAUSE, 500 * longer))
  }

  onSettled(listener: SettledListener): () => void {
    this.events ??= this.makeEvents()
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  async stop(job: string): Promise<void> {
    await inWords(this.redis.set(stopKey(job), '1', 'EX', KEPT))
  }

  async resume(job: string): Promise<void> {
    await inWords(this.redis.del(stopKey(job)))
  }

  async isStopped(job: string): Promise<boolean> {
    return (await this.redis.exists(stopKey(job))) === 1
  }

  async object(job: string, reason: string): Promise<void> {
    // That it is not heard is no reason to end.
    await this.redis.set(objectionKey(job), oneLine(reason), 'EX', OBJECTION).catch(() => {})
  }

  async objection(job: string): Promise<string | null> {
    const reason = await this.redis.get(objectionKey(job))
    return reason === null ? null : oneLine(reason)
  }

  async counts(): Promise<QueueCounts> {
    const {
      waiting = 0,
      delayed = 0,
      active = 0,
    } = await this.queue.getJobCounts('waiting', 'delayed', 'active')
    // Some hosts of Redis do not let clients be listed.
    const workers = await this.queue.getWorkersCount().catch(() => null)
    return { waiting: waiting + delayed, taken: active, workers }
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

  private async makeWorker(lease: number): Promise<Worker<unknown>> {
    const worker = new this.bullmq.Worker<unknown>(QUEUE, null, {
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
    await worker.startStalledCheckTimer()
    return worker
  }

  private makeEvents(): QueueEvents {
    const events = new this.bullmq.QueueEvents(QUEUE, { connection: this.redis, prefix: PREFIX })
    events.on('error', () => {})
    events.on('completed', ({ jobId }) => this.tell(jobId))
    events.on('failed', ({ jobId, failedReason }) => this.tell(jobId, oneLine(failedReason)))
    return events
  }

  private tell(id: string, givenUp?: string): void {
    for (const listener of this.listeners) listener(id, givenUp)
  }
}

const stopKey = (job: string) => `${PREFIX}:stopped:${job}`
const objectionKey = (job: string) => `${PREFIX}:objection:${job}`

/**
 * How a shard that was taken is settled. What was lost in between (the lease has ended, Redis has forgotten) is another's now: that
 * is no error. How often it may be tried, and what is kept of it, is for Parley to say, not for what the queue says of it.
 */
class Settling {
  constructor(
    private readonly job: Queued,
    private readonly token: string,
    private readonly bullmq: typeof import('bullmq'),
  ) {
    job.opts = { ...job.opts, removeOnComplete: true, removeOnFail: true }
  }

  async extend(lease: number): Promise<boolean> {
    try {
      return (await this.job.extendLock(this.token, lease)) === 1
    } catch {
      return false
    }
  }

  async complete(): Promise<void> {
    await this.job.moveToCompleted(null, this.token, false).catch(() => {})
  }

  async fail(reason: string): Promise<void> {
    const error = new this.bullmq.UnrecoverableError(oneLine(reason))
    await this.job.moveToFailed(error, this.token, false).catch(() => {})
  }

  async retry(reason: string): Promise<void> {
    const { attemptsMade } = this.job
    this.job.opts = { ...this.job.opts, attempts: attemptsMade + 2, backoff: 0, lifo: false }
    await this.job.moveToFailed(new Error(oneLine(reason)), this.token, false).catch(() => {})
  }

  async pass(): Promise<void> {
    await this.job.moveToDelayed(Date.now() + PASS, this.token).catch(() => {})
  }

  async release(): Promise<void> {
    await this.job.moveToWait(this.token).catch(() => {})
  }
}
