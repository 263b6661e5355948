// Finds the unfinished jobs in a folder of outputs without a broker: each keeps a file there.
import type { JobRecord } from './broker.js'
import type { SavedJobFile } from './job.js'
import { type FailedManifest, isFinished, type Manifest } from './join.js'
import { requireSavedJob } from './orders.js'
import { findFailure, jobFile, listShards, REASONS, reasonOf } from './parts.js'
import { readJson, type Storage, StorageError } from './storage.js'

/** The unfinished jobs in a folder of outputs. */
export async function savedJobs(storage: Storage, out: string): Promise<SavedJobFile[]> {
  const jobs: SavedJobFile[] = []
  for (const id of await storage.list(`${out}/.parley`)) {
    const path = jobFile({ job: id, out })
    const found = await readJson<unknown>(storage, path)
    if (found !== null) jobs.push(checked(found, { id, out }, path))
  }
  return jobs
}

function checked(
  found: unknown,
  place: { readonly id: string; readonly out: string },
  path: string,
): SavedJobFile {
  try {
    return requireSavedJob(found, place)
  } catch (error) {
    throw new StorageError(
      `${path} is damaged: ${(error as Error).message} Remove it, and submit the job again.`,
    )
  }
}

/** The progress of the unfinished jobs, read from the storage. */
export async function savedProgress(storage: Storage, out: string): Promise<JobRecord[]> {
  const records: JobRecord[] = []
  for (const job of await savedJobs(storage, out)) {
    let done = 0
    let failed = 0
    const reasons: string[] = []
    for (const [i, { name, shards }] of job.inputs.entries()) {
      const manifest = await readJson<Manifest | FailedManifest>(storage, `${out}/${name}.manifest.json`)
      const isDone = manifest?.job === job.id && isFinished(manifest)
      const { parts, failures } = await listShards(storage, job, i)
      done += isDone ? shards : parts.length
      failed += failures.length
      for (const index of failures.slice(0, REASONS - reasons.length)) {
        const failure = await findFailure(storage, { job: job.id, out, input: i, index })
        if (failure !== null) reasons.push(reasonOf(failure))
      }
    }
    const shards = job.inputs.reduce((sum, input) => sum + input.shards, 0)
    const { id, task } = job
    const state = failed > 0 && done + failed === shards ? 'failed' : 'running'
    const record = { id, task, out, inputs: job.inputs.length, shards, done, failed, state } as const
    records.push(reasons.length > 0 ? { ...record, reasons } : record)
  }
  return records
}
