// A corpus that is solved on many machines, as Redis has it: who does what is written there, sentences and checkpoints are on
// shared storage.
import { deserialize, serialize } from 'node:v8'
import { type Fault, ParleyError } from '@parley/core'
import type { Change, CorpusCommand, HostSettings } from '@parley/nlp'
import type { Redis } from 'ioredis'
import { type OrderKey, requireSignature } from '../order-key.js'
import { inWords } from '../redis-errors.js'
import type { Schema } from '../schema.js'
import type { Entry } from '../stream-reader.js'

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

/** Appends a message to a stream, signed for a purpose if there is a key. */
export async function post(redis: Redis, stream: string, value: unknown, signing: Signing): Promise<void> {
  const bytes = encode(value)
  const signature = signing.key === undefined ? [] : ['signature', signing.key.sign(signing.purpose, bytes)]
  await inWords(redis.xadd(stream, '*', 'message', bytes, ...signature))
}

/** The key of those who take part, and what is signed: an order for this shard of this job, an answer in this job. */
export interface Signing {
  readonly key?: OrderKey | undefined
  readonly purpose: string
}

export const orderPurpose = (id: string, shard: number) => `corpus order ${id} ${shard}`
export const answerPurpose = (id: string) => `corpus answer ${id}`
export const JOB_PURPOSE = 'corpus job'

/** A message that others have put there. */
export class Forged extends ParleyError {}

/** The message in an entry; throws `Forged` if its signature is not what it should be, and what else is wrong with it. */
export function receive<T>({ fields }: Entry, schema: Schema<T>, { key, purpose }: Signing): T {
  const [, bytes, name, signature] = fields
  if (bytes === undefined) throw new Forged('bad-input', 'It is empty.')
  try {
    requireSignature(key, purpose, bytes, name?.toString() === 'signature' ? signature : undefined)
  } catch (error) {
    throw new Forged('bad-input', (error as Error).message)
  }
  let value: unknown
  try {
    value = decode(bytes)
  } catch (error) {
    throw new ParleyError('bad-input', `It is damaged (${(error as Error).message}).`)
  }
  return schema(value, 'message')
}
