// An in-process `Thread`: the main thread does a share of the work between reading, distributing and writing.
// This saves the start of a thread, which would load and compile all modules again.
import type { Thread } from '@parleyjs/core'
import type { ThreadPort } from '@parleyjs/core/internal'

/**
 * Passes messages to `serve` in order, one per turn of the event loop, so that other work of the main thread
 * runs too.
 */
export function ownThread(serve: (port: Pick<ThreadPort, 'postMessage' | 'onMessage'>) => void): Thread {
  const messages: unknown[] = []
  let scheduled = false
  let ended = false
  let hear: (message: unknown) => void = () => {}
  let answer: (message: unknown) => void = () => {}
  const schedule = () => {
    if (scheduled || messages.length === 0) return
    scheduled = true
    setImmediate(() => {
      scheduled = false
      if (ended) return
      hear(messages.shift())
      schedule()
    })
  }
  serve({
    postMessage: (message) => answer(message),
    onMessage: (listener) => {
      hear = listener
    },
  })
  return {
    postMessage: (message) => {
      messages.push(message)
      schedule()
    },
    onMessage: (listener) => {
      answer = listener
    },
    // Failures of a task are reported in its answer.
    onError: () => {},
    terminate: () => {
      ended = true
      return Promise.resolve()
    },
    ref: () => {},
    unref: () => {},
  }
}
