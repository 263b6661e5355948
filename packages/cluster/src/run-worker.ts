// A worker: takes shards, has them done, writes their parts. It may die at any moment: the lease ends and another goes on.
import { setTimeout as pause } from 'node:timers/promises'
import { ParleyError } from '@parley/core'
import type { Broker, Lease } from './broker.js'
import type { JobHeader, ShardOrder, ShardOutput } from './job.js'
import { findPart, jobFile, writeFailure, writePart } from './parts.js'
import { readJson, type Storage, StorageError } from './storage.js'

export interface RunWorkerOptions {
  readonly broker: Broker
  readonly storage: Storage
  /** Shards that are done at the same time. */
  readonly concurrency: number
  /** How long a shard stays with a worker that is not heard of, in milliseconds. Default 30000. */
  readonly lease?: number
  /** Refuses a job, by throwing, that this worker must not do: another version, another model. */
  readonly accept: (job: JobHeader) => Promise<void>
  /** Does a shard. A `ParleyError` is the shard's fault; anything else is this worker's. */
  readonly run: (order: ShardOrder, job: JobHeader) => Promise<ShardOutput>
  /** Takes no more shards, and ends when those that it has are done. */
  readonly signal: AbortSignal
  readonly onShard?: (order: ShardOrder, sentences: number) => void
}

/** Works until the signal; throws if this worker cannot work. Shards that it had are then another's. */
export async function runWorker(options: RunWorkerOptions): Promise<void> {
  const worker = new ShardWorker(options)
  await worker.work()
}

/** So many shards more are taken than are being done: whoever is free goes on at once, while parts are written and Redis is told. */
const AHEAD = 1

class ShardWorker {
  private readonly jobs = new Map<string, JobHeader>()
  private readonly busy = new Set<Promise<void>>()
  private fault: { readonly error: unknown } | null = null
  private readonly lease: number
  /** How many shards more may be done now, and who waits for that. */
  private free: number
  private readonly waiting: (() => void)[] = []

  constructor(private readonly options: RunWorkerOptions) {
    this.lease = options.lease ?? 30_000
    this.free = options.concurrency
    options.signal.addEventListener('abort', () => this.dismiss(), { once: true })
  }

  async work(): Promise<void> {
    const { broker, concurrency } = this.options
    while (!this.isOver) {
      if (this.busy.size >= concurrency + AHEAD) {
        await Promise.race(this.busy)
        continue
      }
      const lease = await broker.take(this.lease)
      if (lease === null) continue
      if (this.isOver) await lease.release()
      else this.start(lease)
    }
    await Promise.all(this.busy)
    if (this.fault !== null) throw this.fault.error
  }

  /** No shard is begun any more. */
  private get isOver(): boolean {
    return this.options.signal.aborted || this.fault !== null
  }

  /** Lets all go that wait: they see that it is over. */
  private dismiss(): void {
    for (const go of this.waiting.splice(0)) go()
  }

  private start(lease: Lease): void {
    const one = this.handle(lease)
      .catch((error: unknown) => {
        this.fault ??= { error }
        this.dismiss()
      })
      .finally(() => this.busy.delete(one))
    this.busy.add(one)
  }

  private async handle(lease: Lease): Promise<void> {
    const heart = setInterval(() => void lease.extend(), this.lease / 3)
    try {
      await this.do(lease)
    } catch (error) {
      await lease.release()
      throw error
    } finally {
      clearInterval(heart)
    }
  }

  private async do(lease: Lease): Promise<void> {
    const { storage, onShard } = this.options
    const { order } = lease
    const job = await this.jobOf(order)
    // It may have been done by a worker whose lease had ended.
    if (job === null || (await findPart(storage, order)) !== null) return lease.complete()
    try {
      const made = await this.run(order, job)
      if (made === null) return await lease.release()
      // The job may be over by now, if others were faster.
      if ((await storage.size(jobFile(order))) === null) return await lease.complete()
      await writePart(storage, order, made)
      onShard?.(order, made.sentences)
      await lease.complete()
    } catch (error) {
      if (!(error instanceof ParleyError)) throw error
      const { message, place } = error
      await writeFailure(storage, order, { shard: order.id, message, place })
      await lease.fail(message)
    }
  }

  /** Does a shard as soon as there is room; null if it is over before. */
  private async run(order: ShardOrder, job: JobHeader): Promise<ShardOutput | null> {
    while (this.free === 0 && !this.isOver) await new Promise<void>((go) => this.waiting.push(go))
    if (this.isOver) return null
    this.free--
    try {
      return await this.options.run(order, job)
    } finally {
      this.free++
      this.waiting.shift()?.()
    }
  }

  /** What the job is, from its own file; null if it is over. */
  private async jobOf(order: ShardOrder): Promise<JobHeader | null> {
    const path = jobFile(order)
    const known = this.jobs.get(path)
    if (known !== undefined) return known
    const { storage, accept } = this.options
    const job = await readJson<JobHeader>(storage, path)
    if (job === null) {
      if ((await storage.list(order.out)).length > 0) return null
      // Shared storage may be slow to show what another machine has written.
      await pause(1000)
      if ((await storage.list(order.out)).length > 0) return this.jobOf(order)
      throw new StorageError(`${order.out} is not there. Do all machines see it under this path?`)
    }
    await accept(job)
    this.jobs.set(path, job)
    return job
  }
}
