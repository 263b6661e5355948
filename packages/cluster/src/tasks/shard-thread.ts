// A thread that processes one shard after the other, with the model that all threads of the process share.
import { dirname } from 'node:path'
import { ParleyError } from '@parleyjs/core'
import { serveTasks, threadPort } from '@parleyjs/core/internal'
import { openModel, type SharedModel } from '@parleyjs/learn'
import { FileStorage } from '../file-storage.js'
import type { JobHeader, ShardOrder, ShardOutput, Stretch } from '../job.js'
import { ShardTasks } from './shard-task.js'
import type { KnownModel } from './shared-models.js'

/** A shard to process, with the model of its job. */
export interface ThreadOrder {
  readonly order: ShardOrder
  readonly job: JobHeader
  readonly model: SharedModel
}

/** The data that the thread is started with: a model to prepare before there is a job. */
export type ThreadStart = KnownModel | null

const port = await threadPort<ThreadStart>()
const storage = new FileStorage()
let loaded: { readonly sha256: string; readonly tasks: ShardTasks } | null = null

if (port.data !== null) {
  const { sha256, model } = port.data
  loaded = { sha256, tasks: tasksOf(model) }
  loaded.tasks.prepare()
}

serveTasks(port, ({ order, job, model }: ThreadOrder): Promise<ShardOutput> => {
  const { sha256 } = job.model
  if (loaded?.sha256 !== sha256) loaded = { sha256, tasks: tasksOf(model) }
  return loaded.tasks.run(order, job)
})

function tasksOf(model: SharedModel): ShardTasks {
  return new ShardTasks(openModel(model), read)
}

async function read({ path, start, end }: Stretch): Promise<Uint8Array> {
  if ((await storage.size(path)) !== null || (await storage.list(dirname(path))).length === 0)
    return storage.read(path, start, end)
  // The folder exists, so that this machine has the shared storage: the file itself is missing.
  throw new ParleyError('bad-input', 'This file is gone since the job was submitted.', { file: path })
}
