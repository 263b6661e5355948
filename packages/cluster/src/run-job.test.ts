// Jobs from end to end: whatever happens in between, every output is there once and complete, or not at all.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ParleyError } from '@parleyjs/core'
import { describe, expect, test } from 'vitest'
import { lineJob, temporaryFolder, upperCase } from '../test-support/jobs.js'
import { FileStorage } from './file-storage.js'
import { type Job, orderOf, type ShardOrder } from './job.js'
import { isForeign, type Manifest } from './join.js'
import { MemoryBroker } from './memory-broker.js'
import { findPart } from './parts.js'
import { type JobReport, runJob } from './run-job.js'
import { type RunWorkerOptions, runWorker } from './run-worker.js'
import { savedJobs, savedProgress } from './saved-jobs.js'
import { StorageError } from './storage.js'

const root = temporaryFolder()
const newFolder = () => mkdtempSync(join(root, 'job-'))
const storage = new FileStorage()
const texts = { one: 'a\nb\nc\nd\n', two: 'e\nf' }

/** Runs a job with a worker in this process; returns the report and the shards that were processed. */
async function runWith(
  job: Job,
  worker: Partial<Pick<RunWorkerOptions, 'run' | 'accept'>> = {},
  more: { readonly signal?: AbortSignal; readonly broker?: MemoryBroker } = {},
): Promise<{ report: JobReport; ran: string[] }> {
  const broker = more.broker ?? new MemoryBroker()
  const over = new AbortController()
  const ran: string[] = []
  const { run = upperCase, accept = async () => {} } = worker
  const working = runWorker({
    broker,
    storage,
    concurrency: 2,
    accept,
    run: (order, header) => {
      ran.push(order.id)
      return run(order, header)
    },
    signal: over.signal,
  })
  const failed = new AbortController()
  working.catch(() => failed.abort())
  const signal = AbortSignal.any([failed.signal, ...(more.signal ? [more.signal] : [])])
  const report = await runJob(job, { storage, broker, window: 3, poll: 50, signal })
  over.abort()
  await working
  return { report, ran }
}

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((go) => setTimeout(go, 5))
}

const output = (job: Job, name: string) => readFileSync(join(job.out, `${name}.out`), 'utf8')
const isFor = (order: ShardOrder, input: number, index: number) =>
  order.input === input && order.index === index

describe('a job', () => {
  test('has one output for every input, in order, with a manifest, and leaves nothing behind', async () => {
    const job = lineJob(newFolder(), texts)
    const { report, ran } = await runWith(job)
    expect(report).toMatchObject({ state: 'done', shards: 6, done: 6, failed: 0, sentences: 6, failures: [] })
    expect(ran).toHaveLength(6)
    expect([output(job, 'one'), output(job, 'two')]).toEqual(['A\nB\nC\nD\n', 'E\nF'])
    const manifest = JSON.parse(readFileSync(join(job.out, 'one.out.manifest.json'), 'utf8')) as Manifest
    expect(manifest).toMatchObject({
      parley: '1',
      job: job.id,
      output: { name: 'one.out', bytes: 8, sentences: 4 },
      input: { bytes: 8, sha256: job.inputs[0].sha256 },
    })
    expect(manifest.shards.map(({ sources }) => [sources[0].start, sources[0].end])).toEqual([
      [0, 2],
      [2, 4],
      [4, 6],
      [6, 8],
    ])
    expect(readdirSync(join(job.out, '.parley'))).toEqual([])
  })

  test('that is done is not done again, unless an output was changed', async () => {
    const job = lineJob(newFolder(), texts)
    await runWith(job)
    expect((await runWith(job)).ran).toEqual([])
    writeFileSync(join(job.out, 'two.out'), 'E\nX')
    const { report, ran } = await runWith(job)
    expect(ran).toHaveLength(2)
    expect([report.state, output(job, 'two')]).toEqual(['done', 'E\nF'])
  })

  test('has the same id for the same content only', () => {
    const folder = newFolder()
    const { id } = lineJob(folder, texts)
    expect(lineJob(folder, texts).id).toBe(id)
    expect(lineJob(folder, { ...texts, two: 'e\ng' }).id).not.toBe(id)
    expect(lineJob(newFolder(), texts).id).not.toBe(id)
  })

  test('of no words has empty outputs', async () => {
    const job = lineJob(newFolder(), { none: '' })
    const empty = { ...job, inputs: job.inputs.map((input) => ({ ...input, shards: [] })) }
    expect((await runWith(empty)).report.state).toBe('done')
    expect(output(job, 'none')).toBe('')
  })
})

