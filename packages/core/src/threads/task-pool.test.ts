// `TaskPool`: urgency, progress and failures.
import { expect, test } from 'vitest'
import { ParleyError } from '../error.js'
import { serveTasks, TaskPool } from './task-pool.js'
import { Mailbox, type Thread } from './thread.js'

type Tell = (news: unknown) => void

/** A pool of in-process threads; `die` ends the first. */
function poolOf(threads: number, perform: (task: string, tell: Tell) => unknown) {
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
  return { pool: new TaskPool({ threads, spawn }), ends }
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
  const { pool } = poolOf(1, (task, tell) => {
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
  const { pool } = poolOf(1, (task, tell) => {
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
