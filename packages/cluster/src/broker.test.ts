// The laws of every broker, checked for the one in memory and the one on Redis.
import { setTimeout as pause } from 'node:timers/promises'
import { ParleyError } from '@parleyjs/core'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { describeWithRedis } from '../test-support/with-redis.js'
import type { Broker, JobRecord, Lease } from './broker.js'
import type { ShardOrder } from './job.js'
import { MemoryBroker } from './memory-broker.js'
import { connectRedis } from './redis.js'
import { RedisBroker } from './redis-broker.js'

/** Longer than any pause of the machine; tests in which leases end use shorter ones. */
const LEASE = 5000
let serial = 0

/** Orders of a new job for every test, since a broker on Redis remembers jobs. */
function orders(count: number): ShardOrder[] {
  const job = `job${++serial}`
  return Array.from({ length: count }, (_, index) => ({
    id: `${job}-0-${index}`,
    job,
    out: '/out',
    kind: 'text',
    input: 0,
    index,
    sources: [{ path: '/in', start: 0, end: 1, sha256: '0'.repeat(64) }],
    line: 1,
    offset: 0,
  }))
}

async function takeOne(broker: Broker, time = LEASE): Promise<Lease> {
  for (let i = 0; i < 20; i++) {
    const lease = await broker.take(time)
    if (lease !== null) return lease
  }
  throw new Error('There was nothing to take.')
}

async function takeNothing(broker: Broker): Promise<void> {
  expect(await broker.take(LEASE)).toBeNull()
}

function laws(open: () => Promise<Broker>): void {
  let broker: Broker
  beforeEach(async () => {
    broker = await open()
  })
  afterEach(() => broker.close())

  test('shards are handed out in order, each once', async () => {
    const offered = orders(3)
    await broker.offer(offered)
    // Shards that are waiting or taken are not queued again.
    await broker.offer(offered)
    const first = await takeOne(broker)
    await broker.offer(offered)
    const leases = [first, await takeOne(broker), await takeOne(broker)]
    expect(leases.map(({ order }) => order)).toEqual(offered)
    await takeNothing(broker)
    for (const lease of leases) await lease.complete()
    await takeNothing(broker)
  })

  test('who listens hears of what is settled, with the reason if it was given up', async () => {
    const heard: [string, string | undefined][] = []
    const [a, b] = orders(2)
    const unlisten = broker.onSettled((id, givenUp) => heard.push([id, givenUp]))
    // Events before the listener was added are not delivered.
    while (heard.length === 0) {
      await broker.offer(orders(1))
      await (await takeOne(broker)).complete()
      await pause(50)
    }
    heard.length = 0
    await broker.offer([a, b])
    await (await takeOne(broker)).complete()
    await (await takeOne(broker)).fail('bad line')
    while (heard.length < 2) await pause(20)
    expect(heard.filter(([id]) => id === a.id || id === b.id)).toEqual([
      [a.id, undefined],
      [b.id, 'bad line'],
    ])
    unlisten()
  })

  test('what is neither waiting nor taken is unknown', async () => {
    const [a, b, c] = orders(3)
    await broker.offer([a, b])
    const lease = await takeOne(broker)
    expect(await broker.unknown([a.id, b.id, c.id])).toEqual([c.id])
    await lease.complete()
    expect(await broker.unknown([a.id, b.id])).toEqual([a.id])
    await (await takeOne(broker)).fail('bad')
    expect(await broker.unknown([a.id, b.id])).toEqual([a.id, b.id])
  })

  test('a shard whose lease has ended is handed out again; its former holder learns of it', async () => {
    await broker.offer(orders(1))
    const short = 900
    const lost = await takeOne(broker, short)
    await pause(2 * short)
    const again = await takeOne(broker)
    expect(again.order).toEqual(lost.order)
    expect(await lost.extend()).toBe(false)
    expect(await again.extend()).toBe(true)
    // Completing a shard whose lease was lost has no effect.
    await lost.complete()
    await again.complete()
    await takeNothing(broker)
  })

  test('a lease that is extended does not end', async () => {
    await broker.offer(orders(1))
    const lease = await takeOne(broker, 3000)
    for (let i = 0; i < 8; i++) {
      await pause(500)
      expect(await lease.extend()).toBe(true)
    }
    await takeNothing(broker)
    await lease.complete()
  })

  test('what is released can be taken at once', async () => {
    const [order] = orders(1)
    await broker.offer([order])
    await (await takeOne(broker)).release()
    const lease = await takeOne(broker)
    expect(lease.order).toEqual(order)
    await lease.complete()
  })

  test('what is tried again or left to others comes after what waits; tries are counted', async () => {
    const [a, b, c] = orders(3)
    await broker.offer([a, b, c])
    await (await takeOne(broker)).retry('went wrong')
    await (await takeOne(broker)).pass()
    const third = await takeOne(broker)
    expect([third.order.id, third.tries, third.deaths]).toEqual([c.id, 0, 0])
    await third.complete()
    const rest = [await takeOne(broker), await takeOne(broker)]
    const found = rest.map(({ order, tries }) => [order.id, tries])
    expect(found).toEqual([
      [a.id, 1],
      [b.id, 0],
    ])
    for (const lease of rest) await lease.complete()
  })

  test('what workers say against a job is known', async () => {
    const [{ job }] = orders(1) as [ShardOrder]
    expect(await broker.objection(job)).toBeNull()
    await broker.object(job, 'another version')
    expect(await broker.objection(job)).toBe('another version')
  })

  test('a job that is stopped is not handed out, others are, and it can go on', async () => {
    const [a] = orders(1)
    const [b] = orders(1)
    await broker.offer([a, b])
    await broker.stop(a.job)
    expect([await broker.isStopped(a.job), await broker.isStopped(b.job)]).toEqual([true, false])
    const lease = await takeOne(broker)
    expect(lease.order.id).toBe(b.id)
    await lease.complete()
    await takeNothing(broker)
    await broker.resume(a.job)
    await broker.offer([a])
    const again = await takeOne(broker)
    expect(again.order.id).toBe(a.id)
    await again.complete()
  })

  test('records of jobs are kept, the last word counts', async () => {
    const [{ job: id }] = orders(1) as [ShardOrder]
    const record: JobRecord = {
      id,
      task: 'parse',
      out: '/out',
      inputs: 1,
      shards: 2,
      done: 0,
      failed: 0,
      state: 'running',
    }
    await broker.record(record)
    await broker.record({ ...record, done: 2, state: 'done' })
    expect((await broker.jobs()).filter((job) => job.id === id)).toEqual([
      { ...record, done: 2, state: 'done' },
    ])
  })
}

