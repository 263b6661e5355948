// A worker thread: runs one task after the other, with the model that all threads share.
import { parentPort, workerData } from 'node:worker_threads'
import { ParleyError } from '@parleyjs/core'
import { Models } from './models.js'
import { runTask } from './run-task.js'
import type { TaskFault, WorkerMessage, WorkerOrder, WorkerSettings } from './task.js'
import { TaskControl } from './task-control.js'

/** A batch is sent when it reaches this number of characters, or this age in milliseconds. */
const BATCH = 16_384
const BATCH_MS = 100

const port = parentPort!
const send = (message: WorkerMessage) => port.postMessage(message)

const { model } = workerData as WorkerSettings
const models = new Models(new Uint8Array(model))

port.on('message', ({ task, control: memory }: WorkerOrder) => {
  const control = new TaskControl(memory)
  try {
    let pieces: string[] = []
    let size = 0
    let since = performance.now()
    for (const piece of runTask(models, task, () => !control.stopped)) {
      pieces.push(piece)
      size += piece.length
      if (size < BATCH && performance.now() - since < BATCH_MS) continue
      control.waitForReader()
      send({ pieces })
      pieces = []
      size = 0
      since = performance.now()
    }
    if (pieces.length > 0) send({ pieces })
    send({ done: true })
  } catch (error) {
    send(
      error instanceof ParleyError
        ? { fault: faultOf(error) }
        : { bug: String((error as Error)?.stack ?? error) },
    )
  }
})

send({ ready: true })

function faultOf({ code, message, place }: ParleyError): TaskFault {
  return { code, message, place }
}
