// Results of shards on the storage until their input is done: a part (a line of JSON, then the output) or a
// failure. These files, not the broker, record what is done, so that a job survives the loss of everything
// else.
import type { ErrorPlace } from '@parleyjs/core'
import { type JobHeader, type ShardOrder, type ShardOutput, sha256 } from './job.js'
import { checksum, errorPlace, list, oneLine, record, type Schema, text, whole } from './schema.js'
import { readIfThere, readJson, type Storage, StorageError, writeJson } from './storage.js'

/** What is known about the output of a shard. */
export interface PartHeader {
  readonly shard: string
  readonly sentences: number
  readonly bytes: number
  readonly sha256: string
  readonly warnings: readonly string[]
}

/** Why a shard failed. */
export interface ShardFailure {
  readonly shard: string
  readonly message: string
  readonly place: ErrorPlace
}

const partHeader: Schema<PartHeader> = record<PartHeader>({
  shard: text(200),
  sentences: whole(),
  bytes: whole(),
  sha256: checksum,
  warnings: list(text(400), 0, 20),
})

const shardFailure: Schema<ShardFailure> = record<ShardFailure>({
  shard: text(200),
  message: text(2 ** 20),
  place: errorPlace,
})

/** Maximum number of reasons for failures in the record of a job. */
export const REASONS = 5

/** Maximum number of bytes of a header line. */
const HEADER = 2 ** 14
/** Maximum number of warnings that are kept for a shard. */
const WARNINGS = 20

type Place = Pick<ShardOrder, 'job' | 'out' | 'input' | 'index'>

export const jobFolder = ({ id, out }: Pick<JobHeader, 'id' | 'out'>) => `${out}/.parley/${id}`
export const jobFile = ({ job, out }: Pick<Place, 'job' | 'out'>) => `${jobFolder({ id: job, out })}/job.json`
export const inputFolder = (job: Pick<JobHeader, 'id' | 'out'>, input: number) => `${jobFolder(job)}/${input}`

const placeOf = ({ job, out, input, index }: Place, kind: string) =>
  `${inputFolder({ id: job, out }, input)}/${String(index).padStart(7, '0')}.${kind}`

/** Writes the part of a shard. */
export async function writePart(storage: Storage, order: ShardOrder, made: ShardOutput): Promise<PartHeader> {
  const header: PartHeader = {
    shard: order.id,
    sentences: made.sentences,
    bytes: made.output.length,
    sha256: sha256(made.output),
    warnings: made.warnings.slice(0, WARNINGS).map((line) => line.slice(0, 400)),
  }
  const line = new TextEncoder().encode(`${JSON.stringify(header)}\n`)
  await storage.write(placeOf(order, 'part'), [line, made.output])
  return header
}

/** The header of a part; null if the part does not exist, or is incomplete. */
export async function findPart(storage: Storage, place: Place): Promise<PartHeader | null> {
  const path = placeOf(place, 'part')
  const start = await readIfThere(storage, path, HEADER)
  const found = start === null ? null : headerOf(start)
  if (found === null) return null
  return found.length + found.header.bytes === (await storage.size(path)) ? found.header : null
}

/** The output stored in a part. */
export async function readPart(storage: Storage, place: Place, header: PartHeader): Promise<Uint8Array> {
  const path = placeOf(place, 'part')
  const size = (await storage.size(path)) ?? 0
  const bytes = await storage.read(path, 0, size)
  const output = bytes.subarray(bytes.length - header.bytes)
  if (output.length !== header.bytes || sha256(output) !== header.sha256)
    throw new StorageError(`${path} is damaged: its checksum is wrong. Remove it, and submit the job again.`)
  return output
}

export async function writeFailure(
  storage: Storage,
  order: ShardOrder,
  failure: ShardFailure,
): Promise<void> {
  await writeJson(storage, placeOf(order, 'failed'), failure)
}

export async function findFailure(storage: Storage, place: Place): Promise<ShardFailure | null> {
  const path = placeOf(place, 'failed')
  const found = await readJson<unknown>(storage, path)
  if (found === null) return null
  try {
    return shardFailure(found, 'failure')
  } catch (error) {
    throw new StorageError(`${path} is damaged: ${(error as Error).message} Remove it.`)
  }
}

/** Removes a part that was written after its job had ended. */
export async function forgetPart(storage: Storage, place: Place): Promise<void> {
  await storage.remove(placeOf(place, 'part'))
}

/** Removes the record of a failure, so that the shard is tried again. */
export async function forgetFailure(storage: Storage, place: Place): Promise<void> {
  await storage.remove(placeOf(place, 'failed'))
}

/** A failure as one line: the place and the reason. */
export function reasonOf({ message, place: { file, line } }: ShardFailure): string {
  const place = file === undefined ? '' : line === undefined ? `${file}: ` : `${file}:${line}: `
  return oneLine(`${place}${message}`)
}

/** The shards of an input that have a part, complete or not, and those that have a failure. */
export async function listShards(storage: Storage, job: JobHeader, input: number) {
  const parts: number[] = []
  const failures: number[] = []
  for (const name of await storage.list(inputFolder(job, input))) {
    const [, index, kind] = /^(\d+)\.(part|failed)$/.exec(name) ?? []
    if (index !== undefined) (kind === 'part' ? parts : failures).push(Number(index))
  }
  return { parts, failures }
}

function headerOf(bytes: Uint8Array): { header: PartHeader; length: number } | null {
  const end = bytes.indexOf(10)
  if (end < 0) return null
  try {
    const header: unknown = JSON.parse(new TextDecoder().decode(bytes.subarray(0, end)))
    return { header: partHeader(header, 'part'), length: end + 1 }
  } catch {
    return null
  }
}