describe('a shard that cannot be done', () => {
  const poisoned = async (order: ShardOrder) => {
    if (isFor(order, 0, 2)) throw new ParleyError('bad-input', 'no such word', { file: 'one', line: 3 })
    return upperCase(order)
  }

  test('fails its input alone, and is tried again when the job is', async () => {
    const job = lineJob(newFolder(), texts)
    const { report } = await runWith(job, { run: poisoned })
    expect(report).toMatchObject({ state: 'failed', done: 5, failed: 1 })
    expect(report.failures).toMatchObject([{ message: 'no such word', place: { file: 'one', line: 3 } }])
    expect(output(job, 'two')).toBe('E\nF')
    expect(existsSync(join(job.out, 'one.out'))).toBe(false)
    expect(await savedProgress(storage, job.out)).toMatchObject([{ state: 'failed', done: 5, failed: 1 }])
    const again = await runWith(job)
    expect(again.ran).toEqual([`${job.id}-0-2`])
    expect([again.report.state, output(job, 'one')]).toEqual(['done', 'A\nB\nC\nD\n'])
  })
})

describe('an error that is no ParleyError', () => {
  test('fails its shard after some tries, with the reason, and the worker goes on', async () => {
    const job = lineJob(newFolder(), texts)
    const buggy = async (order: ShardOrder) => {
      if (isFor(order, 0, 2)) throw new TypeError('x is not iterable')
      return upperCase(order)
    }
    const { report, ran } = await runWith(job, { run: buggy })
    expect(report).toMatchObject({ state: 'failed', done: 5, failed: 1 })
    expect(ran.filter((id) => id === `${job.id}-0-2`)).toHaveLength(3)
    expect(report.failures[0].message).toMatch(/TypeError: x is not iterable.*3 tries/)
    expect(output(job, 'two')).toBe('E\nF')
    const [saved] = await savedProgress(storage, job.out)
    expect(saved).toMatchObject({ failed: 1, reasons: [expect.stringContaining('x is not iterable')] })
    const manifest = JSON.parse(readFileSync(join(job.out, 'one.out.manifest.json'), 'utf8'))
    expect(manifest).toMatchObject({ output: null, failures: [{ shard: `${job.id}-0-2` }] })
    expect(manifest.failures[0].message).toContain('x is not iterable')
    const again = await runWith(job)
    expect([again.report.state, output(job, 'one')]).toEqual(['done', 'A\nB\nC\nD\n'])
  })
})

describe('two runs of one job at once', () => {
  test.each([3, 4, 7, 8])('do no harm (%i)', async (seed) => {
    const job = lineJob(newFolder(), { one: 'a\nb\nc\nd\ne\nf\ng\nh\n', two: 'i\nj\nk' })
    const slow = async (order: ShardOrder) => {
      await new Promise((go) => setTimeout(go, (seed * 7 * (order.index + 1)) % 11))
      return upperCase(order)
    }
    const runs = await Promise.all([
      runWith(job, { run: slow }),
      new Promise((go) => setTimeout(go, 3 * seed)).then(() => runWith(job, { run: slow })),
    ])
    expect(runs.map(({ report }) => report.state)).toEqual(['done', 'done'])
    expect(runs.map(({ report }) => report.done)).toEqual([11, 11])
    expect([output(job, 'one'), output(job, 'two')]).toEqual(['A\nB\nC\nD\nE\nF\nG\nH\n', 'I\nJ\nK'])
    expect(existsSync(join(job.out, '.parley', job.id))).toBe(false)
  })
})

