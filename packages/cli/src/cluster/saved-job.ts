// Finds an earlier job by the file in its output folder.
import { resolve } from 'node:path'
import { FileStorage, type JobPlan } from '@parleyjs/cluster'
import { savedJobs } from '@parleyjs/cluster/internal'
import type { JobTask } from '@parleyjs/runner'
import { type Parsed, text } from '../args.js'
import { UsageError } from '../usage-error.js'
import { redisUrl, requireRedis } from './connect.js'

export type SavedJob = Omit<JobPlan, 'version'> & { readonly id: string }

/** Finds the job that a command line names, through Redis or by its folder. */
export async function findJob(parsed: Parsed, args: readonly string[]): Promise<SavedJob> {
  const [id, extra] = args
  if (extra !== undefined) throw new UsageError(`One JOB at a time: got "${id}" and "${extra}".`, 'cluster')
  if (id === undefined) throw new UsageError('Which JOB? See: parley cluster status', 'cluster')
  const out = text(parsed, 'out') ?? (await folderOf(parsed, id))
  const folder = resolve(out)
  const job = (await savedJobs(new FileStorage(), folder)).find((one) => one.id === id)
  if (job === undefined)
    throw new UsageError(
      `There is no unfinished job ${id} in ${folder}. If it is done, there is nothing to resume.`,
    )
  const { paths, shard, kind } = job.submitted as Pick<JobPlan, 'paths' | 'shard' | 'kind'>
  const { options, model } = job
  return { id, out: folder, model: model.path, task: job.task as JobTask, options, paths, shard, kind }
}

async function folderOf(parsed: Parsed, id: string): Promise<string> {
  if (redisUrl(parsed) === undefined)
    throw new UsageError(
      'Where is the job? Give the folder of its outputs (--out DIR), or --redis URL.',
      'cluster',
    )
  const broker = await requireRedis(parsed)
  try {
    const record = (await broker.jobs()).find((job) => job.id === id)
    if (record !== undefined) return record.out
  } finally {
    await broker.close()
  }
  throw new UsageError(`Redis knows no job ${id}. Give the folder of its outputs: --out DIR`, 'cluster')
}
