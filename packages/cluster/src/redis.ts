// Connects to Redis: an unreachable server is an error at first; later, lost connections are restored.
import { createRequire } from 'node:module'
import { ParleyError } from '@parleyjs/core'
import type { Redis } from 'ioredis'

export interface RedisOptions {
  /** Maximum time for the first connection, in milliseconds. Default 5000. */
  readonly timeout?: number
  /** Called once when the connection is lost, and once when it is restored. */
  readonly onNotice?: (line: string) => void
}

/** The oldest supported version: the queue needs its Lua scripts and stream commands. */
const OLDEST = [6, 2] as const
/** The longest pause between two attempts to reconnect, in milliseconds. */
const MAX_PAUSE = 1000

/**
 * Connects to Redis. A wrong address is an error. If the connection is lost later, it is tried again until it
 * is restored; commands sent in between wait.
 *
 * @example
 * const redis = await connectRedis('redis://127.0.0.1:6379')
 */
export async function connectRedis(url: string, options: RedisOptions = {}): Promise<Redis> {
  const { timeout = 5000, onNotice = () => {} } = options
  const place = printable(url)
  const { Redis } = createRequire(import.meta.url)('ioredis') as typeof import('ioredis')
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: timeout,
    maxRetriesPerRequest: null,
    retryStrategy: (times) => Math.min(50 * times, MAX_PAUSE),
  })
  let reason = 'no answer'
  const hear = (error: Error) => {
    reason = reasonOf(error)
  }
  redis.on('error', hear)
  try {
    await withinTime(first(redis), timeout)
    await requireVersion(redis)
  } catch (error) {
    redis.disconnect()
    if (error instanceof ParleyError) throw error
    const said = reason === 'no answer' ? reasonOf(error) : reason
    throw new ParleyError(
      'bad-argument',
      `Cannot reach Redis at ${place} (${said}). Is it running, and is the address right?`,
    )
  }
  let lost = false
  // Not 'close', which is also emitted when we end the connection.
  redis.on('reconnecting', () => {
    if (!lost) onNotice(`The connection to Redis at ${place} is lost; trying again until it is back.`)
    lost = true
  })
  redis.on('ready', () => {
    if (lost) onNotice(`Redis at ${place} is back.`)
    lost = false
  })
  return redis
}

/** The address without its password. */
export function printable(url: string): string {
  return redisUrl(url)
    .toString()
    .replace(/:[^:@/]*@/, ':***@')
}

function redisUrl(url: string): URL {
  try {
    const parsed = new URL(url)
    if (parsed.protocol === 'redis:' || parsed.protocol === 'rediss:') return parsed
  } catch {
    // The text is not an address at all.
  }
  throw new ParleyError(
    'bad-argument',
    `"${url}" is no address of Redis: expected redis://HOST:PORT, or rediss:// for TLS.`,
  )
}

/** Resolves with the first connection. The first refusal is final, since there was no connection before. */
async function first(redis: Redis): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    redis.once('error', reject)
    redis.connect().then(resolve, reject)
  })
}

async function withinTime<T>(promise: Promise<T>, timeout: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${timeout / 1000} s`)), timeout)
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}

async function requireVersion(redis: Redis): Promise<void> {
  const version = /^redis_version:(\S+)/m.exec(await redis.info('server'))?.[1] ?? '0'
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])) return
  throw new ParleyError('unsupported', `Redis ${version} is too old: at least ${OLDEST.join('.')} is needed.`)
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return (error as NodeJS.ErrnoException).code ?? error.message
}
