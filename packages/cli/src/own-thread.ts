// A thread that is none: the main thread takes its share of the work, between reading, handing out and writing. That saves a start, in
// which everything is loaded and compiled once more.
import type { Thread, ThreadPort } from '@parley/core'

/** What `serve` answers to messages, in their order, one at a time; what else the main thread has to do comes in between. */
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
    // What goes wrong with a task is in its answer.
    onError: () => {},
    terminate: () => {
      ended = true
      return Promise.resolve()
    },
    ref: () => {},
    unref: () => {},
  }
}
