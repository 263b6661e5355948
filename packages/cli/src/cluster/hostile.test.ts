// Workers beside a Redis that others can write to: hostile and broken orders neither reach files outside the
// roots of a worker nor end it, and honest jobs are done beside them.
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sha256 } from '@parleyjs/cluster/internal'
import { Queue } from 'bullmq'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LocalRedis } from '../../test-support/local-redis.js'
import { parley, start, temporaryFolder } from '../../test-support/run-parley.js'
import { tinyTreebank } from '../../test-support/treebank.js'

const there = LocalRedis.isInstalled() || process.env.PARLEY_REDIS === 'required'
if (!there) console.log('There is no redis-server here: the tests of hostile orders are skipped.')

const folder = temporaryFolder()
/** What workers may use; what lies beside it is not theirs. */
const shared = join(realpathSync(folder.path), 'shared')
mkdirSync(shared)
const secret = folder.file('secret.conllu', tinyTreebank().replaceAll('birds', 'SECRET'))
const treebank = join(shared, 'bank.conllu')
writeFileSync(treebank, tinyTreebank().repeat(4))
const model = join(shared, 'tiny.gz')
let redis: LocalRedis
let whole: string

const submit = (out: string, ...more: readonly string[]) => {
  const task = ['cluster', 'submit', '--redis', redis.url, '-t', 'parse', treebank, '-m', model]
  return start([...task, '--out', join(shared, out), '--shard', '20', '--json', ...more])
}
/** A worker that may use the folder in which it is started. */
const worker = (...more: readonly string[]) =>
  start(['cluster', 'worker', '--redis', redis.url, '-c', '1', '--lease', '2', ...more], { cwd: shared })

/** The id of the job in a folder of outputs, once it is there. */
async function jobIn(out: string): Promise<string> {
  const jobs = join(shared, out, '.parley')
  for (;;) {
    const [id] = existsSync(jobs) ? readdirSync(jobs) : []
    if (id !== undefined && existsSync(join(jobs, id, 'job.json'))) return id
    await pause(20)
  }
}

/** Puts data into the queue of shards, as any client of Redis can. */
async function push(orders: readonly unknown[]): Promise<void> {
  const connection = { host: '127.0.0.1', port: redis.port }
  const queue = new Queue('shards', { connection, prefix: 'parley' })
  for (const [i, data] of orders.entries())
    await queue.add('shard', data, { jobId: `hostile${i}`, lifo: true, removeOnFail: true })
  await queue.close()
}

describe.skipIf(!there)('a worker', () => {
  beforeAll(async () => {
    redis = await LocalRedis.start()
    const options = ['--train', treebank, '--out', model, '--parts', 'arc', '--no-network', '--epochs', '1']
    expect(parley(['train', 'pipeline', ...options])).toMatchObject({ code: 0, err: '' })
    whole = parley(['parse', treebank, '-m', model]).out
  }, 60_000)
  afterAll(() => redis?.stop())

  test('reads and writes nothing outside its roots, and lives on', async () => {
    const job = submit('honest')
    const id = await jobIn('honest')
    const out = join(shared, 'honest')
    const elsewhere = join(folder.path, 'elsewhere')
    cpSync(out, elsewhere, { recursive: true })
    symlinkSync(secret, join(shared, 'link.conllu'))
    symlinkSync(elsewhere, join(shared, 'link'))
    const [inside, outside] = [treebank, secret].map((path) => {
      const bytes = readFileSync(path)
      return { path, start: 0, end: bytes.length, sha256: sha256(bytes) }
    })
    const good = { id: `${id}-0-0`, job: id, out, kind: 'conllu', input: 0, index: 0, line: 1, offset: 0 }
    await push([
      null,
      'text',
      { ...good, sources: null },
      { ...good, sources: [{ ...inside, end: 2 ** 52 }] },
      { ...good, sources: [outside] },
      { ...good, sources: [{ ...outside, path: join(shared, 'link.conllu') }] },
      {
        ...good,
        input: '../../../../elsewhere/x',
        id: `${id}-../../../../elsewhere/x-0`,
        sources: [outside],
      },
      { ...good, index: '/../../x', sources: [inside] },
      { ...good, out: elsewhere, sources: [inside] },
      { ...good, out: join(shared, 'link'), sources: [inside] },
      { ...good, out: join(shared, 'nowhere'), sources: [inside] },
      { ...good, job: '..', sources: [inside] },
    ])
    const good1 = worker()
    const ended = await job.end
    expect(ended).toMatchObject({ code: 0 })
    expect(readFileSync(join(out, 'bank.conllu'), 'utf8')).toBe(whole)
    good1.child.kill('SIGTERM')
    const { code, err } = await good1.end
    expect(code).toBe(0)
    expect(err).toContain(
      `${join(elsewhere, '.parley', id, '0')} is outside the folders that this worker may`,
    )
    expect(err).toContain(`Byte ${readFileSync(secret).length} of ${secret} does not belong to input 0`)
    expect(err).toContain('order.sources is null: expected a list')
    expect(existsSync(join(elsewhere, 'x'))).toBe(false)
    expect(readdirSync(join(elsewhere, '.parley', id))).toEqual(['job.json'])
    expect(readdirSync(shared).sort()).toEqual(['bank.conllu', 'honest', 'link', 'link.conllu', 'tiny.gz'])
  }, 60_000)

  test('fails a job whose inputs are outside its roots, with the reason for who submits and in status', async () => {
    const one = worker('--input-root', shared, '--output-root', shared)
    const out = join(shared, 'outside')
    const task = ['cluster', 'submit', '--redis', redis.url, '-t', 'parse', secret, '-m', model, '--out', out]
    const { code, err } = await start(task).end
    expect(code).toBe(2)
    expect(err).toContain(`${secret} is outside the folders that this worker may use. They are ${shared};`)
    const status = parley(['cluster', 'status', '--redis', redis.url]).out
    expect(status).toMatch(/failed {2}0 of \d+ shards, \d+ failed {2}.*outside\n {2}.*is outside the folders/)
    expect(parley(['cluster', 'status', '--out', out]).out).toContain('is outside the folders')
    const manifest = JSON.parse(readFileSync(join(out, 'secret.conllu.manifest.json'), 'utf8'))
    expect(manifest).toMatchObject({ output: null, failures: [{ place: { file: secret } }] })
    one.child.kill('SIGTERM')
    expect((await one.end).code).toBe(0)
  }, 60_000)

  test('with a key takes what is signed with it, and nothing else', async () => {
    const key = folder.file('key', `${'k'.repeat(32)}\n`)
    const other = folder.file('other', 'o'.repeat(32))
    const one = worker('--key-file', key)
    const outcomes: [string, string[], number][] = [
      ['unsigned', [], 2],
      ['other', ['--key-file', other], 2],
      ['signed', ['--key-file', key], 0],
    ]
    for (const [out, more, wanted] of outcomes) {
      const { code, err } = await submit(out, ...more).end
      expect([out, code]).toEqual([out, wanted])
      if (out === 'unsigned') expect(err).toContain('It is not signed.')
      if (out === 'other') expect(err).toContain('Its signature does not match')
    }
    expect(readFileSync(join(shared, 'signed', 'bank.conllu'), 'utf8')).toBe(whole)
    one.child.kill('SIGTERM')
    expect((await one.end).code).toBe(0)
  }, 60_000)
})
