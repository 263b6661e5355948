// `TaskPool`: urgency, progress, failures, abort and replacement.
import { expect, test } from 'vitest'
import { ParleyError } from '../error.js'
import { TaskPool, type TaskPoolOptions } from './task-pool.js'
import { serveTasks, type TaskWork } from './task-thread.js'
import { Mailbox, type Thread } from './thread.js'

/** A pool of in-process threads; `die` ends the first. */
function poolOf(
  threads: number,
  perform: (task: string, work: TaskWork) => unknown,
  options: Partial<TaskPoolOptions<string>> = {},
) {
  const ends: (() => void)[] = []
  const spawn = (): Thread => {
    const [into, out, errors] = [new Mailbox<unknown>(), new Mailbox<unknown>(), new Mailbox<Error>()]
    const post = (message: unknown) => void setTimeout(() => out.put(structuredClone(message)), 1)
    serveTasks({ postMessage: post, onMessage: (hear) => into.listen(hear) }, perform)
    ends.push(() => errors.put(new ParleyError('thread-ended', 'A thread ended before its work was done.')))
    return {
      postMessage: (message) => into.put(message),
      onMessage: (hear) => out.listen(hear),
      onError: (hear) => errors.listen(hear),
      terminate: async () => {},
      ref() {},
      unref() {},
    }
  }
  return { pool: new TaskPool<string>({ threads, spawn, patience: 50, ...options }), ends }
}

const pause = () => new Promise((resolve) => setTimeout(resolve, 10))

test('the most urgent task starts first, then the one that came first', async () => {
  const begun: string[] = []
  const { pool, ends } = poolOf(1, async (task) => {
    begun.push(task)
    await pause()
    return task.toUpperCase()
  })
  const found = [pool.run('a'), pool.run('b'), pool.run('c', { urgency: 1 }), pool.run('d')]
  expect(await Promise.all(found)).toEqual(['A', 'B', 'C', 'D'])
  expect(begun).toEqual(['a', 'c', 'b', 'd'])
  expect(ends).toHaveLength(1)
})

test('threads start when there is work for them, and no more than wanted', async () => {
  const { pool, ends } = poolOf(3, pause)
  await pool.run('a')
  expect(ends).toHaveLength(1)
  await Promise.all(['a', 'b', 'c', 'd', 'e'].map((task) => pool.run(task)))
  expect(ends).toHaveLength(3)
})

test('news come before the result', async () => {
  const { pool } = poolOf(1, (task, { tell }) => {
    tell(1)
    tell(2)
    return task
  })
  const heard: number[] = []
  const onNews = (news: number) => heard.push(news)
  expect(await pool.run<string, number>('a', { onNews })).toBe('a')
  expect(heard).toEqual([1, 2])
})

test('an error of a task, or of the listener to its news, is an error of the task', async () => {
  const { pool } = poolOf(1, (task, { tell }) => {
    tell(task)
    if (task === 'bad') throw new ParleyError('bad-input', 'No.', { file: 'f' })
    return task
  })
  await expect(pool.run('bad')).rejects.toMatchObject({ code: 'bad-input', place: { file: 'f' } })
  const onNews = () => {
    throw new Error('The disk is full.')
  }
  await expect(pool.run('a', { onNews })).rejects.toThrow('The disk is full.')
  expect(await pool.run('good')).toBe('good')
})

test('a thread that dies, and a pool that is closed, fail their tasks', async () => {
  const { pool, ends } = poolOf(1, () => new Promise(() => {}))
  const first = pool.run('a')
  await pause()
  ends[0]()
  await expect(first).rejects.toMatchObject({ code: 'thread-ended' })
  const [second, third] = [pool.run('b'), pool.run('c')]
  const failed = Promise.allSettled([second, third])
  await pool.close()
  expect((await failed).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
})

test('a thread that is lost is replaced, and its task fails with the error that the owner chooses', async () => {
  const lost: (string | undefined)[] = []
  const { pool, ends } = poolOf(1, (task) => (task === 'stuck' ? new Promise(() => {}) : task), {
    onLost: (error, task) => {
      lost.push(task)
      return new ParleyError('too-large', `${task}: ${error.message}`)
    },
  })
  await pool.start()
  expect(pool.state).toEqual({ workers: 1, working: 0, free: 1, lost: 0, waiting: 0 })
  const stuck = pool.run('stuck')
  expect(pool.state).toMatchObject({ working: 1, free: 0 })
  ends[0]()
  await expect(stuck).rejects.toMatchObject({
    code: 'too-large',
    message: expect.stringContaining('stuck: '),
  })
  expect(lost).toEqual(['stuck'])
  expect(pool.state).toMatchObject({ workers: 0, lost: 1 })
  expect(await pool.run('a')).toBe('a')
  expect(ends).toHaveLength(2)
})

test('an aborted task stops by itself, or its thread is replaced; waiting tasks fail at once', async () => {
  const { pool, ends } = poolOf(1, async (task, work) => {
    while (task === 'stuck' || !work.aborted) await pause()
    return 'what there was'
  })
  const [polite, rude, waiting] = [1, 2, 3].map(() => new AbortController())
  const first = pool.run('polite', { signal: polite.signal })
  await pause()
  polite.abort()
  expect(await first).toBe('what there was')
  const second = pool.run('stuck', { signal: rude.signal })
  const third = pool.run('polite', { signal: waiting.signal })
  await pause()
  waiting.abort(new Error('not needed'))
  await expect(third).rejects.toThrow('not needed')
  rude.abort(new Error('too late'))
  await expect(second).rejects.toThrow('too late')
  const last = pool.run('polite', { signal: AbortSignal.timeout(20) })
  expect(await last).toBe('what there was')
  expect(ends).toHaveLength(2)
})

test('a pool whose threads cannot start says why', async () => {
  const spawn = () => {
    throw new Error('no memory')
  }
  const pool = new TaskPool({ threads: 2, spawn })
  await expect(pool.run('a')).rejects.toThrow('no memory')
  await expect(pool.start()).rejects.toThrow('no memory')
})
