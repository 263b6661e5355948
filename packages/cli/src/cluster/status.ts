// `parley cluster status` and `stop`.
import { resolve } from 'node:path'
import { FileStorage, type JobRecord } from '@parleyjs/cluster'
import { oneLine as printed, savedProgress } from '@parleyjs/cluster/internal'
import { flag, type Parsed, text } from '../args.js'
import { EXIT } from '../failure.js'
import { UsageError } from '../usage-error.js'
import { requireRedis } from './connect.js'

export async function statusCommand(parsed: Parsed, args: readonly string[]): Promise<number> {
  const [id, extra] = args
  if (extra !== undefined) throw new UsageError(`One JOB at a time: got "${id}" and "${extra}".`, 'cluster')
  const out = text(parsed, 'out')
  const { jobs, queue } = out === undefined ? await fromRedis(parsed) : await fromFolder(resolve(out))
  const chosen = id === undefined ? jobs : jobs.filter((job) => job.id === id)
  if (id !== undefined && chosen.length === 0) throw new UsageError(`There is no job ${id}.`, 'cluster')
  if (flag(parsed, 'json')) {
    process.stdout.write(`${JSON.stringify({ ...(queue !== null && { queue }), jobs: chosen })}\n`)
    return EXIT.ok
  }
  if (queue !== null)
    process.stdout.write(
      `workers: ${queue.workers ?? 'unknown'}; shards waiting: ${queue.waiting}, taken: ${queue.taken}\n`,
    )
  if (chosen.length === 0) process.stdout.write('no jobs\n')
  for (const job of chosen) process.stdout.write(`${line(job)}\n`)
  return EXIT.ok
}

export async function stopCommand(parsed: Parsed, args: readonly string[]): Promise<number> {
  const [id, extra] = args
  if (id === undefined || extra !== undefined)
    throw new UsageError('Name one JOB: parley cluster stop JOB', 'cluster')
  const broker = await requireRedis(parsed)
  try {
    const job = (await broker.jobs()).find((one) => one.id === id)
    if (job === undefined)
      throw new UsageError(`There is no job ${id}. See: parley cluster status`, 'cluster')
    await broker.stop(id)
    const stopped: JobRecord = { ...job, state: job.state === 'running' ? 'stopped' : job.state }
    await broker.record(stopped)
    process.stdout.write(flag(parsed, 'json') ? `${JSON.stringify(stopped)}\n` : `${line(stopped)}\n`)
  } finally {
    await broker.close()
  }
  return EXIT.ok
}

async function fromRedis(parsed: Parsed) {
  const broker = await requireRedis(parsed)
  try {
    return { jobs: await broker.jobs(), queue: await broker.counts() }
  } finally {
    await broker.close()
  }
}

async function fromFolder(out: string) {
  return { jobs: await savedProgress(new FileStorage(), out), queue: null }
}

function line({ id, task, state, shards, done, failed, out, reasons = [] }: JobRecord): string {
  const bad = failed === 0 ? '' : `, ${failed} failed`
  const why = reasons.map((reason) => `\n  ${printed(reason)}`).join('')
  return `${id}  ${task}  ${state}  ${done} of ${shards} shards${bad}  ${printed(out)}${why}`
}
