// A Redis server for tests of the command: benchmarks have it.
export { LocalRedis } from '../../../bench/src/scale/local-redis.js'
