// A worker: takes shards, has them processed, writes their parts. It may die at any moment: the lease ends
// and another worker continues. An error in a shard fails that shard after some tries, and does not end the
// worker.
import { setTimeout as pause } from 'node:timers/promises'
import { type ErrorPlace, ParleyError } from '@parleyjs/core'
import type { Broker, Lease } from './broker.js'
import type { JobHeader, SavedJobFile, ShardOrder, ShardOutput } from './job.js'
import { requireOrderOf, requireSavedJob } from './orders.js'
import { findPart, forgetPart, inputFolder, jobFile, writeFailure, writePart } from './parts.js'
import type { Roots } from './roots.js'
import { readJson, type Storage, StorageError } from './storage.js'

export interface RunWorkerOptions {
  readonly broker: Broker
  readonly storage: Storage
  /** Maximum number of shards that are processed at the same time. */
  readonly concurrency: number
  /** How long a shard stays with a silent worker, in milliseconds. Default 30000. */
  readonly lease?: number
  /** Throws if this worker must not do a job: another version, another model. */
  readonly accept: (job: JobHeader) => Promise<void>
  /**
   * Processes a shard. A `ParleyError` fails the shard; after any other error the shard is tried again, a few
   * times.
   */
  readonly run: (order: ShardOrder, job: JobHeader) => Promise<ShardOutput>
  /** Folders that must contain inputs and outputs. By default there is no restriction. */
  readonly roots?: { readonly input: Roots; readonly output: Roots }
  /**
   * Whether there are other workers and other jobs. Then a job that this worker refuses is left to others,
   * and shards for which the storage fails are tried again. By default both end the worker, which throws.
   */
  readonly isShared?: boolean
  readonly onNotice?: (line: string) => void
  /** On abort, the worker takes no more shards and ends when its current ones are done. */
  readonly signal: AbortSignal
  readonly onShard?: (order: ShardOrder, sentences: number) => void
}

/**
 * Works until the signal; throws if this worker cannot work. Its unfinished shards then go to other workers.
 */
export async function runWorker(options: RunWorkerOptions): Promise<void> {
  const worker = new ShardWorker(options)
  await worker.work()
}

/**
 * Number of shards taken beyond those being processed, so that processing continues while parts are written
 * and Redis is updated.
 */
const AHEAD = 1
/** Maximum number of tries of a shard. */
const TRIES = 3
/** After this many worker deaths a shard is processed alone, so that no other shard is lost with it. */
const SUSPECT = 3
/** The first and the longest pause in milliseconds after storage errors, and after shards left to others. */
const RESTS = { storage: [1000, 30_000], refusal: [50, 1000] } as const
/** Milliseconds after which a refused job is checked again. */
const REFUSED = 10_000

/** Thrown if this worker does not do a job; others may. */
class JobRefused extends Error {}

class ShardWorker {
  private readonly jobs = new Map<string, SavedJobFile>()
  /** Jobs that are left to others, and until when. */
  private readonly refused = new Map<string, { readonly refusal: JobRefused; readonly until: number }>()
  private readonly busy = new Set<Promise<void>>()
  private fault: { readonly error: unknown } | null = null
  private readonly lease: number
  /** Number of further shards that may be processed; `waiting` holds the callers that wait for one. */
  private free: number
  private readonly waiting: (() => void)[] = []
  /** Number of consecutive errors of a kind that may occur with the next shard, too. */
  private readonly troubles = { storage: 0, refusal: 0 }
  private restUntil = 0

  constructor(private readonly options: RunWorkerOptions) {
    this.lease = options.lease ?? 30_000
    this.free = options.concurrency
    options.signal.addEventListener('abort', () => this.dismiss(), { once: true })
  }

  async work(): Promise<void> {
    const { broker, concurrency, signal } = this.options
    while (!this.isOver) {
      if (this.busy.size >= concurrency + AHEAD) {
        await Promise.race(this.busy)
        continue
      }
      const rest = this.restUntil - performance.now()
      if (rest > 0) {
        await pause(rest, undefined, { signal }).catch(() => {})
        continue
      }
      const lease = await broker.take(this.lease)
      if (lease === null) continue
      if (this.isOver) await lease.release()
      else this.start(lease)
      if (lease.deaths >= SUSPECT) await Promise.all(this.busy)
    }
    await Promise.all(this.busy)
    if (this.fault !== null) throw this.fault.error
  }

  /** Whether no further shard is to be begun. */
  private get isOver(): boolean {
    return this.options.signal.aborted || this.fault !== null
  }

  /** Wakes everything that waits, so that it sees that the worker is ending. */
  private dismiss(): void {
    for (const go of this.waiting.splice(0)) go()
  }

  private start(lease: Lease): void {
    const others = [...this.busy]
    const one = this.handle(lease, lease.deaths >= SUSPECT ? others : [])
      .catch((error: unknown) => {
        this.fault ??= { error }
        this.dismiss()
      })
      .finally(() => this.busy.delete(one))
    this.busy.add(one)
  }

  private async handle(lease: Lease, after: readonly Promise<void>[]): Promise<void> {
    const heart = setInterval(() => void lease.extend(), this.lease / 3)
    try {
      await Promise.all(after)
      await this.do(lease)
    } finally {
      clearInterval(heart)
    }
  }

