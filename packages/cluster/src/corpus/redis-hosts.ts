// The coordinator's side of a corpus in shards: the hosts are workers, reached through streams in Redis.
import { ParleyError } from '@parleyjs/core'
import { errorOf } from '@parleyjs/core/internal'
import type { CorpusCommand, CorpusReplyTo, HostLink } from '@parleyjs/nlp/internal'
import type { Redis } from 'ioredis'
import type { OrderKey } from '../order-key.js'
import { inWords } from '../redis-errors.js'
import type { Schema } from '../schema.js'
import type { Storage } from '../storage.js'
import { type Entry, StreamReader } from '../stream-reader.js'
import {
  answerPurpose,
  answersKey,
  type CorpusJob,
  type CorpusOrder,
  chunkFile,
  encode,
  Forged,
  JOB_PURPOSE,
  JOBS,
  jobKey,
  orderPurpose,
  ordersKey,
  ownerKey,
  post,
  receive,
  type ShardAnswer,
} from './corpus-job.js'
import { replySchema, shardAnswer } from './corpus-schemas.js'

/** How long to wait for an answer before checking whether workers exist, in milliseconds. */
const WAIT = 1000
/** Number of consecutive waits after which the user is notified that no worker has a shard. */
const PATIENCE = 10

interface Waiting {
  readonly reply: Schema<unknown>
  readonly resolve: (answer: unknown) => void
  readonly reject: (error: Error) => void
}

export interface RedisHostsOptions {
  /** Called when no worker is there, and when there is one again. */
  readonly onNotice?: (line: string) => void
  readonly signal?: AbortSignal
  /** The key shared with the workers. */
  readonly key?: OrderKey
}

export class RedisHosts {
  readonly hosts: readonly HostLink[]
  private readonly waiting = new Map<string, Waiting>()
  /** Number of orders of each shard; `sent` is settled once all of them have been sent. */
  private readonly counts: Int32Array
  private readonly sent: Promise<void>[]
  private failure: Error | undefined
  private over = false
  private hasForged = false
  private readonly listening: Promise<void>

  private constructor(
    private readonly redis: Redis,
    private readonly reader: StreamReader,
    private readonly storage: Storage,
    private readonly job: CorpusJob,
    private readonly options: RedisHostsOptions,
    private readonly packSplit: typeof import('@parleyjs/nlp/internal').packSplit,
  ) {
    this.counts = new Int32Array(job.shards)
    this.sent = Array.from({ length: job.shards }, async () => {})
    this.hosts = Array.from({ length: job.shards }, (_, shard) => this.host(shard))
    this.listening = this.listen()
  }

  /** Announces the job, so that workers take its shards. */
  static async open(
    redis: Redis,
    storage: Storage,
    job: CorpusJob,
    options: RedisHostsOptions = {},
  ): Promise<RedisHosts> {
    const text = JSON.stringify(job)
    const signature = options.key?.sign(JOB_PURPOSE, text).toString('hex')
    await inWords(redis.set(jobKey(job.id), JSON.stringify({ text, ...(signature && { signature }) })))
    await inWords(redis.sadd(JOBS, job.id))
    // Loaded on demand: most commands of the cluster have no corpus.
    const { packSplit } = await import('./late.js')
    return new RedisHosts(redis, new StreamReader(redis), storage, job, options, packSplit)
  }

  /** Ends the job: notifies the workers, and removes everything of it from Redis and its folder. */
  async close(): Promise<void> {
    this.over = true
    const { id, shards, folder } = this.job
    this.reader.close()
    await this.listening
    await this.redis.srem(JOBS, id)
    // Workers that miss this message find no job.
    for (let shard = 0; shard < shards; shard++)
      await this.post(shard, { number: 0, order: 'end' }).catch(() => {})
    // Workers that wait for orders receive the end; workers that start later find no job.
    const keys = Array.from({ length: shards }, (_, shard) => ordersKey(id, shard))
    await this.redis.del(jobKey(id), answersKey(id))
    for (const key of keys) await this.redis.expire(key, 60)
    await this.storage.remove(folder)
  }

