// Tests the in-process thread: messages are handled in order, one per turn.
import { serveBatches } from '@parleyjs/core/internal'
import { describe, expect, test } from 'vitest'
import { ownThread } from './own-thread.js'

describe('the main thread as one of the threads', () => {
  test('answers in order, one batch at a time, and lets other things happen in between', async () => {
    const events: string[] = []
    const thread = ownThread((port) =>
      serveBatches(port, (task: number) => {
        events.push(`task ${task}`)
        return 2 * task
      }),
    )
    const replies: unknown[] = []
    const done = new Promise<void>((resolve) => {
      thread.onMessage((message) => {
        replies.push(message)
        if (replies.length === 2) resolve()
      })
    })
    thread.postMessage({ task: [1, 2] })
    thread.postMessage({ task: [3] })
    events.push('posted')
    const other = () => setImmediate(() => events.push('other'))
    other()
    await done
    expect(replies).toEqual([{ result: { answers: [2, 4] } }, { result: { answers: [6] } }])
    expect(events.indexOf('posted')).toBe(0)
    expect(events.indexOf('other')).toBeLessThan(events.indexOf('task 3'))
  })

  test('does nothing more once it is ended', async () => {
    const thread = ownThread((port) => serveBatches(port, () => expect.unreachable()))
    thread.postMessage({ tasks: [1] })
    await thread.terminate()
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
  })
})