  /** Processes a shard to its end; throws only errors that end the worker. */
  private async do(lease: Lease): Promise<void> {
    try {
      await this.attempt(lease)
      this.troubles.storage = 0
      this.troubles.refusal = 0
    } catch (error) {
      if (error instanceof JobRefused) await this.leave(lease, error)
      else if (error instanceof StorageError && !this.options.isShared) {
        await lease.release()
        throw error
      } else if (error instanceof StorageError) {
        // A missing file affects one shard; a full disk affects all.
        if (!error.isMissing) this.rest('storage')
        await this.tryAgain(lease, error.message)
      } else if (error instanceof ParleyError) await this.refuse(lease, error.message)
      else
        await this.tryAgain(
          lease,
          `This is a bug in Parley, please report it with the file: ${String(error)}`,
        )
    }
  }

  /** Processes the shard of a lease. A `ParleyError` means that the order must not be carried out. */
  private async attempt(lease: Lease): Promise<void> {
    const { storage, onShard } = this.options
    const { order } = lease
    await this.options.roots?.output.require(inputFolder({ id: order.job, out: order.out }, order.input))
    const job = await this.jobOf(order)
    // Another worker may have done it after its lease had ended.
    if (job === null || (await findPart(storage, order)) !== null) return lease.complete()
    requireOrderOf(job, order)
    for (const { path } of order.sources) await this.options.roots?.input.require(path)
    let made: ShardOutput | null
    try {
      made = await this.run(order, job)
    } catch (error) {
      if (!(error instanceof ParleyError)) throw error
      return this.fail(lease, error.message, error.place)
    }
    if (made === null) return lease.release()
    if (await this.keep(order, made)) onShard?.(order, made.sentences)
    await lease.complete()
  }

  /** Writes a part, even if other runs of the same job are removing its folder; false if the job is over. */
  private async keep(order: ShardOrder, made: ShardOutput): Promise<boolean> {
    const { storage } = this.options
    const isOver = async () => (await storage.size(jobFile(order))) === null
    for (let attempt = 1; ; attempt++) {
      if (await isOver()) return false
      try {
        await writePart(storage, order, made)
        break
      } catch (error) {
        if (!(error instanceof StorageError && error.isMissing) || attempt === TRIES) throw error
      }
    }
    if (!(await isOver())) return true
    await forgetPart(storage, order)
    return false
  }

  /** Processes a shard once a place is free; null if the worker ends before that. */
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

  private async tryAgain(lease: Lease, reason: string): Promise<void> {
    if (lease.tries + 1 < TRIES) return lease.retry(reason)
    const { path: file } = lease.order.sources[0]
    await this.fail(lease, `${reason} (${TRIES} tries)`, { file, line: lease.order.line })
  }

  private async fail(lease: Lease, message: string, place: ErrorPlace): Promise<void> {
    const { order } = lease
    try {
      await writeFailure(this.options.storage, order, { shard: order.id, message, place })
    } catch (error) {
      // The submitter's run learns of the failure from the queue, and records it.
      if (!(error instanceof StorageError)) throw error
    }
    await lease.fail(message)
  }

  /** Handles an order that must not be carried out: nothing is written to the paths in it. */
  private async refuse(lease: Lease, message: string): Promise<void> {
    const reason = `Shard ${lease.order.id} was refused: ${message}`
    this.options.onNotice?.(reason)
    await lease.fail(reason)
  }

  /** Leaves a shard to other workers, and reports the reason once for each job. */
  private async leave(lease: Lease, refusal: JobRefused): Promise<void> {
    const { broker, onNotice, isShared } = this.options
    if (isShared !== true) {
      await lease.release()
      throw refusal.cause
    }
    await lease.pass()
    this.rest('refusal')
    await broker.object(lease.order.job, refusal.message)
    const path = jobFile(lease.order)
    const known = this.refused.get(path)
    if (known?.refusal.message !== refusal.message)
      onNotice?.(`${refusal.message} Its shards are left to others.`)
    if (known?.refusal !== refusal) this.refused.set(path, { refusal, until: performance.now() + REFUSED })
  }

  /** Takes no shards for a while, so that others can take them or the storage can recover. */
  private rest(trouble: keyof typeof RESTS): void {
    const [first, longest] = RESTS[trouble]
    this.restUntil = performance.now() + Math.min(longest, first * 2 ** this.troubles[trouble]++)
  }

  /** The job of an order, from the job's file; null if the job is over. */
  private async jobOf(order: ShardOrder): Promise<SavedJobFile | null> {
    const path = jobFile(order)
    const known = this.jobs.get(path)
    if (known !== undefined) return known
    const refused = this.refused.get(path)
    if (refused !== undefined && performance.now() < refused.until) throw refused.refusal
    const { storage, accept, roots } = this.options
    const found = await readJson<unknown>(storage, path)
    if (found === null) return this.missing(order)
    const job = requireSavedJob(found, { id: order.job, out: order.out })
    if (job.model.path !== null) await roots?.input.require(job.model.path)
    try {
      await accept(job)
    } catch (cause) {
      throw new JobRefused(cause instanceof Error ? cause.message : String(cause), { cause })
    }
    this.jobs.set(path, job)
    return job
  }

  /** Handles a job without a file: it is over, or its folder does not exist. */
  private async missing(order: ShardOrder): Promise<SavedJobFile | null> {
    const { storage } = this.options
    if ((await storage.list(order.out)).length > 0) return null
    // Shared storage may show files from other machines with a delay.
    await pause(1000)
    if ((await storage.list(order.out)).length > 0) return this.jobOf(order)
    throw new StorageError(`${order.out} does not exist. Do all machines see it under this path?`, true)
  }
}