  private host(shard: number): HostLink {
    return {
      read: (sentences, first) => {
        const file = chunkFile(this.job, first)
        const bytes = encode(sentences.map(this.packSplit))
        return this.ask(shard, { read: file, first }, () => this.storage.write(file, [bytes]))
      },
      send: <C extends CorpusCommand>(command: C) => this.ask<CorpusReplyTo<C>>(shard, { run: command }),
      write: (chunk, changes) => this.ask(shard, { write: chunk, changes }),
      close: async () => {},
    }
  }

  /** Sends orders in the order of the calls, even if some of them need preparation first. */
  private async ask<T>(
    shard: number,
    order: Exclude<CorpusOrder, 'end'>,
    before: () => Promise<void> = async () => {},
  ): Promise<T> {
    if (this.failure !== undefined) throw this.failure
    const number = ++this.counts[shard]
    const answer = new Promise<unknown>((resolve, reject) => {
      this.waiting.set(`${shard} ${number}`, { resolve, reject, reply: replySchema(order) })
    })
    answer.catch(() => {})
    const sent = this.sent[shard].then(before).then(() => this.post(shard, { number, order }))
    this.sent[shard] = sent
    sent.catch(() => {})
    await sent
    return (await answer) as T
  }

  private async post(shard: number, order: { number: number; order: CorpusOrder }): Promise<void> {
    const { id } = this.job
    await post(this.redis, ordersKey(id, shard), order, {
      key: this.options.key,
      purpose: orderPurpose(id, shard),
    })
  }

  /**
   * Delivers answers as they arrive. A second answer to an order, after a shard was taken over, equals the
   * first.
   */
  private async listen(): Promise<void> {
    const { signal, onNotice = () => {} } = this.options
    let last = '0'
    let silent = 0
    let alone = false
    while (!this.over) {
      try {
        const found = await this.reader.read(answersKey(this.job.id), last, WAIT)
        for (const entry of found) {
          last = entry.id
          this.take(entry)
        }
        silent = found.length > 0 || this.waiting.size === 0 ? 0 : silent + 1
        if (found.length > 0) await this.redis.xtrim(answersKey(this.job.id), 'MINID', last)
        if (signal?.aborted === true) throw new Error('The job was interrupted.')
        if (silent > 0) await this.requireJob()
        if (silent === PATIENCE && (await this.isAlone())) {
          alone = true
          onNotice(
            'No worker has taken the shards of this job yet. Start one: parley cluster corpus-worker --redis URL',
          )
        } else if (silent === 0 && alone) {
          alone = false
          onNotice('Workers have taken the shards.')
        }
      } catch (error) {
        if (this.over) return
        this.fail(error instanceof Error ? error : new Error(String(error)))
        return
      }
    }
  }

  private take(entry: Entry): void {
    const { key: secret, onNotice = () => {} } = this.options
    try {
      this.hand(receive(entry, shardAnswer, { key: secret, purpose: answerPurpose(this.job.id) }))
    } catch (error) {
      if (!(error instanceof Forged)) throw error
      if (!this.hasForged) onNotice(`An answer of a worker was refused: ${error.message}`)
      this.hasForged = true
    }
  }

  private hand(value: ShardAnswer): void {
    const key = `${value.shard} ${value.number}`
    const waiting = this.waiting.get(key)
    this.waiting.delete(key)
    if (waiting === undefined) return
    try {
      if ('fault' in value) throw errorOf(value.fault)
      waiting.resolve(waiting.reply(value.answer, 'answer'))
    } catch (error) {
      waiting.reject(error as Error)
    }
  }

  private async requireJob(): Promise<void> {
    if ((await this.redis.exists(jobKey(this.job.id))) === 1) return
    throw new ParleyError(
      'bad-input',
      'Redis has lost the job: it was restarted without its data. Set "appendonly yes", and start the job again.',
    )
  }

  private async isAlone(): Promise<boolean> {
    for (let shard = 0; shard < this.job.shards; shard++)
      if ((await this.redis.exists(ownerKey(this.job.id, shard))) === 1) return false
    return true
  }

  private fail(error: Error): void {
    this.failure = error
    for (const { reject } of this.waiting.values()) reject(error)
    this.waiting.clear()
  }
}
