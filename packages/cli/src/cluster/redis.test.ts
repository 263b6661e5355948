// `parley cluster` with Redis, as processes: what stops, refuses or forgets, and how it goes on.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LocalRedis } from '../../test-support/local-redis.js'
import { parley, start, temporaryFolder } from '../../test-support/run-parley.js'
import { tinyTreebank } from '../../test-support/treebank.js'

const there = LocalRedis.isInstalled() || process.env.PARLEY_REDIS === 'required'
if (!there) console.log('There is no redis-server here: the tests of the cluster with Redis are skipped.')

const folder = temporaryFolder()
const model = join(folder.path, 'tiny.gz')
const treebank = folder.file('bank.conllu', tinyTreebank().repeat(30))
let redis: LocalRedis
let whole: string

const submit = (out: string) => {
  const task = ['cluster', 'submit', '--redis', redis.url, '-t', 'parse', treebank, '-m', model]
  return start([...task, '--out', join(folder.path, out), '--shard', '20', '--json'])
}
const worker = () =>
  start(['cluster', 'worker', '--redis', redis.url, '-c', '1', '--lease', '2'], { cwd: folder.path })
const output = (out: string) => readFileSync(join(folder.path, out, 'bank.conllu'), 'utf8')
const jobFile = (out: string) => {
  const jobs = join(folder.path, out, '.parley')
  return join(jobs, readdirSync(jobs)[0], 'job.json')
}

async function until(what: string, condition: () => boolean): Promise<void> {
  for (let i = 0; i < 1500; i++) {
    try {
      if (condition()) return
    } catch {
      // Not there yet.
    }
    await pause(20)
  }
  throw new Error(`Waited in vain for ${what}.`)
}

describe.skipIf(!there)('with Redis', () => {
  beforeAll(async () => {
    redis = await LocalRedis.start()
    const options = ['--train', treebank, '--out', model, '--parts', 'arc', '--no-network', '--epochs', '1']
    expect(parley(['train', 'pipeline', ...options])).toMatchObject({ code: 0, err: '' })
    whole = parley(['parse', treebank, '-m', model]).out
  }, 60_000)
  afterAll(() => redis?.stop())

  test('a worker that has another model leaves the shards to others, says why, and goes on', async () => {
    const bytes = readFileSync(model)
    const job = submit('refused')
    await until('the job', () => readFileSync(jobFile('refused'), 'utf8').endsWith('}\n'))
    writeFileSync(model, treebank)
    const one = worker()
    // It is said here, and where the job was submitted.
    await until('its objection', () => job.said.err.includes('another model (checksum '))
    writeFileSync(model, bytes)
    const good = worker()
    expect((await job.end).code).toBe(0)
    good.child.kill('SIGTERM')
    expect(await good.end).toMatchObject({ code: 0, err: '' })
    one.child.kill('SIGTERM')
    const { code, err } = await one.end
    expect(code).toBe(0)
    expect(err).toContain('another model (checksum ')
    expect(err).toContain('Its shards are left to others.')
    expect(output('refused')).toBe(whole)
  }, 120_000)

  test('a job can be stopped, looked at and resumed; SIGTERM ends a worker in good order', async () => {
    const job = submit('stopped')
    await until('the job', () => existsSync(jobFile('stopped')))
    const id = jobFile('stopped').split('/').at(-2)!
    await until('its record', () => parley(['cluster', 'status', id, '--redis', redis.url]).code === 0)
    expect(parley(['cluster', 'stop', id, '--redis', redis.url]).out).toContain(`${id}  parse  stopped`)
    const stopped = await job.end
    expect(stopped.code).toBe(1)
    expect(JSON.parse(stopped.out)).toMatchObject({ job: id, state: 'stopped', done: 0 })
    const good = worker()
    const resumed = start(['cluster', 'resume', id, '--redis', redis.url, '--json'])
    expect(JSON.parse((await resumed.end).out)).toMatchObject({ job: id, state: 'done', sentences: 540 })
    good.child.kill('SIGTERM')
    expect(await good.end).toMatchObject({ code: 0, err: '' })
    expect(output('stopped')).toBe(whole)
    const status = JSON.parse(parley(['cluster', 'status', id, '--redis', redis.url, '--json']).out)
    expect(status.jobs).toMatchObject([{ id, state: 'done', shards: 27, done: 27, failed: 0 }])
  }, 120_000)

  test('Redis may lose everything, and submit may be killed: what is done stays done', async () => {
    const first = submit('lost')
    await until('the job', () => existsSync(jobFile('lost')))
    const good = worker()
    const parts = join(jobFile('lost'), '..', '0')
    await until('a part', () => readdirSync(parts).some((name) => name.endsWith('.part')))
    first.child.kill('SIGKILL')
    await first.end
    await redis.lose()
    const again = await submit('lost').end
    expect(again.code).toBe(0)
    expect(JSON.parse(again.out)).toMatchObject({ state: 'done', sentences: 540 })
    good.child.kill('SIGTERM')
    expect((await good.end).code).toBe(0)
    expect(output('lost')).toBe(whole)
  }, 120_000)
})
