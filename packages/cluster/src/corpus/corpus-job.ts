// A corpus that is solved on many machines, as Redis has it: who does what is written there, sentences and checkpoints are on
// shared storage.
import { deserialize, serialize } from 'node:v8'
import type { Fault } from '@parley/core'
import type { Change, CorpusCommand, HostSettings } from '@parley/nlp'
import type { Redis } from 'ioredis'

/** What a worker must know of a job. */
export interface CorpusJob {
  readonly id: string
  /** Of Parley, and of the model; null: the English one. */
  readonly version: string
  readonly model: { readonly path: string | null; readonly sha256: string }
  readonly settings: HostSettings
  /** The number of shards. */
  readonly shards: number
  /** On shared storage: sentences on their way, and checkpoints. */
  readonly folder: string
}

/** What the host of a shard is to do; orders are numbered from 1. */
export interface ShardOrder {
  readonly number: number
  readonly order: CorpusOrder
}

export type CorpusOrder =
  /** Sentences are in a file, packed. */
  | { readonly read: string; readonly first: number }
  | { readonly run: CorpusCommand }
  | { readonly write: number; readonly changes: readonly Change[] }
  /** The job is over. */
  | 'end'

/** What came of an order. */
export type ShardAnswer = {
  readonly shard: number
  readonly number: number
} & ({ readonly answer: unknown } | { readonly fault: Fault })

/** The ids of all jobs that are not over. */
export const JOBS = 'parley:corpus:jobs'
export const jobKey = (id: string) => `parley:corpus:${id}`
/** The stream of orders for a shard: kept to the end, so that whoever takes a shard over knows what it has to do. */
export const ordersKey = (id: string, shard: number) => `${jobKey(id)}:${shard}:orders`
/** Who has the shard; gone once its worker has not been heard of for the time of its lease. */
export const ownerKey = (id: string, shard: number) => `${jobKey(id)}:${shard}:owner`
/** The stream of answers from all shards. */
export const answersKey = (id: string) => `${jobKey(id)}:answers`

export const checkpointFile = ({ folder }: CorpusJob, shard: number) => `${folder}/shard-${shard}.checkpoint`
export const chunkFile = ({ folder }: CorpusJob, first: number) => `${folder}/sentences-${first}`

/** Numbers keep their bits, and arrays their kinds. */
export function encode(value: unknown): Buffer {
  return serialize(value)
}

export function decode<T>(bytes: Uint8Array): T {
  return deserialize(bytes) as T
}

/** A connection that may wait; what happens to it is told by the first. */
export function anotherConnection(redis: Redis): Redis {
  const other = redis.duplicate()
  other.on('error', () => {})
  return other
}

/** Reads on in a stream; waits for so many milliseconds if there is nothing yet. */
export interface StreamReader {
  xreadBuffer(
    ...args: ['COUNT', number, 'BLOCK', number, 'STREAMS', string, string]
  ): Promise<[Buffer, [Buffer, Buffer[]][]][] | null>
}

/** The entries of a stream after the last one that was read. */
export async function readStream<T>(
  redis: StreamReader,
  key: string,
  after: string,
  wait: number,
): Promise<{ id: string; value: T }[]> {
  const found = await redis.xreadBuffer('COUNT', 16, 'BLOCK', wait, 'STREAMS', key, after)
  return (found?.[0]?.[1] ?? []).map(([id, fields]) => ({
    id: id.toString(),
    value: decode<T>(fields[1]!),
  }))
}
