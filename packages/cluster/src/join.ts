// Joins parts into one output, in order and numbered consecutively: complete or not at all, with a manifest
// of its content.
import { createHash } from 'node:crypto'
import type { Job, JobHeader, Numbering } from './job.js'
import { inputFolder, jobFile, type PartHeader, readPart, type ShardFailure } from './parts.js'
import { readJson, type Storage, writeJson } from './storage.js'

/** What an output was made of. */
export interface Manifest {
  readonly parley: string
  readonly job: string
  readonly task: string
  readonly options: JobHeader['options']
  readonly model: JobHeader['model']
  readonly input: { readonly path: string; readonly bytes: number; readonly sha256: string }
  readonly output: {
    readonly name: string
    readonly bytes: number
    readonly sha256: string
    readonly sentences: number
  }
  readonly shards: readonly ManifestShard[]
  readonly warnings: readonly string[]
}

export interface ManifestShard {
  readonly sources: readonly {
    readonly path: string
    readonly start: number
    readonly end: number
    readonly sha256: string
  }[]
  readonly sentences: number
  /** Number of bytes of the shard's own output, whose sentences are numbered from 1. */
  readonly bytes: number
  readonly sha256: string
}

/** Why an input has no output. */
export interface FailedManifest
  extends Pick<Manifest, 'parley' | 'job' | 'task' | 'options' | 'model' | 'input'> {
  readonly output: null
  /** The number of shards; `failed` lists those that failed. */
  readonly shards: number
  readonly failures: readonly ShardFailure[]
}

/** Maximum number of warnings that are kept for an input. */
const WARNINGS = 1000

const outputPath = ({ out }: JobHeader, name: string) => `${out}/${name}`
const manifestPath = ({ out }: JobHeader, name: string) => `${out}/${name}.manifest.json`

/** Joins the parts of an input, writes its output and manifest, and removes the parts. */
export async function joinInput(
  storage: Storage,
  job: Job,
  input: number,
  parts: readonly PartHeader[],
): Promise<Manifest> {
  const { path, name, bytes, sha256, shards, numbering } = job.inputs[input]
  const hash = createHash('sha256')
  let written = 0
  async function* pieces(): AsyncGenerator<Uint8Array, void, undefined> {
    const numbers = new Renumbering(numbering)
    for (const [index, part] of parts.entries()) {
      const place = { job: job.id, out: job.out, input, index }
      const piece = numbers.apply(await readPart(storage, place, part), part.sentences)
      hash.update(piece)
      written += piece.length
      yield piece
    }
  }
  await storage.write(outputPath(job, name), pieces())
  const manifest: Manifest = {
    parley: job.version,
    job: job.id,
    task: job.task,
    options: job.options,
    model: job.model,
    input: { path, bytes, sha256 },
    output: {
      name,
      bytes: written,
      sha256: hash.digest('hex'),
      sentences: parts.reduce((sum, part) => sum + part.sentences, 0),
    },
    shards: parts.map((part, i) => ({
      sources: shards[i].sources,
      sentences: part.sentences,
      bytes: part.bytes,
      sha256: part.sha256,
    })),
    warnings: parts.flatMap(({ warnings }) => warnings).slice(0, WARNINGS),
  }
  await storage.write(manifestPath(job, name), [encode(manifestText(manifest))])
  await storage.remove(inputFolder(job, input))
  return manifest
}

/** Writes why an input has no output in place of its manifest, unless there is an output of another job. */
export async function writeFailedManifest(
  storage: Storage,
  job: Job,
  input: number,
  failures: readonly ShardFailure[],
): Promise<void> {
  const { path, name, bytes, sha256, shards } = job.inputs[input]
  if ((await storage.size(outputPath(job, name))) !== null) return
  const manifest: FailedManifest = {
    parley: job.version,
    job: job.id,
    task: job.task,
    options: job.options,
    model: job.model,
    input: { path, bytes, sha256 },
    output: null,
    shards: shards.length,
    failures,
  }
  await writeJson(storage, manifestPath(job, name), manifest)
}

/** The manifest as JSON, with a line for every shard. */
function manifestText({ shards, ...rest }: Manifest): string {
  const head = JSON.stringify(rest, null, 1).slice(0, -2)
  return `${head},\n "shards": [\n${shards.map((shard) => `  ${JSON.stringify(shard)}`).join(',\n')}\n ]\n}\n`
}

/**
 * The manifest of an input that this job has finished; null if it is unfinished, or if the output has changed
 * since.
 */
export async function findFinished(storage: Storage, job: Job, input: number): Promise<Manifest | null> {
  const { name } = job.inputs[input]
  const manifest = await readJson<Manifest | FailedManifest>(storage, manifestPath(job, name))
  if (manifest?.job !== job.id || !isFinished(manifest)) return null
  const path = outputPath(job, name)
  if ((await storage.size(path)) !== manifest.output.bytes) return null
  const hash = createHash('sha256')
  for await (const chunk of storage.chunks(path)) hash.update(chunk)
  return hash.digest('hex') === manifest.output.sha256 ? manifest : null
}

/** Whether a manifest describes an output. */
export function isFinished(manifest: Manifest | FailedManifest): manifest is Manifest {
  return typeof manifest.output === 'object' && manifest.output !== null
}

/** Whether a file exists under the name of an output that is not this job's. */
export async function isForeign(storage: Storage, job: Job, input: number): Promise<boolean> {
  const { name } = job.inputs[input]
  if ((await storage.size(outputPath(job, name))) === null) return false
  const manifest = await readJson<Manifest>(storage, manifestPath(job, name))
  if (manifest !== null) return manifest.job !== job.id
  // An earlier run of this job may have ended between writing the output and its manifest.
  return (await storage.size(jobFile({ job: job.id, out: job.out }))) === null
}

/**
 * Renumbers sentences and paragraphs, which start at 1 in every part, consecutively over the whole output.
 */
class Renumbering {
  private sentences = 0
  private paragraphs = 0

  constructor(private readonly numbering: Numbering) {}

  apply(part: Uint8Array, sentences: number): Uint8Array {
    const { numbering, sentences: before, paragraphs } = this
    this.sentences += sentences
    if (numbering === 'none') return part
    const text = new TextDecoder().decode(part)
    if (numbering === 'json')
      return before === 0
        ? part
        : encode(text.replaceAll(/^\{"id":"(\d+)"/gm, (_, n) => `{"id":"${before + Number(n)}"`))
    const renumbered = text
      .replaceAll(/^# sent_id = (\d+)$/gm, (_, n) => `# sent_id = ${before + Number(n)}`)
      .replaceAll(/^# newpar id = p(\d+)$/gm, (_, n) => {
        this.paragraphs = Math.max(this.paragraphs, paragraphs + Number(n))
        return `# newpar id = p${paragraphs + Number(n)}`
      })
    return before === 0 ? part : encode(renumbered)
  }
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}
