// The jobs that a folder of outputs knows of, without a broker: those that are not done keep a file there.
import type { JobRecord } from './broker.js'
import type { JobHeader } from './job.js'
import { jobFile, listShards } from './parts.js'
import { readJson, type Storage } from './storage.js'

/** A job as it is kept while it is not done. */
export interface SavedJobFile extends JobHeader {
  readonly inputs: readonly { readonly path: string; readonly name: string; readonly shards: number }[]
}

/** The jobs in a folder of outputs that are not done. */
export async function savedJobs(storage: Storage, out: string): Promise<SavedJobFile[]> {
  const jobs: SavedJobFile[] = []
  for (const id of await storage.list(`${out}/.parley`)) {
    const job = await readJson<SavedJobFile>(storage, jobFile({ job: id, out }))
    if (job !== null) jobs.push(job)
  }
  return jobs
}

/** How far they are, by what is on the storage. */
export async function savedProgress(storage: Storage, out: string): Promise<JobRecord[]> {
  const records: JobRecord[] = []
  for (const job of await savedJobs(storage, out)) {
    let done = 0
    let failed = 0
    for (const [i, { name, shards }] of job.inputs.entries()) {
      const finished = await readJson<{ job: string }>(storage, `${out}/${name}.manifest.json`)
      const { parts, failures } = await listShards(storage, job, i)
      done += finished?.job === job.id ? shards : parts.length
      failed += failures.length
    }
    const shards = job.inputs.reduce((sum, input) => sum + input.shards, 0)
    const { id, task } = job
    const state = failed > 0 && done + failed === shards ? 'failed' : 'running'
    records.push({ id, task, out, inputs: job.inputs.length, shards, done, failed, state })
  }
  return records
}
