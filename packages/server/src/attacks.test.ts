// Requests that are meant to do harm: none takes a thread, the others' answers, or the process.
import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { modelUrl } from '@parleyjs/model-en'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { makeApp } from '../dist/app.js'
import { type RunningServer, startServer } from '../dist/index.js'
import { limitsWith } from '../dist/limits.js'
import { WorkerPool } from '../dist/pool.js'
import type { Task } from './task.js'

const bytes = gunzipSync(readFileSync(modelUrl))
const model = new SharedArrayBuffer(bytes.length)
new Uint8Array(model).set(bytes)

const logged: string[] = []
const log = (line: string) => logged.push(line)
afterEach(() => logged.splice(0))

const post = (
  server: RunningServer,
  body: unknown,
  headers: Record<string, string> = {},
  path = 'v1/solve',
) =>
  fetch(server.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
const health = async (server: RunningServer): Promise<Record<string, unknown>> => {
  const response = await fetch(`${server.url}healthz`)
  return { code: response.status, ...((await response.json()) as Record<string, unknown>) }
}
const until = async (condition: () => boolean | Promise<boolean>) => {
  for (let tries = 0; tries < 200 && !(await condition()); tries++) await delay(50)
  expect(await condition()).toBe(true)
}
const RULES = 'domain t = {a, b}\nopen p(t)\n"one": exists! x: p(x)'

describe('with one thread', () => {
  let server: RunningServer
  beforeAll(async () => {
    server = await startServer({ model: bytes, port: 0, workers: 1, log, limits: { memory: 150 } })
  }, 60_000)
  afterAll(() => server.close(), 60_000)

  test.each<[string, string]>([
    ['lists in a graph', `{"graph":{"parley":1,"variables":${'['.repeat(5000)}${']'.repeat(5000)}}}`],
    ['objects in a graph', `{"graph":${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}}`],
    ['lists in data', `{"rules":"open p","data":{"p":${'['.repeat(4000)}${']'.repeat(4000)}}}`],
    ['lists that never end', `{"graph":{"a":${'['.repeat(100_000)}`],
  ])('bodies that are nested thousands of levels deep: %s', async (_, body) => {
    for (let i = 0; i < 2; i++) {
      const response = await post(server, body)
      expect(response.status).toBe(400)
      const { error } = (await response.json()) as { error: { code: string; message: string } }
      expect(error).toMatchObject({ code: 'bad-request' })
      expect(error.message).toContain('100 levels')
    }
    expect(await health(server)).toMatchObject({ code: 200, status: 'ok', working: 0, free: 1, lost: 0 })
    expect((await post(server, { rules: RULES })).status).toBe(200)
    expect(logged).toEqual([])
  })

  test('brackets in strings are no nesting', async () => {
    const text = '[{"\\'.repeat(1000)
    expect((await post(server, { text }, {}, 'v1/tag')).status).toBe(200)
  })

  test('a request that needs too much memory is refused, and its thread replaced', async () => {
    const response = await post(server, { rules: `open p\nopen q\n${'p | q\n'.repeat(150_000)}` })
    expect(response.status).toBe(413)
    expect(await response.json()).toMatchObject({
      error: { code: 'too-large', message: expect.stringContaining('150 MB') },
    })
    expect(logged).toEqual([expect.stringMatching(/^A request needed more than 150 MB.*replaced\.$/)])
    await until(async () => (await health(server)).free === 1)
    expect((await post(server, { rules: RULES })).status).toBe(200)
  }, 60_000)

  test('rules that grow without end when they are written out', async () => {
    const lines = Array.from({ length: 60 }, (_, i) => `d${i + 1} := d${i} & (d${i} | p(a))`)
    const rules = `domain t = {a, b}\nopen p(t)\nd0 := p(b)\n${lines.join('\n')}\n"x": d60`
    const begin = performance.now()
    const response = await post(server, { rules })
    expect(response.status).toBe(413)
    expect(performance.now() - begin).toBeLessThan(3000)
  })

  test('streams that are given up leave nothing in the log', async () => {
    const text = 'The quick brown fox jumps over the lazy dog. '.repeat(5000)
    for (let i = 0; i < 3; i++) {
      const gone = new AbortController()
      const response = await fetch(`${server.url}v1/tag`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/x-ndjson' },
        body: JSON.stringify({ text }),
        signal: gone.signal,
      })
      await response.body!.getReader().read()
      gone.abort()
      await until(async () => (await health(server)).working === 0)
    }
    expect(logged).toEqual([])
  }, 30_000)
})

