// Invalid jobs and orders for corpora: none of them reaches a file, and none ends the worker.
import { mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { CorpusHost } from '@parleyjs/nlp/internal'
import type { Redis } from 'ioredis'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { temporaryFolder } from '../../test-support/jobs.js'
import { describeWithRedis } from '../../test-support/with-redis.js'
import { FileStorage } from '../file-storage.js'
import { OrderKey } from '../order-key.js'
import { connectRedis } from '../redis.js'
import { Roots } from '../roots.js'
import { type CorpusJob, encode, JOBS, jobKey, orderPurpose, ordersKey, post } from './corpus-job.js'
import { RedisHosts } from './redis-hosts.js'
import { serveCorpora } from './serve-corpora.js'

const folder = realpathSync(temporaryFolder())
mkdirSync(join(folder, 'out'))
const secret = join(folder, 'secret')
writeFileSync(secret, encode([]))
let serial = 0

function corpus(change: Partial<CorpusJob> = {}): CorpusJob {
  const id = `c${++serial}`
  const model = { path: null, sha256: '0'.repeat(64) }
  const settings = { task: 'tag', json: false } as const
  return {
    id,
    version: '1',
    model,
    settings,
    shards: 1,
    folder: join(folder, 'out', `corpus-${id}`),
    ...change,
  }
}

describeWithRedis('a worker for corpora', (redis) => {
  const notices: string[] = []
  const accepted: string[] = []
  let over: AbortController
  let working: Promise<void>
  let client: Redis

  beforeEach(async () => {
    client = await connectRedis(redis().url)
    over = new AbortController()
    notices.length = 0
    accepted.length = 0
  })
  afterEach(async () => {
    over.abort()
    await working
    await client.flushall()
    client.disconnect()
  })

  async function serve(key?: OrderKey): Promise<void> {
    const root = await Roots.open([join(folder, 'out')], '--output-root')
    const host = { run: () => ({ joint: new Uint8Array(0) }) } as unknown as CorpusHost
    working = serveCorpora({
      redis: client,
      storage: new FileStorage(),
      name: 'worker',
      lease: 1000,
      signal: over.signal,
      accept: async (job) => {
        accepted.push(job.id)
        return () => host
      },
      onNotice: (line) => notices.push(line),
      key,
      roots: { input: root, output: root },
    })
  }

  async function announce(id: string, text: string): Promise<void> {
    await client.set(jobKey(id), text)
    await client.sadd(JOBS, id)
  }

  async function until(condition: () => boolean): Promise<void> {
    while (!condition()) await pause(10)
  }

  test('takes no part in jobs outside its folders', async () => {
    const jobs = [
      corpus({ folder: join(folder, 'corpus-c1') }),
      corpus({ folder: join(folder, 'out', 'corpus-x') }),
      corpus({ model: { path: secret, sha256: '0'.repeat(64) } }),
      corpus({ shards: 1e9 }),
      corpus({ settings: { task: 'cook' as never, json: false } }),
      corpus({ id: '../../x' }),
    ]
    for (const job of jobs) await announce(job.id, JSON.stringify({ text: JSON.stringify(job) }))
    await announce('null', 'null')
    await announce('broken', '{')
    await serve()
    await until(() => notices.length === jobs.length + 2)
    expect(accepted).toEqual([])
    const said = notices.join('\n')
    expect(said).toContain(`${join(folder, 'corpus-c1')} is outside the folders that this worker may use`)
    expect(said).toContain(`${secret} is outside the folders`)
    expect(said).toContain('corpus.shards is 1000000000')
    expect(said).toContain('corpus.settings.task is "cook"')
    expect(said).toContain('corpus.id is "../../x"')
    // The worker is still there for the next job.
    const job = corpus()
    const hosts = await RedisHosts.open(client, new FileStorage(), job)
    await expect(hosts.hosts[0].send({ op: 'complete', values: new Int32Array(0) })).resolves.toEqual({
      joint: new Uint8Array(0),
    })
    await hosts.close()
  })

  test('refuses what is not an order and reports it to the leader', async () => {
    const job = corpus()
    await serve()
    const hosts = await RedisHosts.open(client, new FileStorage(), job)
    const stream = ordersKey(job.id, 0)
    const answer = hosts.hosts[0].send({ op: 'complete', values: {} as Int32Array })
    await expect(answer).rejects.toThrow(
      'message.order.run.values is an object: expected numbers in a Int32Array',
    )
    await client.xadd(stream, '*', 'message', 'garbage')
    await until(() => notices.some((line) => line.includes('It is damaged')))
    await hosts.close()
  })

  test('reads sentences of its job only', async () => {
    const job = corpus()
    await serve()
    const purpose = orderPurpose(job.id, 0)
    await post(client, ordersKey(job.id, 0), { number: 1, order: { read: secret, first: 0 } }, { purpose })
    const hosts = await RedisHosts.open(client, new FileStorage(), job)
    const message = `${secret} is not the file with sentences of this job`
    await expect(hosts.hosts[0].read([], 0)).rejects.toThrow(message)
    await hosts.close()
  })

  test('with a key passes over what is signed with another, or for another shard', async () => {
    const [key, other] = [1, 2].map((byte) => new OrderKey(Buffer.alloc(32, byte)))
    const job = corpus()
    await serve(key)
    const options = { key: key, onNotice: (line: string) => notices.push(line) }
    const hosts = await RedisHosts.open(client, new FileStorage(), job, options)
    const stream = ordersKey(job.id, 0)
    const order = { number: 1, order: { read: secret, first: 0 } }
    await post(client, stream, order, { purpose: orderPurpose(job.id, 0) })
    await post(client, stream, order, { key: other, purpose: orderPurpose(job.id, 0) })
    await post(client, stream, order, { key, purpose: orderPurpose(job.id, 1) })
    const forged = { shard: 0, number: 1, answer: { joint: new Uint8Array(9) } }
    await post(client, `${jobKey(job.id)}:answers`, forged, { key: other, purpose: 'x' })
    await expect(hosts.hosts[0].send({ op: 'complete', values: new Int32Array(0) })).resolves.toEqual({
      joint: new Uint8Array(0),
    })
    await hosts.close()
    expect(notices.join('\n')).toContain(`An order for corpus ${job.id} was refused: It is not signed`)
    expect(notices.join('\n')).toContain('An answer of a worker was refused: Its signature does not match')
  })

  test('answers that are none are an error', async () => {
    const job = corpus()
    await serve()
    over.abort()
    const hosts = await RedisHosts.open(client, new FileStorage(), job)
    const answer = hosts.hosts[0].send({ op: 'complete', values: new Int32Array(0) })
    const forged = { shard: 0, number: 1, answer: { joint: 'x' } }
    await post(client, `${jobKey(job.id)}:answers`, forged, { purpose: '' })
    await expect(answer).rejects.toThrow('answer.joint is "x": expected numbers in a Uint8Array')
    await hosts.close()
  })
})
