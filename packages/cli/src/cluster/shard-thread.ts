// A thread that processes one shard after the other, with the model that all threads of the process share.
import { dirname } from 'node:path'
import { parentPort } from 'node:worker_threads'
import {
  FileStorage,
  type JobHeader,
  type ShardOrder,
  type ShardOutput,
  StorageError,
} from '@parleyjs/cluster'
import type { Stretch } from '@parleyjs/cluster/internal'
import { type ErrorCode, type ErrorPlace, ParleyError } from '@parleyjs/core'
import { openModel, type SharedModel } from '@parleyjs/learn'
import { ShardTasks } from './shard-task.js'
import type { KnownModel } from './worker.js'

/** A shard to process, with the model of its job. */
export interface ThreadOrder {
  readonly order: ShardOrder
  readonly job: JobHeader
  readonly model: SharedModel
}

export type ThreadReply =
  | ShardOutput
  | { readonly fault: { readonly code: ErrorCode; readonly message: string; readonly place: ErrorPlace } }
  | { readonly storage: string }
  | { readonly bug: { readonly name: string; readonly message: string; readonly stack?: string } }

const port = parentPort!
const storage = new FileStorage()
let loaded: { readonly sha256: string; readonly tasks: ShardTasks } | null = null

port.on('message', (message: ThreadOrder | KnownModel) => {
  if (!('order' in message)) return prepare(message)
  const { order, job, model } = message
  void run(order, job, model).then((reply) =>
    port.postMessage(reply, 'output' in reply ? [reply.output.buffer as ArrayBuffer] : []),
  )
})

/** Prepares a model before there is a job. */
function prepare({ sha256, model }: KnownModel): void {
  const tasks = tasksOf(model)
  tasks.prepare()
  loaded = { sha256, tasks }
}

async function run(order: ShardOrder, job: JobHeader, model: SharedModel): Promise<ThreadReply> {
  try {
    const { sha256 } = job.model
    if (loaded?.sha256 !== sha256) loaded = { sha256, tasks: tasksOf(model) }
    const { output, ...rest } = await loaded.tasks.run(order, job)
    // A small array may be part of a larger buffer, which cannot be transferred.
    return { output: output.byteLength === output.buffer.byteLength ? output : output.slice(), ...rest }
  } catch (error) {
    if (error instanceof ParleyError) {
      const { code, message, place } = error
      return { fault: { code, message, place } }
    }
    if (error instanceof StorageError) return { storage: error.message }
    const { name, message, stack } = error instanceof Error ? error : new Error(String(error))
    return { bug: { name, message, ...(stack !== undefined && { stack }) } }
  }
}

function tasksOf(model: SharedModel): ShardTasks {
  return new ShardTasks(openModel(model), read)
}

async function read({ path, start, end }: Stretch): Promise<Uint8Array> {
  if ((await storage.size(path)) !== null || (await storage.list(dirname(path))).length === 0)
    return storage.read(path, start, end)
  // The folder exists, so that this machine has the shared storage: the file itself is missing.
  throw new ParleyError('bad-input', 'This file is gone since the job was submitted.', { file: path })
}
