// `OrderedPool`: order of answers, batches, back-pressure and failures.
import { describe, expect, test } from 'vitest'
import { ParleyError } from '../error.js'
import { serveBatches } from './batches.js'
import { OrderedPool } from './ordered-pool.js'
import { spawnThread } from './spawn.js'
import { Mailbox, type Thread } from './thread.js'

const pause = (ms = 5) => new Promise((resolve) => setTimeout(resolve, ms))

/** An in-process `Thread` that answers after a delay of its own. */
class FakeThread<Answer = number> implements Thread {
  readonly batches: number[] = []
  ended = false
  private readonly out = new Mailbox<unknown>()
  private readonly errors = new Mailbox<Error>()
  private readonly into = new Mailbox<unknown>()

  constructor(
    answer: (task: number) => Answer | Promise<Answer>,
    delay: () => number,
    join?: (answers: readonly Answer[]) => Answer | undefined,
  ) {
    let last = Promise.resolve()
    const post = (message: unknown) => {
      last = last.then(() => pause(delay())).then(() => this.ended || this.out.put(message)) as Promise<void>
    }
    serveBatches({ postMessage: post, onMessage: (hear) => this.into.listen(hear) }, answer, join)
  }

  postMessage(message: unknown): void {
    this.batches.push((message as { task: readonly number[] }).task.length)
    this.into.put(structuredClone(message))
  }
  onMessage(listener: (message: unknown) => void): void {
    this.out.listen(listener)
  }
  onError(listener: (error: Error) => void): void {
    this.errors.listen(listener)
  }
  async terminate(): Promise<void> {
    this.ended = true
  }
  die(): void {
    this.ended = true
    this.errors.put(new ParleyError('thread-ended', 'A thread ended before its work was done: exit code 9.'))
  }
  ref(): void {}
  unref(): void {}
}

function poolOf(threads: number, answer: (task: number) => number = (x) => 2 * x, delay = () => 0) {
  const started: FakeThread[] = []
  const spawn = () => {
    started.push(new FakeThread(answer, delay))
    return started.at(-1)!
  }
  return { pool: new OrderedPool<number, number>({ threads, spawn, batchWeight: 5 }), started }
}

/** Every seat's batches. */
function poolWithOwn(threads: number, delay: () => number, ownDelay: () => number) {
  const started: FakeThread[] = []
  const own = new FakeThread((x) => 2 * x, ownDelay)
  const spawn = () => {
    started.push(new FakeThread((x) => 2 * x, delay))
    return started.at(-1)!
  }
  return { pool: new OrderedPool<number, number>({ threads, spawn, own, batchWeight: 5 }), started, own }
}

async function collect<T>(from: AsyncIterable<T>): Promise<{ values: T[]; error: unknown }> {
  const values: T[] = []
  try {
    for await (const value of from) values.push(value)
  } catch (error) {
    return { values, error }
  }
  return { values, error: null }
}

const upTo = (n: number) => Array.from({ length: n }, (_, i) => i)

describe('answers', () => {
  test.each([1, 2, 3, 7])('of %i threads come in the order of the tasks', async (threads) => {
    let seed = threads
    const delay = () => (seed = (seed * 48271) % 2147483647) % 7
    const { pool, started } = poolOf(threads, (x) => 2 * x, delay)
    const { values, error } = await collect(pool.map(upTo(200)))
    expect({ values, error }).toEqual({ values: upTo(200).map((x) => 2 * x), error: null })
    expect(started).toHaveLength(threads)
    // The threads are kept for the next stream.
    expect((await collect(pool.map([5]))).values).toEqual([10])
    expect(started).toHaveLength(threads)
    await pool.close()
    expect(started.every(({ ended }) => ended)).toBe(true)
  })

  test('to nothing start no thread', async () => {
    const { pool, started } = poolOf(3)
    expect(await collect(pool.map([]))).toEqual({ values: [], error: null })
    expect(started).toHaveLength(0)
  })

  // As many tasks as may be in flight, so that all batches are full.
  test.each([45, 32])('that threads join are one for a batch, up to task %i', async (bad) => {
    const answer = (x: number) => {
      if (x === bad) throw new ParleyError('bad-input', `Task ${x} is bad.`)
      return [x]
    }
    const spawn = () =>
      new FakeThread<number[]>(
        answer,
        () => Math.random() * 5,
        (answers) => answers.flat(),
      )
    const pool = new OrderedPool<number, number[]>({ threads: 3, spawn, batchWeight: 5 })
    const { values, error } = await collect(pool.map(upTo(45)))
    expect(values.flat()).toEqual(upTo(bad))
    expect(values).toHaveLength(Math.ceil(bad / 5))
    if (bad === 45) expect(error).toBeNull()
    else expect(error).toMatchObject({ message: 'Task 32 is bad.' })
  })

  test('that cannot be joined come separately', async () => {
    const spawn = () =>
      new FakeThread<number>(
        (x) => x,
        () => 0,
        (answers) => (answers.includes(12) ? undefined : answers[0] / 5),
      )
    const pool = new OrderedPool<number, number>({ threads: 1, spawn, batchWeight: 5 })
    expect((await collect(pool.map(upTo(15)))).values).toEqual([0, 1, 10, 11, 12, 13, 14])
  })

  test('do not wait for a full batch where the source makes a pause', async () => {
    const { pool, started } = poolOf(2)
    let answered = 0
    // It gives no further task before the last is answered.
    async function* slow() {
      for (let i = 0; i < 4; i++) {
        yield i
        while (answered <= i) await pause()
      }
    }
    for await (const _ of pool.map(slow())) answered++
    expect(answered).toBe(4)
    expect(started.flatMap(({ batches }) => batches)).toEqual([1, 1, 1, 1])
  })
})