describe('in memory', () => laws(async () => new MemoryBroker()))

describeWithRedis('on Redis', (redis) => {
  laws(() => RedisBroker.connect(redis().url))

  test('what is in the queue survives a restart of Redis, and so does the connection', async () => {
    const notices: string[] = []
    const broker = await RedisBroker.connect(redis().url, { onNotice: (line) => notices.push(line) })
    await broker.offer(orders(2))
    const lease = await takeOne(broker)
    await redis().restart()
    await lease.complete()
    await (await takeOne(broker)).complete()
    await takeNothing(broker)
    expect(notices[0]).toMatch(/connection to Redis at redis:\/\/127.0.0.1:\d+ is lost/)
    expect(notices.at(-1)).toMatch(/is back/)
    await broker.close()
  })

  test('a shard that kills its workers is given up', async () => {
    const heard: string[] = []
    const broker = await RedisBroker.connect(redis().url)
    broker.onSettled((_, givenUp) => heard.push(givenUp ?? ''))
    await broker.offer(orders(1))
    const end = Date.now() + 45_000
    while (Date.now() < end && heard.length === 0) await broker.take(60)
    expect(heard[0]).toMatch(/^10 workers died while they had this shard/)
    await broker.close()
  })

  test('a Redis without memory is said to be just that', async () => {
    const broker = await RedisBroker.connect(redis().url)
    const client = await connectRedis(redis().url)
    await client.config('SET', 'maxmemory', '1')
    const refused = await broker.offer(orders(1)).catch((error: unknown) => error)
    await client.config('SET', 'maxmemory', '0')
    client.disconnect()
    expect(refused).toBeInstanceOf(ParleyError)
    expect((refused as Error).message).toMatch(/Redis has no memory left.*maxmemory/)
    await broker.close()
  })

  test('an address where no Redis is, is refused with a reason and without its password', async () => {
    const wrong = RedisBroker.connect('redis://:secret@127.0.0.1:1')
    await expect(wrong).rejects.toThrow('Cannot reach Redis at redis://:***@127.0.0.1:1 (ECONNREFUSED)')
    await expect(RedisBroker.connect('localhost')).rejects.toThrow(/no address of Redis/)
  })
})
