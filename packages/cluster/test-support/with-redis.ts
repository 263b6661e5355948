// Tests that need Redis: skipped with a word where there is none, never where PARLEY_REDIS=required says that
// there must be.
import { afterAll, beforeAll, describe } from 'vitest'
import { LocalRedis } from '../../../bench/src/scale/local-redis.js'

/** A group of tests with a Redis of their own. */
export function describeWithRedis(name: string, tests: (redis: () => LocalRedis) => void): void {
  const there = LocalRedis.isInstalled() || process.env.PARLEY_REDIS === 'required'
  if (!there) console.log(`There is no redis-server here: "${name}" is skipped.`)
  describe.skipIf(!there)(name, () => {
    let redis: LocalRedis | null = null
    beforeAll(async () => {
      redis = await LocalRedis.start()
    })
    afterAll(async () => redis?.stop())
    tests(() => redis!)
  })
}
