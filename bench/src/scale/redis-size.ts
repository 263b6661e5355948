// The memory of a waiting shard in Redis, and the time to enqueue and to settle it.
//
//   node bench/dist/scale/redis-size.js [--shards 20000]
import { parseArgs } from 'node:util'
import { connectRedis, RedisBroker, type ShardOrder } from '@parleyjs/cluster'
import { markdownTable } from '../table.js'
import { LocalRedis } from './local-redis.js'

const { values } = parseArgs({ options: { shards: { type: 'string', default: '20000' } } })
const count = Number(values.shards)
/** Number of shards that are taken and settled to measure the time. */
const SETTLED = 500
const SHA = 'e9449a8fa4a99e6ff732aa7513335ffff0ecde3f996ff3d2899b046a8c60051a'

const redis = await LocalRedis.start()
const broker = await RedisBroker.connect(redis.url)
const client = await connectRedis(redis.url)

async function used(): Promise<number> {
  return Number(/^used_memory:(\d+)/m.exec(await client.info('memory'))![1])
}

function order(index: number): ShardOrder {
  const [job, path] = ['15b9ef98f3d85405', '/shared/corpus/part-0001/documents.txt']
  const sources = [{ path, start: 50_000 * index, end: 50_000 * (index + 1), sha256: SHA }]
  const place = { job, out: '/shared/parsed/part-0001', kind: 'text', input: 0, index }
  return { id: `${job}-0-${index}`, ...place, sources, line: 1000 * index, offset: 50_000 * index }
}

try {
  const empty = await used()
  const begin = performance.now()
  for (let i = 0; i < count; i += 250)
    await broker.offer(Array.from({ length: Math.min(250, count - i) }, (_, j) => order(i + j)))
  const offered = performance.now()
  const full = await used()
  for (let i = 0; i < SETTLED; i++) await (await broker.take(30_000))?.complete()
  const settled = performance.now()
  console.log(
    markdownTable(
      ['what', 'measured'],
      [
        ['Redis without shards', `${(empty / 2 ** 20).toFixed(1)} MB`],
        ['a waiting shard', `${Math.round((full - empty) / count)} bytes`],
        [`${count} waiting shards`, `${((full - empty) / 2 ** 20).toFixed(1)} MB`],
        ['putting a shard into the queue', `${((offered - begin) / count).toFixed(2)} ms`],
        ['taking and settling a shard', `${((settled - offered) / SETTLED).toFixed(2)} ms`],
      ],
    ),
  )
} finally {
  client.disconnect()
  await broker.close()
  await redis.stop()
}
