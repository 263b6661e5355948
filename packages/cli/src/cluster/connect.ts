// The broker that a command line names, and the signals that end a command in good order.
import { availableParallelism } from 'node:os'
import { RedisBroker } from '@parley/cluster'
import { number, type Parsed, text } from '../args.js'
import { EXIT } from '../failure.js'
import { UsageError } from '../usage-error.js'

/** The address of Redis, if one is given. */
export function redisUrl(parsed: Parsed): string | undefined {
  return text(parsed, 'redis') ?? (process.env.PARLEY_REDIS_URL || undefined)
}

/** Connects to the Redis of the command line. */
export async function requireRedis(parsed: Parsed): Promise<RedisBroker> {
  const url = redisUrl(parsed)
  if (url === undefined)
    throw new UsageError(
      'Where is Redis? Give --redis redis://HOST:PORT, or set PARLEY_REDIS_URL.',
      'cluster',
    )
  return RedisBroker.connect(url, { onNotice: notice })
}

/** A line for the user that is no result. */
export function notice(line: string): void {
  process.stderr.write(`parley: ${line}\n`)
}

/** Shards that are done at the same time. */
export function concurrencyOf(parsed: Parsed): number {
  return number('cluster', parsed, 'concurrency', { least: 1, whole: true }) ?? availableParallelism()
}

/** Milliseconds that a shard stays with a worker that is not heard of. */
export function leaseOf(parsed: Parsed): number {
  return 1000 * (number('cluster', parsed, 'lease', { least: 0.2, whole: false }) ?? 30)
}

/** Is aborted by the first SIGINT or SIGTERM, with the exit code that this means; a second one ends the process. */
export function stopSignal(): AbortSignal {
  const controller = new AbortController()
  const hear = (signal: 'SIGINT' | 'SIGTERM', code: number) => {
    process.on(signal, () => {
      if (controller.signal.aborted) process.exit(code)
      controller.abort(code)
    })
  }
  hear('SIGINT', EXIT.interrupted)
  hear('SIGTERM', EXIT.terminated)
  return controller.signal
}
