// Plans a job: its files, their formats, where they are cut, and the names of the outputs.
import { readdir, stat } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { ParleyError } from '@parleyjs/core'
import { type JobTask, kindOf } from '@parleyjs/runner'
import { englishModel, modelBytes, PEEK, unreadable } from '@parleyjs/runner/internal'
import { FileStorage } from '../file-storage.js'
import { type Job, type JobInput, type Json, makeJob, type Numbering, sha256 } from '../job.js'
import { planFile, planTopic } from '../plan.js'
import type { Storage } from '../storage.js'

/** What a job does, and with which files. */
export interface JobPlan {
  readonly task: JobTask
  /** The options of the task, as the table of options defines them for jobs. */
  readonly options: { readonly [name: string]: Json }
  /** Files, or folders with files. To summarise, each is a topic. */
  readonly paths: readonly string[]
  /** The format of all inputs. By default it is detected. */
  readonly kind?: 'text' | 'conllu' | undefined
  /** Approximate number of sentences per shard. */
  readonly shard: number
  /** The model file. Null: the English model that comes with Parley. */
  readonly model: string | null
  /** The folder of the outputs. */
  readonly out: string
  /** The version of Parley, which all workers must have. */
  readonly version: string
}

type Inputs = Pick<JobPlan, 'task' | 'options' | 'paths' | 'kind' | 'shard'>

const EXTENSIONS: Readonly<Record<string, string>> = {
  conllu: 'conllu',
  json: 'json',
  text: 'txt',
  html: 'html',
}

/**
 * Examines every input and cuts it into shards. The paths of a job are absolute, so that workers find them.
 *
 * @example
 * const what = { task: 'parse', options: { format: 'conllu' }, model: null } as const
 * const job = await planJob({ ...what, paths: [folder], shard: 500, out: 'trees', version: '0.1.0' })
 * job.inputs.map(({ name }) => name) // ['news.conllu']
 */
export async function planJob(plan: JobPlan): Promise<Job> {
  const { task, options, shard, kind, version } = plan
  const model = plan.model === null ? null : resolve(plan.model)
  const bytes = await modelBytes(model ?? (await englishModel()))
  return makeJob({
    task,
    options,
    model: { path: model, sha256: sha256(bytes) },
    version,
    out: resolve(plan.out),
    submitted: {
      paths: plan.paths.map((path) => resolve(path)),
      shard,
      ...(kind !== undefined && { kind }),
    },
    inputs: await planInputs(new FileStorage(), plan),
  })
}

async function planInputs(storage: Storage, inputs: Inputs): Promise<JobInput[]> {
  const planned: JobInput[] = []
  const names = new Map<string, string>()
  const { task } = inputs
  for (const given of inputs.paths) {
    const path = resolve(given)
    const files = await filesOf(given, path)
    const groups =
      task === 'summarize' ? [{ path, files }] : files.map((file) => ({ path: file, files: [file] }))
    for (const group of groups) {
      const name = outputName(group.path, inputs)
      const other = names.get(name)
      if (other !== undefined)
        throw new ParleyError(
          'bad-argument',
          `${other} and ${group.path} would both become ${name}. Submit them with different --out folders.`,
        )
      names.set(name, group.path)
      planned.push({ ...(await planOne(storage, inputs, group)), path: group.path, name })
    }
  }
  return planned
}

type Planned = Omit<JobInput, 'path' | 'name'>

async function planOne(
  storage: Storage,
  { task, options, kind: given, shard }: Inputs,
  { path, files }: { readonly path: string; readonly files: readonly string[] },
): Promise<Planned> {
  if (task === 'summarize') return { kind: 'topic', numbering: 'none', ...(await planTopic(storage, files)) }
  const size = (await storage.size(path)) ?? 0
  const start = new TextDecoder().decode(await storage.read(path, 0, Math.min(size, PEEK)))
  const kind = given ?? textKindOf(path, start)
  if (kind === 'text' && options.tags === 'keep')
    throw new ParleyError('bad-argument', '--tags keep goes with CoNLL-U: a text has no tags to keep.')
  const plan = await planFile(storage, path, kind, shard)
  // A file without words does not need a model.
  const blank = given === undefined && size <= PEEK && start.trim() === ''
  const numbering: Numbering = kind === 'conllu' ? 'none' : options.format === 'json' ? 'json' : 'conllu'
  return { kind, numbering, ...plan, ...(blank && { shards: [] }) }
}

function textKindOf(file: string, start: string): 'text' | 'conllu' {
  const kind = kindOf(start)
  if (kind !== 'mrg') return kind
  throw new ParleyError(
    'bad-input',
    'This looks like bracketed trees, which the cluster does not parse. If it is text after all, say so with --input text.',
    { file },
  )
}

/** A file, or the files of a folder in order, without hidden files. */
async function filesOf(given: string, path: string): Promise<string[]> {
  try {
    if (!(await stat(path)).isDirectory()) return [path]
    const entries = await readdir(path, { withFileTypes: true })
    const files = entries.filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    if (files.length > 0) return files.map(({ name }) => join(path, name)).sort()
  } catch (error) {
    throw unreadable(given, error)
  }
  throw new ParleyError('bad-input', 'There is no file in this folder.', { file: given })
}

function outputName(path: string, { options }: Inputs): string {
  const stem = basename(path).replace(/\.[^.]*$/, '')
  return `${stem}.${EXTENSIONS[options.format as string]}`
}