describe('the threads', () => {
  let pool: WorkerPool
  const start = async () => {
    pool = new WorkerPool({ workers: 1, queue: 5, model, memory: 512, log })
    await pool.ready()
  }
  afterEach(() => pool.close(0))
  const good: Task = { kind: 'solve', rules: RULES, limit: 1000 }
  /** What threads cannot send each other. */
  const bad = { ...good, data: { p: () => 1 } } as unknown as Task
  const run = async (task: Task) => {
    let text = ''
    for await (const pieces of pool.run(task, new AbortController().signal)) text += pieces.join('')
    return text
  }

  test('a task that cannot be sent fails, and the next ones do not, free thread or not', async () => {
    await start()
    await expect(run(bad)).rejects.toThrow('bug')
    expect(pool.state).toMatchObject({ working: 0, free: 1 })
    const all = await Promise.allSettled([good, bad, good, bad, bad].map(run))
    expect(all.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
      'rejected',
      'rejected',
    ])
    expect(pool.state).toEqual({ workers: 1, working: 0, free: 1, lost: 0, waiting: 0 })
    expect(logged).toHaveLength(4)
  }, 30_000)

  test('a thread that does not stop when its answer is not needed is replaced', async () => {
    await start()
    const gone = new AbortController()
    // A summary cannot be stopped.
    const documents = ['A fox sleeps in a small wood. '.repeat(40_000)]
    const answer = pool.run({ kind: 'summarize', documents }, gone.signal).next()
    const failed = expect(answer).rejects.toThrow('gone')
    await until(() => pool.state.working === 1)
    gone.abort(new Error('The reader is gone.'))
    await failed
    await until(() => pool.state.lost === 1)
    expect(pool.state.working).toBe(0)
    expect(await run(good)).toContain('optimal')
    expect(pool.state).toMatchObject({ workers: 1, lost: 0 })
    expect(logged).toEqual([])
  }, 30_000)

  test('short tasks do not wait for long ones, and find room in a queue that is full of them', async () => {
    pool = new WorkerPool({ workers: 1, queue: 4, model, memory: 512, log })
    await pool.ready()
    const order: string[] = []
    const note = (name: string, task: Task) => run(task).then(() => order.push(name))
    const long: Task = { kind: 'tag', as: 'json', text: 'A fox sleeps. '.repeat(1500) }
    const all = ['long 1', 'long 2', 'long 3', 'long 4'].map((name) => note(name, long))
    await expect(run(long)).rejects.toThrow('busy')
    all.push(note('short', good))
    await expect(run(good)).rejects.toThrow('busy')
    await Promise.all(all)
    expect(order).toEqual(['long 1', 'short', 'long 2', 'long 3', 'long 4'])
  }, 30_000)

  test('closing ends within the grace, whatever the threads do', async () => {
    await start()
    const jobs = [run({ kind: 'tag', as: 'json', text: 'A fox sleeps. '.repeat(100_000) }), run(good)]
    const failed = Promise.all(jobs.map((job) => expect(job).rejects.toThrow('shutting down')))
    const begin = performance.now()
    await pool.close(300)
    await failed
    expect(performance.now() - begin).toBeLessThan(3000)
  }, 30_000)
})

test('the server is not well when no thread can work', async () => {
  const state = { workers: 0, working: 0, free: 0, lost: 2, waiting: 0 }
  const app = makeApp({
    pool: { state } as WorkerPool,
    limits: limitsWith(),
    local: false,
    model: { name: 'none', licence: 'MIT', trainedOn: 'nothing', stages: [] },
    origins: [],
    version: '0',
    closing: new AbortController().signal,
    log,
  })
  const response = await app.request('/healthz')
  expect(response.status).toBe(503)
  expect(await response.json()).toEqual({ status: 'no-threads', ...state })
})
