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

serveTasks(port, async (task: Task, work: TaskWork<readonly string[]>) => {
  let pieces: string[] = []
  let size = 0
  let since = performance.now()
  await runTask(models, task, {
    write(piece) {
      pieces.push(piece)
      size += piece.length
      if (size < BATCH && performance.now() - since < BATCH_MS) return
      work.tell(pieces)
      pieces = []
      size = 0
      since = performance.now()
    },
    // CoNLL-U of a request is read strictly: deviations are errors.
    note() {},
    get isClosed() {
      return work.aborted
    },
  })
  if (pieces.length > 0) work.tell(pieces)
})