describe('a worker', () => {
  test('that cannot write, or refuses, gives its shards back and says why', async () => {
    const job = lineJob(newFolder(), texts)
    const full = async (order: ShardOrder) => {
      if (!isFor(order, 0, 1)) return upperCase(order)
      await until(async () => (await findPart(storage, orderOf(job, 0, 0))) !== null)
      throw new StorageError('the disk is full')
    }
    await expect(runWith(job, { run: full })).rejects.toThrow('the disk is full')
    const refuse = async () => {
      throw new ParleyError('unsupported', 'another version')
    }
    await expect(runWith(job, { accept: refuse })).rejects.toThrow('another version')
    expect(existsSync(join(job.out, 'one.out'))).toBe(false)
    const { report, ran } = await runWith(job)
    expect(report.state).toBe('done')
    // Shards that were done before the disk was full stay done.
    expect(ran.length).toBeLessThan(6)
    expect(output(job, 'one')).toBe('A\nB\nC\nD\n')
  })

  test('does as many shards at a time as it may, and goes on with the next while the last one is written', async () => {
    const job = lineJob(newFolder(), { one: 'a\nb\nc\nd\ne\nf\n' })
    const broker = new MemoryBroker()
    const over = new AbortController()
    const log: string[] = []
    let running = 0
    class SlowStorage extends FileStorage {
      override async write(...args: Parameters<FileStorage['write']>) {
        // The first shard's part is written only after the third one has begun.
        await until(() => log.length >= 3)
        return super.write(...args)
      }
    }
    const working = runWorker({
      broker,
      storage: new SlowStorage(),
      concurrency: 2,
      accept: async () => {},
      run: async (order) => {
        log.push(order.id)
        expect(++running).toBeLessThanOrEqual(2)
        await new Promise((go) => setTimeout(go, 5))
        running--
        return upperCase(order)
      },
      signal: over.signal,
    })
    const report = await runJob(job, { storage, broker, poll: 50 })
    over.abort()
    await working
    expect(report.state).toBe('done')
    expect(log).toHaveLength(6)
  })

  test('does a shard alone with which workers have died, so that it takes no others with it', async () => {
    const job = lineJob(newFolder(), { one: 'a\nb\nc\nd\ne\nf\n' })
    const broker = new MemoryBroker()
    const take = broker.take.bind(broker)
    broker.take = async (lease) => {
      const taken = await take(lease)
      return taken?.order.index === 2 ? { ...taken, deaths: 5 } : taken
    }
    const running = new Set<number>()
    const beside: number[][] = []
    const run = async (order: ShardOrder) => {
      running.add(order.index)
      if (running.has(2)) beside.push([...running])
      await new Promise((go) => setTimeout(go, 10))
      if (running.has(2)) beside.push([...running])
      running.delete(order.index)
      return upperCase(order)
    }
    expect((await runWith(job, { run }, { broker })).report.state).toBe('done')
    expect(beside).toEqual([[2], [2]])
  })

  test('among others leaves to them what it refuses, and goes on after errors of the storage', async () => {
    const job = lineJob(newFolder(), texts)
    const foreign = lineJob(newFolder(), { one: 'x\n' })
    const broker = new MemoryBroker()
    const [over, enough] = [new AbortController(), new AbortController()]
    const notices: string[] = []
    const told: string[] = []
    let failures = 0
    const working = runWorker({
      broker,
      storage,
      concurrency: 2,
      isShared: true,
      accept: async ({ id }) => {
        if (id === foreign.id) throw new ParleyError('unsupported', 'another version')
      },
      run: async (order) => {
        if (isFor(order, 0, 1) && failures++ < 1) throw new StorageError('the disk is full')
        return upperCase(order)
      },
      signal: over.signal,
      onNotice: (line) => notices.push(line),
    })
    const options = { storage, broker, poll: 50 }
    const left = runJob(foreign, { ...options, signal: enough.signal, onNotice: (line) => told.push(line) })
    const report = await runJob(job, options)
    expect([report.state, output(job, 'one'), failures]).toEqual(['done', 'A\nB\nC\nD\n', 2])
    await until(() => told.length > 0)
    expect(told).toEqual(['A worker leaves this job to others: another version'])
    expect(notices).toEqual(['another version Its shards are left to others.'])
    enough.abort()
    expect((await left).state).toBe('interrupted')
    over.abort()
    await working
  })

  test('that is stopped gives back what it has not begun', async () => {
    const job = lineJob(newFolder(), { one: 'a\nb\nc\nd\ne\nf\n' })
    const broker = new MemoryBroker()
    const [stop, interrupt] = [new AbortController(), new AbortController()]
    const ran: string[] = []
    const running = runJob(job, { storage, broker, poll: 50, signal: interrupt.signal })
    await runWorker({
      broker,
      storage,
      concurrency: 1,
      accept: async () => {},
      run: async (order) => {
        ran.push(order.id)
        // At this point the next shard is taken.
        await until(async () => (await broker.counts()).taken === 2)
        stop.abort()
        return upperCase(order)
      },
      signal: stop.signal,
    })
    expect(ran).toHaveLength(1)
    expect(await broker.counts()).toMatchObject({ taken: 0, waiting: 5 })
    interrupt.abort()
    expect((await running).state).toBe('interrupted')
  })
})

