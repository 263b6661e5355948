// Data in Redis for a corpus that is solved on many machines: the owner of each shard, orders and answers.
// Sentences and checkpoints are on shared storage.
import { deserialize, serialize } from 'node:v8'
import { ParleyError } from '@parleyjs/core'
import type { Fault } from '@parleyjs/core/internal'
import type { Change } from '@parleyjs/nlp'
import type { CorpusCommand, HostSettings } from '@parleyjs/nlp/internal'
import type { Redis } from 'ioredis'
import { type OrderKey, requireSignature } from '../order-key.js'
import { inWords } from '../redis-errors.js'
import type { Schema } from '../schema.js'
import type { Entry } from '../stream-reader.js'

/** What a worker must know about a job. */
export interface CorpusJob {
  readonly id: string
  /** The version of Parley; a `model.path` of null is the English model. */
  readonly version: string
  readonly model: { readonly path: string | null; readonly sha256: string }
  readonly settings: HostSettings
  /** The number of shards. */
  readonly shards: number
  /** The job's folder on shared storage: sentences in transit, and checkpoints. */
  readonly folder: string
}

/** An order to the host of a shard; orders are numbered from 1. */
export interface ShardOrder {
  readonly number: number
  readonly order: CorpusOrder
}

export type CorpusOrder =
  /** Read the packed sentences in a file. */
  | { readonly read: string; readonly first: number }
  | { readonly run: CorpusCommand }
  | { readonly write: number; readonly changes: readonly Change[] }
  /** The job is over. */
  | 'end'

/** The result of an order. */
export type ShardAnswer = {
  readonly shard: number
  readonly number: number
} & ({ readonly answer: unknown } | { readonly fault: Fault })

/** The ids of all unfinished jobs. */
export const JOBS = 'parley:corpus:jobs'
export const jobKey = (id: string) => `parley:corpus:${id}`
/**
 * The stream of orders for a shard. It is kept until the job ends, so that a worker that takes the shard over
 * can repeat them.
 */
export const ordersKey = (id: string, shard: number) => `${jobKey(id)}:${shard}:orders`
/** The owner of the shard; the key expires if its worker is silent for the time of a lease. */
export const ownerKey = (id: string, shard: number) => `${jobKey(id)}:${shard}:owner`
/** The stream of answers from all shards. */
export const answersKey = (id: string) => `${jobKey(id)}:answers`

export const checkpointFile = ({ folder }: CorpusJob, shard: number) => `${folder}/shard-${shard}.checkpoint`
export const chunkFile = ({ folder }: CorpusJob, first: number) => `${folder}/sentences-${first}`

/** Serialises a value; numbers keep their bits, and typed arrays their types. */
export function encode(value: unknown): Buffer {
  return serialize(value)
}

export function decode<T>(bytes: Uint8Array): T {
  return deserialize(bytes) as T
}

/** Appends a message to a stream; signs it for a purpose if there is a key. */
export async function post(redis: Redis, stream: string, value: unknown, signing: Signing): Promise<void> {
  const bytes = encode(value)
  const signature = signing.key === undefined ? [] : ['signature', signing.key.sign(signing.purpose, bytes)]
  await inWords(redis.xadd(stream, '*', 'message', bytes, ...signature))
}

/**
 * The shared key, and the purpose that is signed: an order for this shard of this job, or an answer in this
 * job.
 */
export interface Signing {
  readonly key?: OrderKey | undefined
  readonly purpose: string
}

export const orderPurpose = (id: string, shard: number) => `corpus order ${id} ${shard}`
export const answerPurpose = (id: string) => `corpus answer ${id}`
export const JOB_PURPOSE = 'corpus job'

/** A message whose signature is wrong: it comes from somebody without the key. */
export class Forged extends ParleyError {}

/**
 * The message in an entry. Throws `Forged` if the signature is wrong, and a `ParleyError` if the content is.
 */
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
