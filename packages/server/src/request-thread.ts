// A thread that answers requests, one after the other, with the model that all threads share.
import { serveTasks, type TaskWork, threadPort } from '@parleyjs/core/internal'
import { Models } from './models.js'
import { runTask } from './run-task.js'
import type { Task, ThreadSettings } from './task.js'

/** A batch is sent when it reaches this number of characters, or this age in milliseconds. */
const BATCH = 16_384
const BATCH_MS = 100

const port = await threadPort<ThreadSettings>()
const models = new Models(new Uint8Array(port.data.model))

serveTasks(port, (task: Task, work: TaskWork<readonly string[]>) => {
  let pieces: string[] = []
  let size = 0
  let since = performance.now()
  for (const piece of runTask(models, task, () => !work.aborted)) {
    pieces.push(piece)
    size += piece.length
    if (size < BATCH && performance.now() - since < BATCH_MS) continue
    work.tell(pieces)
    pieces = []
    size = 0
    since = performance.now()
  }
  if (pieces.length > 0) work.tell(pieces)
})