describe('a job that is broken off', () => {
  test('keeps what is done, and another process finds it', async () => {
    const job = lineJob(newFolder(), texts)
    const stop = new AbortController()
    const run = async (order: ShardOrder) => {
      if (isFor(order, 0, 3)) stop.abort()
      return upperCase(order)
    }
    const { report } = await runWith(job, { run }, { signal: stop.signal })
    expect(report.state).toBe('interrupted')
    expect((await savedJobs(storage, job.out)).map(({ id }) => id)).toEqual([job.id])
    const again = await runWith(job)
    expect(again.ran.length).toBeLessThan(6)
    expect([output(job, 'one'), output(job, 'two')]).toEqual(['A\nB\nC\nD\n', 'E\nF'])
  })

  test('by stop, ends as stopped', async () => {
    const job = lineJob(newFolder(), texts)
    const broker = new MemoryBroker()
    const run = async (order: ShardOrder) => {
      if (isFor(order, 0, 1)) await broker.stop(job.id)
      return upperCase(order)
    }
    expect((await runWith(job, { run }, { broker })).report.state).toBe('stopped')
    expect((await runWith(job, {}, { broker })).report.state).toBe('done')
  })

  test('between an output and its manifest, is not taken for a stranger', async () => {
    const job = lineJob(newFolder(), texts)
    await runWith(job)
    expect(await isForeign(storage, job, 0)).toBe(false)
    rmSync(join(job.out, 'one.out.manifest.json'))
    expect(await isForeign(storage, job, 0)).toBe(true)
    mkdirSync(join(job.out, '.parley', job.id), { recursive: true })
    writeFileSync(join(job.out, '.parley', job.id, 'job.json'), '{}')
    expect(await isForeign(storage, job, 0)).toBe(false)
  })

  test('with a part that is not whole, does that shard again', async () => {
    const job = lineJob(newFolder(), texts)
    const poisoned = async (order: ShardOrder) => {
      if (order.index === 1) throw new ParleyError('bad-input', 'no')
      return upperCase(order)
    }
    await runWith(job, { run: poisoned })
    const part = join(job.out, '.parley', job.id, '0', '0000003.part')
    writeFileSync(part, readFileSync(part).subarray(0, -1))
    const { ran } = await runWith(job)
    expect(ran.sort()).toEqual([`${job.id}-0-1`, `${job.id}-0-3`, `${job.id}-1-1`])
  })
})

test('a broker that forgets everything in the middle gets the shards again', async () => {
  const job = lineJob(newFolder(), texts)
  const broker = new MemoryBroker()
  // Takes a shard and drops it: neither done nor failed, and unknown to the queue.
  const take = broker.take.bind(broker)
  let dropped = 0
  broker.take = async (lease) => {
    const taken = await take(lease)
    if (taken === null || dropped++ >= 3) return taken
    await taken.complete()
    return null
  }
  const { report } = await runWith(job, {}, { broker })
  expect(report.state).toBe('done')
  expect(output(job, 'one')).toBe('A\nB\nC\nD\n')
  rmSync(job.out, { recursive: true })
})