test('a slow reader stops source and threads', async () => {
  const { pool } = poolOf(2)
  let read = 0
  function* counted() {
    for (; read < 1000; read++) yield read
  }
  const answers = pool.map(counted())
  await answers.next()
  await pause(50)
  // 2 threads · 3 batches · 5 tasks, and the one that was taken.
  expect(read).toBeLessThanOrEqual(31)
  expect((await collect(answers)).values).toHaveLength(999)
})

describe('what goes wrong', () => {
  const failing = (x: number) => {
    if (x >= 37) throw new ParleyError('bad-input', `Task ${x} is bad.`, { file: 'f', line: x })
    return x
  }

  test('in a task is thrown in its place, as it was', async () => {
    const { pool } = poolOf(3, failing, () => Math.random() * 5)
    const { values, error } = await collect(pool.map(upTo(100)))
    expect(values).toEqual(upTo(37))
    expect(error).toBeInstanceOf(ParleyError)
    expect(error).toMatchObject({
      code: 'bad-input',
      message: 'Task 37 is bad.',
      place: { file: 'f', line: 37 },
    })
  })

  test('in the source is thrown after all that came before', async () => {
    const { pool } = poolOf(3)
    function* broken() {
      yield* upTo(12)
      throw new RangeError('line 13')
    }
    const { values, error } = await collect(pool.map(broken()))
    expect(values).toHaveLength(12)
    expect(error).toEqual(new RangeError('line 13'))
  })

  test('in another way keeps its class', async () => {
    const { pool } = poolOf(1, () => {
      throw new TypeError('no')
    })
    expect((await collect(pool.map([1]))).error).toEqual(new TypeError('no'))
  })

  test('with a thread ends the stream instead of waiting for ever', async () => {
    const { pool, started } = poolOf(
      2,
      (x) => x,
      () => 20,
    )
    const found = collect(pool.map(upTo(100)))
    await pause()
    started[0].die()
    const { values, error } = await found
    expect(values.length).toBeLessThan(100)
    expect(error).toMatchObject({ code: 'thread-ended' })
  })

  test('with a real thread, too', async () => {
    const missing = new URL('./testing/missing.mjs', import.meta.url)
    const none = new OrderedPool<string, string>({ threads: 2, spawn: () => spawnThread(missing) })
    expect((await collect(none.map(['a', 'b']))).error).toMatchObject({
      message: expect.stringMatching(/missing\.mjs/),
    })
    await none.close()
  })

  test('a second stream at the same time is refused', async () => {
    const { pool } = poolOf(1)
    const first = pool.map(upTo(3))
    await first.next()
    expect((await collect(pool.map([1]))).error).toMatchObject({ code: 'bad-argument' })
    expect((await collect(first)).values).toHaveLength(2)
  })

  test('a reader that leaves ends the threads that are at work', async () => {
    const { pool, started } = poolOf(
      2,
      (x) => x,
      () => 20,
    )
    for await (const _ of pool.map(upTo(100))) break
    expect(started.some(({ ended }) => ended)).toBe(true)
    expect((await collect(pool.map(upTo(30)))).values).toEqual(upTo(30))
  })
})

describe('a pool that works in its own thread, too', () => {
  const tasks = Array.from({ length: 200 }, (_, i) => i)
  const doubled = tasks.map((x) => 2 * x)

  test('gives the same answers, and every batch to one of all', async () => {
    const { pool, started, own } = poolWithOwn(2, () => 3, () => 2) // biome-ignore format: one line
    expect((await collect(pool.map(tasks))).values).toEqual(doubled)
    expect(started).toHaveLength(2)
    expect(own.batches.length).toBeGreaterThan(3)
    const all = [own, ...started].flatMap(({ batches }) => batches)
    expect(all.reduce((sum, n) => sum + n, 0)).toBe(200)
    await pool.close()
    expect(own.ended).toBe(true)
  })

  test('lets the others have enough first: two batches each before its own first', async () => {
    const { pool, started, own } = poolWithOwn(2, () => 1000, () => 1000) // biome-ignore format: one line
    void collect(pool.map(tasks))
    await pause(50)
    expect(started.map(({ batches }) => batches.length)).toEqual([2, 2])
    expect(own.batches).toHaveLength(1)
    await pool.close()
  })

  test('is not asked where there is little to do', async () => {
    const { pool, started, own } = poolWithOwn(1, () => 1, () => 1) // biome-ignore format: one line
    expect((await collect(pool.map([1, 2, 3]))).values).toEqual([2, 4, 6])
    expect(started).toHaveLength(1)
    expect(own.batches).toHaveLength(0)
  })
})
