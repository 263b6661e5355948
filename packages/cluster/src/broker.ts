// The broker hands out shards. It may forget everything, and may hand out a shard twice: what is done is
// recorded on the storage.
import type { ShardOrder } from './job.js'

/** What a broker knows about a job. */
export interface JobRecord {
  readonly id: string
  readonly task: string
  readonly out: string
  readonly inputs: number
  readonly shards: number
  readonly done: number
  readonly failed: number
  readonly state: 'running' | 'stopped' | 'done' | 'failed'
  /** Why shards failed; only the first few reasons. */
  readonly reasons?: readonly string[]
}

/** A shard that was taken. It belongs to the taker until the lease ends; the lease can be extended. */
export interface Lease {
  readonly order: ShardOrder
  /** How often `retry` returned the shard. */
  readonly tries: number
  /** How often the shard's lease has ended, as it does when a worker dies. */
  readonly deaths: number
  /** Starts the lease anew with its full duration; false if the lease was lost. */
  extend(): Promise<boolean>
  /** Reports that the output is on the storage. */
  complete(): Promise<void>
  /** Reports that the shard cannot be done. */
  fail(message: string): Promise<void>
  /** Returns the shard after a temporary error: it is handed out again after those that are waiting. */
  retry(reason: string): Promise<void>
  /** Returns the shard, so that another worker may take it at once. */
  release(): Promise<void>
  /**
   * Returns the shard for another worker: it is handed out again after a pause, after those that are waiting.
   */
  pass(): Promise<void>
}

export type SettledListener = (id: string, givenUp?: string) => void

export interface QueueCounts {
  readonly waiting: number
  readonly taken: number
  /** Null if the broker does not know. */
  readonly workers: number | null
}

export interface Broker {
  /** Registers a job, or updates its progress. */
  record(job: JobRecord): Promise<void>
  /** All known jobs, ordered by id. */
  jobs(): Promise<JobRecord[]>
  /** Adds shards to the queue; shards that are already queued stay as they are. */
  offer(orders: readonly ShardOrder[]): Promise<void>
  /** Those of these shards that are neither waiting nor taken. */
  unknown(ids: readonly string[]): Promise<string[]>
  /** Takes the next shard, with a lease in milliseconds; null if none arrives within about a second. */
  take(lease: number): Promise<Lease | null>
  /**
   * Calls a function whenever a shard was completed, or given up with a reason. Events may be missed. Returns
   * a function that removes the listener.
   */
  onSettled(listener: SettledListener): () => void
  /** Stops handing out shards of this job. */
  stop(job: string): Promise<void>
  /** Hands out shards of this job again. */
  resume(job: string): Promise<void>
  isStopped(job: string): Promise<boolean>
  /** Records why a worker leaves the shards of a job to others. */
  object(job: string, reason: string): Promise<void>
  /** The last objection of a worker to a job, within about the last minute; null if there is none. */
  objection(job: string): Promise<string | null>
  counts(): Promise<QueueCounts>
  close(): Promise<void>
}
