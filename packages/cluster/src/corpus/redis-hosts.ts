// The coordinator's side: hosts of shards that are workers somewhere, reached through streams in Redis.
import { errorOf, ParleyError } from '@parley/core'
import type { CorpusCommand, CorpusReplyTo, HostLink } from '@parley/nlp'
import type { Redis } from 'ioredis'
import type { Storage } from '../storage.js'
import {
  anotherConnection,
  answersKey,
  type CorpusJob,
  type CorpusOrder,
  chunkFile,
  encode,
  JOBS,
  jobKey,
  ordersKey,
  ownerKey,
  readStream,
  type ShardAnswer,
} from './corpus-job.js'

/** How long to wait for an answer before looking whether somebody is there, in milliseconds. */
const WAIT = 1000
/** Waits in a row after which the user is told that nobody has a shard. */
const PATIENCE = 10

interface Waiting {
  readonly resolve: (answer: unknown) => void
  readonly reject: (error: Error) => void
}

export interface RedisHostsOptions {
  /** Told when no worker is there, and when there is one again. */
  readonly onNotice?: (line: string) => void
  readonly signal?: AbortSignal
}

export class RedisHosts {
  readonly hosts: readonly HostLink[]
  private readonly waiting = new Map<string, Waiting>()
  /** Of each shard: its orders so far, and whether all of them have gone out. */
  private readonly counts: Int32Array
  private readonly sent: Promise<void>[]
  private failure: Error | undefined
  private over = false
  private readonly listening: Promise<void>

  private constructor(
    private readonly redis: Redis,
    private readonly reader: Redis,
    private readonly storage: Storage,
    private readonly job: CorpusJob,
    private readonly options: RedisHostsOptions,
    private readonly packSplit: typeof import('@parley/nlp').packSplit,
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
    await redis.set(jobKey(job.id), JSON.stringify(job))
    await redis.sadd(JOBS, job.id)
    // Loaded here, for commands of the cluster that have no corpus.
    const { packSplit } = await import('./late.js')
    return new RedisHosts(redis, anotherConnection(redis), storage, job, options, packSplit)
  }

  /** Ends the job: workers are told, and nothing of it is left in Redis or in its folder. */
  async close(): Promise<void> {
    this.over = true
    const { id, shards, folder } = this.job
    this.reader.disconnect()
    await this.listening
    await this.redis.srem(JOBS, id)
    for (let shard = 0; shard < shards; shard++) await this.post(shard, { number: 0, order: 'end' })
    // Whoever waits for orders hears of the end; whoever comes later finds no job.
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

  /** Orders go out in the order in which they are given, though something must be done before some of them. */
  private async ask<T>(
    shard: number,
    order: CorpusOrder,
    before: () => Promise<void> = async () => {},
  ): Promise<T> {
    if (this.failure !== undefined) throw this.failure
    const number = ++this.counts[shard]!
    const answer = new Promise<unknown>((resolve, reject) => {
      this.waiting.set(`${shard} ${number}`, { resolve, reject })
    })
    answer.catch(() => {})
    const sent = this.sent[shard]!.then(before).then(() => this.post(shard, { number, order }))
    this.sent[shard] = sent
    sent.catch(() => {})
    await sent
    return (await answer) as T
  }

  private async post(shard: number, order: { number: number; order: CorpusOrder }): Promise<void> {
    await this.redis.xadd(ordersKey(this.job.id, shard), '*', 'order', encode(order))
  }

  /** Hands out answers as they come; the second answer to the same order, by one who took a shard over, is the same. */
  private async listen(): Promise<void> {
    const { signal, onNotice = () => {} } = this.options
    let last = '0'
    let silent = 0
    let alone = false
    while (!this.over) {
      try {
        const found = await readStream<ShardAnswer>(this.reader, answersKey(this.job.id), last, WAIT)
        for (const { id, value } of found) {
          last = id
          this.take(value)
        }
        silent = found.length > 0 || this.waiting.size === 0 ? 0 : silent + 1
        if (found.length > 0) await this.redis.xtrim(answersKey(this.job.id), 'MINID', last)
        if (signal?.aborted === true) throw new Error('The job was interrupted.')
        if (silent > 0) await this.requireJob()
        if (silent === PATIENCE && (await this.isAlone())) {
          alone = true
          onNotice('No worker has the shards of this job yet: parley cluster corpus-worker --redis URL')
        } else if (silent === 0 && alone) {
          alone = false
          onNotice('Workers are there.')
        }
      } catch (error) {
        if (this.over) return
        this.fail(error instanceof Error ? error : new Error(String(error)))
        return
      }
    }
  }

  private take(value: ShardAnswer): void {
    const key = `${value.shard} ${value.number}`
    const waiting = this.waiting.get(key)
    this.waiting.delete(key)
    if ('fault' in value) waiting?.reject(errorOf(value.fault))
    else waiting?.resolve(value.answer)
  }

  private async requireJob(): Promise<void> {
    if ((await this.redis.exists(jobKey(this.job.id))) === 1) return
    throw new ParleyError(
      'bad-input',
      'Redis has lost the job: it was restarted without what it had written down (appendonly yes). Start again.',
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
