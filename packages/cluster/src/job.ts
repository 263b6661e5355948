// A job as plain data: inputs cut into shards, a task with its options, a model and a version.
import { createHash } from 'node:crypto'

/** Any JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

/** A range of bytes in a file. */
export interface Stretch {
  readonly path: string
  readonly start: number
  readonly end: number
  readonly sha256: string
}

/** The piece of a job that one worker processes at a time. */
export interface Shard {
  readonly sources: readonly Stretch[]
  /** The line of the input at which it begins, from 1. */
  readonly line: number
  /** Number of UTF-16 units of the input before it. */
  readonly offset: number
}

/**
 * How sentences are numbered in the output. Numbers in a shard begin with 1; the joined output numbers them
 * consecutively.
 */
export type Numbering = 'none' | 'conllu' | 'json'

/** An input and its shards. */
export interface JobInput {
  /** The path that the user gave: a file, or a folder. */
  readonly path: string
  /** The name of its output, a file in the job's folder. */
  readonly name: string
  /** The kind of input, as the task calls it. */
  readonly kind: string
  readonly numbering: Numbering
  readonly bytes: number
  readonly sha256: string
  readonly shards: readonly Shard[]
}

/** What every worker must know about a job, and agree to. */
export interface JobHeader {
  /** A hash: the same inputs, options, model and version have the same id. */
  readonly id: string
  readonly task: string
  readonly options: { readonly [name: string]: Json }
  readonly model: {
    /** Null for the model that comes with Parley. */
    readonly path: string | null
    readonly sha256: string
  }
  readonly version: string
  /** The folder of the outputs. */
  readonly out: string
  /** Further data that the submitter needs to submit the job again. */
  readonly submitted?: { readonly [name: string]: Json }
}

export interface Job extends JobHeader {
  readonly inputs: readonly JobInput[]
}

/** An order to process a shard. */
export interface ShardOrder extends Shard {
  readonly id: string
  readonly job: string
  readonly out: string
  readonly kind: string
  /** Index of the input in the job; `index` is that of the shard in the input. */
  readonly input: number
  readonly index: number
}

/** What a worker produced for a shard. */
export interface ShardOutput {
  readonly output: Uint8Array
  readonly sentences: number
  readonly warnings: readonly string[]
}

/** The content of a job's file: each input with the number of its shards. */
export interface SavedJobFile extends JobHeader {
  readonly inputs: readonly SavedInput[]
}

export type SavedInput = Omit<JobInput, 'shards'> & { readonly shards: number }

/** Adds the id to a job. */
export function makeJob(job: Omit<Job, 'id'>): Job {
  return { id: idOf(savedForm(job)), ...job }
}

/** The form of a job that is saved: shards are only counted. */
export function savedForm<J extends Pick<Job, 'inputs'>>(
  job: J,
): Omit<J, 'inputs'> & Pick<SavedJobFile, 'inputs'> {
  const inputs = job.inputs.map(({ shards, ...input }) => ({ ...input, shards: shards.length }))
  return { ...job, inputs }
}

/** The id that follows from the content of a job. */
export function idOf({ task, options, model, version, out, inputs }: Omit<SavedJobFile, 'id'>): string {
  const content = {
    task,
    options,
    model: model.sha256,
    version,
    out,
    inputs: inputs.map(({ path, name, kind, sha256, shards }) => ({ path, name, kind, sha256, shards })),
  }
  return sha256(new TextEncoder().encode(canonical(content))).slice(0, 16)
}

export function orderId({ job, input, index }: Pick<ShardOrder, 'job' | 'input' | 'index'>): string {
  return `${job}-${input}-${index}`
}

export function orderOf(job: Job, input: number, index: number): ShardOrder {
  const { kind, shards } = job.inputs[input]
  return {
    id: orderId({ job: job.id, input, index }),
    job: job.id,
    out: job.out,
    kind,
    input,
    index,
    ...shards[index],
  }
}

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** JSON with the keys of objects in sorted order. */
export function canonical(value: Json): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  const entries = Object.entries(value as { [key: string]: Json }).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`).join(',')}}`
}
