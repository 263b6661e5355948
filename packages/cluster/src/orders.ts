// Schemas of orders, records and job files. All of them come from Redis or from files, and are checked here
// before use.
import { dirname } from 'node:path'
import { ParleyError } from '@parleyjs/core'
import type { JobRecord } from './broker.js'
import {
  canonical,
  idOf,
  type JobHeader,
  orderId,
  type SavedInput,
  type SavedJobFile,
  type ShardOrder,
  type Stretch,
} from './job.js'
import { type OrderKey, requireSignature } from './order-key.js'
import {
  absolutePath,
  checksum,
  jsonObject,
  list,
  matching,
  oneOf,
  orNull,
  record,
  type Schema,
  text,
  whole,
} from './schema.js'

/** Maximum number of files in one shard: those of a topic. */
const MOST_SOURCES = 100_000
const MOST_INPUTS = 1_000_000

const jobId = matching(/^[0-9a-z]{1,64}$/, 'the id of a job')
const word = matching(/^[a-z][a-z-]{0,39}$/, 'a word')
const shardId = matching(/^[0-9a-z]{1,64}-\d{1,16}-\d{1,16}$/, 'the id of a shard')

const stretch: Schema<Stretch> = record<Stretch>({
  path: absolutePath,
  start: whole(),
  end: whole(),
  sha256: checksum,
})

const order: Schema<ShardOrder> = record<ShardOrder>({
  id: shardId,
  job: jobId,
  out: absolutePath,
  kind: word,
  input: whole(),
  index: whole(),
  sources: list(stretch, 1, MOST_SOURCES),
  line: whole(1),
  offset: whole(),
})

const jobRecord: Schema<JobRecord> = record<JobRecord>(
  {
    id: jobId,
    task: word,
    out: absolutePath,
    inputs: whole(),
    shards: whole(),
    done: whole(),
    failed: whole(),
    state: oneOf('running', 'stopped', 'done', 'failed'),
    reasons: list(text(2000), 0, 100),
  },
  ['reasons'],
)

const savedInput: Schema<SavedInput> = record<SavedInput>({
  path: absolutePath,
  name: matching(/^[^/\\\0]{1,255}$/, 'the name of a file'),
  kind: word,
  numbering: oneOf('none', 'conllu', 'json'),
  bytes: whole(),
  sha256: checksum,
  shards: whole(),
})

const savedJob: Schema<SavedJobFile> = record<SavedJobFile>(
  {
    id: jobId,
    task: word,
    options: jsonObject(4),
    model: record<JobHeader['model']>({ path: orNull(absolutePath), sha256: checksum }),
    version: text(100),
    out: absolutePath,
    submitted: jsonObject(4),
    inputs: list(savedInput, 0, MOST_INPUTS),
  },
  ['submitted'],
)

/** An order as it is sent through Redis. */
export type SentOrder = ShardOrder & { readonly signature?: string }

const PURPOSE = 'shard order'

/** The content of an order in canonical form, for signing. */
function signedText({ sources, ...rest }: ShardOrder): string {
  return canonical({ ...rest, sources: sources.map((source) => ({ ...source })) })
}

/** Makes the message for an order, signed if there is a key. */
export function sendOrder(given: ShardOrder, key: OrderKey | undefined): SentOrder {
  if (key === undefined) return given
  return { ...given, signature: key.sign(PURPOSE, signedText(given)).toString('hex') }
}

/** The order in data from Redis; throws if it is invalid. */
export function receiveOrder(data: unknown, key: OrderKey | undefined): ShardOrder {
  const isSigned = typeof data === 'object' && data !== null && Object.hasOwn(data, 'signature')
  const { signature, ...rest } = (isSigned ? data : {}) as { readonly signature?: unknown }
  const received = order(isSigned ? rest : data, 'order')
  const given = isSigned ? Buffer.from(checksum(signature, 'order.signature'), 'hex') : undefined
  requireSignature(key, PURPOSE, signedText(received), given)
  if (received.id !== orderId(received))
    throw new ParleyError('bad-input', `order.id is ${received.id}: expected ${orderId(received)}.`)
  for (const { start, end, path } of received.sources)
    if (end < start) throw new ParleyError('bad-input', `It asks for bytes ${start} to ${end} of ${path}.`)
  return received
}

/** The record of a job in data from Redis; null if the data are not a record. */
export function receiveRecord(data: string): JobRecord | null {
  try {
    return jobRecord(JSON.parse(data), 'record')
  } catch {
    return null
  }
}

/** Checks the content of a job file: its id must be the one that its content gives. */
export function requireSavedJob(data: unknown, { id, out }: Pick<JobHeader, 'id' | 'out'>): SavedJobFile {
  const job = savedJob(data, 'job')
  if (job.id !== id || job.out !== out || idOf(job) !== id)
    throw new ParleyError(
      'bad-input',
      `It is not job ${id}: its content was changed, or it belongs to another folder.`,
    )
  return job
}

/** Throws unless an order belongs to the job: its inputs, and ranges within them. */
export function requireOrderOf(job: SavedJobFile, { input, index, kind, sources }: ShardOrder): void {
  const its = job.inputs[input]
  if (its === undefined || index >= its.shards)
    throw new ParleyError('bad-input', `Job ${job.id} has no shard ${index} of input ${input}.`)
  if (kind !== its.kind)
    throw new ParleyError('bad-input', `Input ${input} of job ${job.id} is of kind ${its.kind}, not ${kind}.`)
  const isTopic = kind === 'topic'
  const foreign = sources.find(
    ({ path, end }) => !(path === its.path || (isTopic && dirname(path) === its.path)) || end > its.bytes,
  )
  if (foreign === undefined && (isTopic || sources.length === 1)) return
  const { path, end } = foreign ?? sources[1]
  throw new ParleyError(
    'bad-input',
    `Byte ${end} of ${path} does not belong to input ${input} of job ${job.id}.`,
  )
}
