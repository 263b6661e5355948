// The worker's side: handles calls one at a time, in the order of arrival, and stops those that are no longer
// needed.
import { ParleyError } from '@parleyjs/core'
import type { Failure, Order, Report, Task } from './tasks.js'

/** The functions that a task may call while it works. */
export interface Work<Progress> {
  readonly tell: (progress: Progress) => void
  /** Handles waiting messages; throws if the task was stopped. To be called regularly. */
  readonly breathe: () => Promise<void>
}

type AnyTasks<T> = { [name in keyof T]: Task<unknown, unknown, unknown> }
export type Handlers<T extends AnyTasks<T>> = {
  [name in keyof T]: (
    request: T[name]['request'],
    work: Work<T[name]['progress']>,
  ) => T[name]['result'] | Promise<T[name]['result']>
}

class Stopped extends Error {}

/** How long a task may work before it handles messages, in milliseconds. */
const BREATH = 12

/** Handles the calls of the page that started this worker. */
export function serve<T extends AnyTasks<T>>(handlers: Handlers<T>): void {
  const stopped = new Set<number>()
  const report = (message: Report) => postMessage(message)
  let queue: Promise<void> = Promise.resolve()

  const run = async ({ id, name, request }: Extract<Order, { name: string }>) => {
    let last = performance.now()
    const work: Work<unknown> = {
      tell: (progress) => report({ id, kind: 'progress', progress }),
      breathe: async () => {
        if (performance.now() - last < BREATH) return
        await nextMessage()
        last = performance.now()
        if (stopped.has(id)) throw new Stopped()
      },
    }
    try {
      await nextMessage()
      if (stopped.has(id)) throw new Stopped()
      const handler = handlers[name as keyof T] as (request: unknown, work: Work<unknown>) => unknown
      report({ id, kind: 'result', result: await handler(request, work) })
    } catch (error) {
      if (error instanceof Stopped) report({ id, kind: 'stopped' })
      else report({ id, kind: 'failure', failure: failureOf(error) })
    } finally {
      stopped.delete(id)
    }
  }

  addEventListener('message', ({ data }: MessageEvent<Order>) => {
    if ('stop' in data) stopped.add(data.id)
    else queue = queue.then(() => run(data))
  })
}

/** Resolves after the messages that are currently waiting. */
function nextMessage(): Promise<void> {
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })
}

export function failureOf(error: unknown): Failure {
  if (!(error instanceof Error)) return { message: String(error) }
  if (!(error instanceof ParleyError)) return { message: error.message }
  const { line, column } = error.place
  return {
    message: error.message,
    ...(line !== undefined && { line }),
    ...(column !== undefined && { column }),
  }
}
