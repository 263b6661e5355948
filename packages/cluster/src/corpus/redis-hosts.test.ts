// The coordinator sends orders in the order of the calls.
import { setTimeout as pause } from 'node:timers/promises'
import { makeSentence } from '@parleyjs/nlp'
import type { Redis } from 'ioredis'
import { expect, test } from 'vitest'
import type { Storage } from '../storage.js'
import { type CorpusJob, decode, type ShardOrder } from './corpus-job.js'
import { RedisHosts } from './redis-hosts.js'

test('orders go out as they were given, though the files of some take longer to write', async () => {
  const orders: ShardOrder[] = []
  const redis = {
    set: async () => 'OK',
    sadd: async () => 1,
    srem: async () => 1,
    del: async () => 1,
    exists: async () => 1,
    expire: async () => 1,
    duplicate: () => redis,
    on: () => redis,
    disconnect: () => {},
    xreadBuffer: () => pause(5, null),
    xadd: async (_key: string, _id: string, _field: string, bytes: Buffer) => orders.push(decode(bytes)),
  }
  const written: string[] = []
  const storage = {
    write: async (path: string) => {
      await pause(written.length === 0 && path.endsWith('-0') ? 40 : 1)
      written.push(path)
    },
    remove: async () => {},
  }
  const job = { id: 'x', shards: 1, folder: 'f', settings: { task: 'tag', json: false } } as CorpusJob
  const hosts = await RedisHosts.open(redis as unknown as Redis, storage as unknown as Storage, job)
  const [host] = hosts.hosts
  const split = { sentence: makeSentence([{ form: 'Go' }]), offsets: null }
  for (const first of [0, 64, 128]) void host.read([split], first).catch(() => {})
  void host.send({ op: 'gather' }).catch(() => {})
  while (orders.length < 4) await pause(5)
  expect(written).toEqual(['f/sentences-0', 'f/sentences-64', 'f/sentences-128'])
  expect(orders.map(({ number }) => number)).toEqual([1, 2, 3, 4])
  expect(orders.map(({ order }) => (order as { first?: number }).first)).toEqual([0, 64, 128, undefined])
  await hosts.close()
})
