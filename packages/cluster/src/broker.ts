// Who hands out shards. A broker may forget everything, and may hand out a shard twice: what is done is on the storage.
import type { ShardOrder } from './job.js'

/** A job as a broker knows it. */
export interface JobRecord {
  readonly id: string
  readonly task: string
  readonly out: string
  readonly inputs: number
  readonly shards: number
  readonly done: number
  readonly failed: number
  readonly state: 'running' | 'stopped' | 'done' | 'failed'
  /** Why shards failed; the first few reasons. */
  readonly reasons?: readonly string[]
}

/** A shard that was taken: it is the taker's until the lease ends, unless it is extended. */
export interface Lease {
  readonly order: ShardOrder
  /** How often it was given back by `retry`. */
  readonly tries: number
  /** How often its lease has ended, as it does when a worker dies. */
  readonly deaths: number
  /** Makes the lease last again as long as at first; false if it was lost. */
  extend(): Promise<boolean>
  /** The output is on the storage. */
  complete(): Promise<void>
  /** It cannot be done. */
  fail(message: string): Promise<void>
  /** It went wrong, and may go better another time: it is handed out again, after those that wait. */
  retry(reason: string): Promise<void>
  /** Another may take it, at once. */
  release(): Promise<void>
  /** Another should have it: it is handed out again in a while, after those that wait. */
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
  /** Makes a job known, or says how far it is. */
  record(job: JobRecord): Promise<void>
  /** All jobs that are known, by their ids. */
  jobs(): Promise<JobRecord[]>
  /** Puts shards into the queue; those that are in it stay as they are. */
  offer(orders: readonly ShardOrder[]): Promise<void>
  /** Those of these shards that are neither waiting nor taken. */
  unknown(ids: readonly string[]): Promise<string[]>
  /** The next shard, for so many milliseconds; null if none came within a second or so. */
  take(lease: number): Promise<Lease | null>
  /**
   * Calls a function whenever a shard was completed, or given up with a reason. May miss some. Returns how to end it.
   */
  onSettled(listener: SettledListener): () => void
  /** Shards of this job are no longer handed out. */
  stop(job: string): Promise<void>
  /** They are again. */
  resume(job: string): Promise<void>
  isStopped(job: string): Promise<boolean>
  /** Says why a worker leaves the shards of a job to others. */
  object(job: string, reason: string): Promise<void>
  /** What a worker has said last against a job, within the last minute or so; null if nothing. */
  objection(job: string): Promise<string | null>
  counts(): Promise<QueueCounts>
  close(): Promise<void>
}
