// Threads in Node; scripts/browser-threads.test.ts tests the same in Chromium. The threads run the built
// code.
import { afterEach, describe, expect, test } from 'vitest'
import { ParleyError } from '../error.js'
import { spawnThread, threadPort } from './spawn.js'
import type { Thread } from './thread.js'

const ECHO = new URL('../../test-support/echo-thread.mjs', import.meta.url)
const started: Thread[] = []

function start(data?: unknown): Thread {
  const thread = spawnThread(ECHO, data)
  started.push(thread)
  return thread
}

afterEach(async () => {
  for (const thread of started.splice(0)) await thread.terminate()
})

/** The next `count` messages. */
function hear(thread: Thread, count: number): Promise<unknown[]> {
  const heard: unknown[] = []
  return new Promise((resolve, reject) => {
    thread.onError(reject)
    thread.onMessage((message) => {
      heard.push(message)
      if (heard.length === count) resolve(heard)
    })
  })
}

const failure = (thread: Thread) => new Promise<Error>((resolve) => thread.onError(resolve))

describe('a thread', () => {
  test('finds its data, and messages keep their order', async () => {
    const thread = start({ list: [1, 2], bytes: new Uint8Array([3]) })
    for (let i = 0; i < 100; i++) thread.postMessage(i)
    const [first, ...rest] = await hear(thread, 101)
    expect(first).toEqual({ data: { list: [1, 2], bytes: new Uint8Array([3]) } })
    expect(rest).toEqual(Array.from({ length: 100 }, (_, i) => 2 * i))
  })

  test('shares memory', async () => {
    const thread = start()
    const memory = new Int32Array(new SharedArrayBuffer(8))
    thread.postMessage(memory)
    expect((await hear(thread, 2))[1]).toBe('written')
    expect(memory[0]).toBe(7)
  })

  test('keeps messages until there is a listener', async () => {
    const thread = start('early')
    thread.postMessage(4)
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(await hear(thread, 2)).toEqual([{ data: 'early' }, 8])
  })

  test('that throws says what it threw', async () => {
    const thread = start()
    thread.postMessage('throw')
    expect((await failure(thread)).message).toBe('as asked')
  })

  test.each(['exit', 'close'])('that ends by itself (%s) is an error', async (how) => {
    const thread = start()
    thread.postMessage(how)
    const error = await failure(thread)
    expect(error).toBeInstanceOf(ParleyError)
    expect(error.message).toBe(
      `A thread ended before its work was done: exit code ${how === 'exit' ? 3 : 0}.`,
    )
  })

  test('that is terminated does not fail', async () => {
    const thread = start()
    let failed = false
    thread.onError(() => {
      failed = true
    })
    await thread.terminate()
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(failed).toBe(false)
  })

  test('starts where Node finds its modules by import only', async () => {
    const { getBuiltinModule } = process
    try {
      Object.assign(process, { getBuiltinModule: undefined })
      const thread = start('later')
      thread.postMessage(5)
      expect(await hear(thread, 2)).toEqual([{ data: 'later' }, 10])
    } finally {
      Object.assign(process, { getBuiltinModule })
    }
  })

  test('without a module fails', async () => {
    const thread = spawnThread(new URL('./testing/missing.mjs', import.meta.url))
    expect((await failure(thread)).message).toMatch(/missing\.mjs/)
  })

  test('has no port to the outside in the main thread', async () => {
    // Vitest itself may run tests in threads or in processes.
    const { isMainThread } = await import('node:worker_threads')
    if (isMainThread) await expect(threadPort()).rejects.toThrow(/modules that `spawnThread` has started/)
  })
})
