// A corpus as a whole on workers that are processes of their own, through a real Redis: the bytes of one
// process, though a worker is killed in the middle, and Redis with it.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { connectRedis } from '@parleyjs/cluster'
import { ownerKey } from '@parleyjs/cluster/internal'
import { Random } from '@parleyjs/core/internal'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { ambiguousText } from '../../test-support/ambiguous-text.js'
import { LocalRedis } from '../../test-support/local-redis.js'
import { runHere } from '../../test-support/run-here.js'
import { parley, temporaryFolder } from '../../test-support/run-parley.js'

const COMMAND = fileURLToPath(new URL('../../bin/parley.js', import.meta.url))
const SENTENCES = 150
const folder = temporaryFolder()
const file = folder.file('corpus.txt', ambiguousText(SENTENCES))
const sets = folder.file('sets.json', JSON.stringify({ sets: crossingSets() }))
const isThere = LocalRedis.isInstalled()
const children: ChildProcess[] = []
let redis: LocalRedis

/** Sets that run across each other, so that there is no quick answer. */
function crossingSets() {
  const random = new Random(7)
  const below = (n: number) => random.below(n)
  return Array.from({ length: 200 }, (_, i) => {
    const places = new Map<string, [number, number]>()
    while (places.size < 30) {
      const place: [number, number] = [below(SENTENCES) + 1, below(7) + 1]
      places.set(place.join(' '), place)
    }
    return { name: `set ${i}`, penalty: 3, members: [...places.values()] }
  })
}

beforeAll(async () => {
  if (isThere) redis = await LocalRedis.start()
  else if (process.env.CI) throw new Error('There is no redis-server: apt-get install redis-server')
  else process.stderr.write('Skipped: there is no redis-server (apt-get install redis-server).\n')
}, 30_000)

afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await redis?.stop()
})

function start(...args: readonly string[]): ChildProcess {
  const child = spawn(process.execPath, [COMMAND, 'cluster', ...args, '--redis', redis.url], {
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd: folder.path,
  })
  children.push(child)
  return child
}

async function end(child: ChildProcess): Promise<{ code: number | null; err: string }> {
  let err = ''
  child.stderr!.on('data', (text: Buffer) => {
    err += text.toString()
  })
  child.stdout!.resume()
  const [code] = (await once(child, 'exit')) as [number | null]
  return { code, err }
}

/** Waits for the first checkpoint of a job, and returns the job's id and the shard. */
async function firstCheckpoint(out: string): Promise<{ id: string; shard: number }> {
  const place = join(out, '.parley')
  for (;;) {
    for (const job of existsSync(place) ? readdirSync(place) : [])
      for (const name of existsSync(join(place, job)) ? readdirSync(join(place, job)) : []) {
        const shard = /^shard-(\d+)\.checkpoint$/.exec(name)?.[1]
        if (shard !== undefined) return { id: job.replace('corpus-', ''), shard: Number(shard) }
      }
    await pause(5)
  }
}

test.runIf(isThere)(
  'a worker is killed between two rounds, then Redis, and the output is that of one process',
  async () => {
    const alone = parley(['parse', file, '--corpus-wide', '--sets', sets, '--json', '--workers', '1'])
    expect(alone).toMatchObject({ code: 0, err: '' })
    expect(JSON.parse(alone.out.trimEnd().split('\n').at(-1)!).corpusWide.rounds).toBeGreaterThan(5)
    for (let i = 0; i < 3; i++) start('corpus-worker', '--lease', '1')
    const out = join(folder.path, 'out')
    const options = ['--task', 'parse', '--sets', sets, '--json', '--parts', '2', '--out', out]
    const lead = start('corpus-wide', file, ...options)
    const ended = end(lead)
    const { id, shard } = await firstCheckpoint(out)
    const connection = await connectRedis(redis.url)
    const owner = await connection.get(ownerKey(id, shard))
    connection.disconnect()
    process.kill(Number(owner!.split(':')[1]), 'SIGKILL')
    expect(lead.exitCode).toBeNull()
    await redis.restart('SIGKILL')
    expect(lead.exitCode).toBeNull()
    expect(await ended).toMatchObject({ code: 0 })
    expect(readFileSync(join(out, 'parse.json'), 'utf8')).toBe(alone.out)
    expect(readdirSync(join(out, '.parley'))).toEqual([])
  },
  120_000,
)

test.runIf(isThere)(
  'jobs that others put into Redis are left alone, those that are signed are done',
  async () => {
    const alone = parley(['tag', file, '--corpus-wide', '--sets', sets, '--json', '--workers', '1'])
    const key = folder.file('key', 'k'.repeat(32))
    const secret = join(folder.path, '..', 'elsewhere', 'corpus-evil')
    const settings = { task: 'tag', json: true }
    const evil = {
      id: 'evil',
      version: '0',
      model: { path: null, sha256: '0'.repeat(64) },
      settings,
      shards: 1,
      folder: secret,
    }
    const connection = await connectRedis(redis.url)
    const hostile = {
      a: 'null',
      b: '{',
      c: JSON.stringify(evil),
      d: JSON.stringify({ text: JSON.stringify(evil) }),
    }
    for (const [id, text] of Object.entries(hostile)) {
      await connection.set(`parley:corpus:${id}`, text)
      await connection.sadd('parley:corpus:jobs', id)
    }
    const worker = start('corpus-worker', '--lease', '2', '--key-file', key)
    const said = end(worker)
    const out = join(folder.path, 'signed')
    const options = ['--task', 'tag', '--sets', sets, '--json', '--parts', '2', '--out', out]
    const lead = start('corpus-wide', file, ...options, '--key-file', key)
    expect(await end(lead)).toMatchObject({ code: 0 })
    expect(readFileSync(join(out, 'tag.json'), 'utf8')).toBe(alone.out)
    await connection.del('parley:corpus:jobs')
    connection.disconnect()
    worker.kill('SIGTERM')
    const { code, err } = await said
    expect(code).toBe(0)
    expect(err).toContain('Corpus d is left to others: It is not signed.')
    expect(existsSync(secret)).toBe(false)
  },
  60_000,
)

test('what is missing or does not go together is said', async () => {
  vi.stubEnv('PARLEY_REDIS_URL', '')
  const told = async (...args: readonly string[]) => (await runHere(['cluster', ...args])).err
  expect(await told('corpus-wide', file, '--task', 'parse')).toContain('--out DIR')
  expect(await told('corpus-wide', file, '--out', 'x')).toContain('--task tag|parse')
  expect(await told('corpus-wide', '--task', 'tag', '--out', 'x')).toContain('No INPUT')
  expect(await told('corpus-wide', file, '--task', 'tag', '--k', '2')).toContain('--k does not go with')
  expect(await told('corpus-wide', file, '--task', 'tag', '--out', 'x')).toContain('Where is Redis?')
  expect(await told('corpus-worker')).toContain('Where is Redis?')
  expect(await told('submit', file, '--task', 'tag', '--penalty', '2')).toContain('--penalty does not go')
})
