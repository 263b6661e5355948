export { connectRedis, printable, type RedisOptions } from './redis.js'
