// One small failure drill: two of three workers are killed and Redis is restarted during a job.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { seeded } from '../random.js'
import { run } from './cluster.js'
import { drill } from './drill-run.js'
import { LocalRedis } from './local-redis.js'
import { prose } from './prose.js'

const folder = mkdtempSync(join(tmpdir(), 'parley-drill-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const there = LocalRedis.isInstalled() || process.env.PARLEY_REDIS === 'required'
if (!there) console.log('There is no redis-server here: the failure drill is skipped.')

test.skipIf(!there)(
  'whatever dies, every sentence is in the output once, with the bytes of a single process',
  async () => {
    const input = join(folder, 'prose.txt')
    writeFileSync(input, prose(320, seeded(7).uniform))
    const { out: expected } = await run(['parse', input])
    const random = seeded(Date.now()).uniform
    const result = await drill({
      input,
      expected,
      out: join(folder, 'out'),
      shard: 8,
      random,
      redisSignal: random() < 0.5 ? 'SIGTERM' : 'SIGKILL',
    })
    expect(result).toMatchObject({ faults: [], sentences: 320 })
    expect(result.events.map(({ what }) => what.slice(0, 5)).sort()).toEqual(['Redis', 'worke', 'worke'])
  },
  120_000,
)
