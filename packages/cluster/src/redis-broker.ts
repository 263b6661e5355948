// A broker on Redis: BullMQ keeps the queue and the leases, a few keys of our own list the jobs.
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Queue } from 'bullmq'
import type { Redis } from 'ioredis'
import type { Broker, JobRecord, Lease, QueueCounts, SettledListener } from './broker.js'
import type { ShardOrder } from './job.js'
import type { OrderKey } from './order-key.js'
import { receiveOrder, receiveRecord, sendOrder } from './orders.js'
import { connectRedis, type RedisOptions } from './redis.js'
import { inWords, isLasting, isRefusal, wordsFor } from './redis-errors.js'
import { oneLine } from './schema.js'
import { SettledEvents } from './settled-events.js'
import { Settling } from './settling.js'
import { DEATHS, loadBullmq, PREFIX, QUEUE, type Queued, ShardTaker } from './shard-taker.js'
import { withinTime } from './stream-reader.js'

/** Records of jobs expire after 30 days. */
const KEPT = 30 * 24 * 3600
/** The reason why a job is refused is kept for this many seconds. */
const OBJECTION = 60
/** Number of refused orders that are reported individually. */
const REPORTED = 20
/** Maximum time for closing cleanly, in milliseconds. */
const CLOSING = 3000
/** The longest pause between two attempts to take a shard, in milliseconds. */
const MAX_PAUSE = 5000

export interface RedisBrokerOptions extends RedisOptions {
  /** The key with which orders are signed; orders not signed with it are refused. */
  readonly key?: OrderKey
}

export class RedisBroker implements Broker {
  private readonly queue: Queue<unknown>
  private readonly taker: ShardTaker
  private readonly events: SettledEvents
  private closing = false
  private refused = 0
  /** The current Redis error while taking shards, and the number of times that it occurred. */
  private trouble = { message: '', times: 0 }
  private readonly notice: (line: string) => void

  private constructor(
    private readonly redis: Redis,
    private readonly options: RedisBrokerOptions,
  ) {
    this.notice = options.onNotice ?? (() => {})
    this.queue = new (loadBullmq().Queue)<unknown>(QUEUE, { connection: redis, prefix: PREFIX })
    this.queue.on('error', () => {})
    this.taker = new ShardTaker(redis)
    this.events = new SettledEvents(redis, this.queue.toKey('events'))
  }

  /** Connects; throws if there is no Redis at the address. */
  static async connect(url: string, options: RedisBrokerOptions = {}): Promise<RedisBroker> {
    const redis = await connectRedis(url, options)
    return new RedisBroker(redis, options)
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
    const token = randomUUID()
    try {
      const job = await this.taker.next(lease, token)
      this.trouble = { message: '', times: 0 }
      if (job === undefined) return null
      return await this.receive(job, token, lease)
    } catch (error) {
      if (this.closing) return null
      await this.endure(error)
      return null
    }
  }

  /** Checks a queue entry; null if it is not an order that may be carried out. */
  private async receive(job: Queued, token: string, lease: number): Promise<Lease | null> {
    const settling = new Settling(job, token)
    // BullMQ has counted how often the lease ended.
    if (job.deferredFailure) {
      await settling.fail(
        `${DEATHS} workers died while they had this shard. Is it too large for their memory?`,
      )
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

  /** Waits after a Redis error; throws if waiting cannot help. */
  private async endure(error: unknown): Promise<void> {
    const said = wordsFor(error)
    if (isLasting(error)) throw said
    if (said.message !== this.trouble.message) {
      this.trouble = { message: said.message, times: 0 }
      this.notice(said.message)
    }
    // A lost connection is usually restored soon.
    const longer = isRefusal(error) ? 2 ** this.trouble.times++ : 1
    await pause(Math.min(MAX_PAUSE, 500 * longer))
  }

  onSettled(listener: SettledListener): () => void {
    return this.events.add(listener)
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
    // An objection that is lost is no reason to end.
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
    // Some Redis hosting services do not allow clients to be listed.
    const workers = await this.queue.getWorkersCount().catch(() => null)
    return { waiting: waiting + delayed, taken: active, workers }
  }

  async close(): Promise<void> {
    this.closing = true
    this.events.close()
    // Closes cleanly, but does not wait for a connection that may be gone.
    const closing = Promise.allSettled([this.taker.close(), this.queue.close()])
    if (this.redis.status === 'ready') await withinTime(closing, CLOSING)
    this.taker.disconnect()
    this.redis.disconnect()
  }
}

const stopKey = (job: string) => `${PREFIX}:stopped:${job}`
const objectionKey = (job: string) => `${PREFIX}:objection:${job}`
