// The broker that a command line names, and the signals that end a command in good order.
import { availableParallelism, homedir } from 'node:os'
import { parse } from 'node:path'
import { OrderKey, RedisBroker, Roots } from '@parley/cluster'
import { number, type Parsed, text, texts } from '../args.js'
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
  const key = await keyOf(parsed)
  return RedisBroker.connect(url, { onNotice: notice, ...(key !== undefined && { key }) })
}

/** The key that signs orders, if one is given. */
export async function keyOf(parsed: Parsed): Promise<OrderKey | undefined> {
  const file = text(parsed, 'key-file')
  return file === undefined ? undefined : OrderKey.fromFile(file)
}

/** The folders that a worker may use: those that are named, or the one in which it was started. */
export async function rootsOf(parsed: Parsed): Promise<{ readonly input: Roots; readonly output: Roots }> {
  return { input: await openRoots(parsed, 'input-root'), output: await openRoots(parsed, 'output-root') }
}

async function openRoots(parsed: Parsed, option: 'input-root' | 'output-root'): Promise<Roots> {
  const here = process.cwd()
  const named = texts(parsed, option)
  // Containers start in the one, ssh in the other; both have more in them than what jobs may see.
  if (named.length === 0 && (here === parse(here).root || here === homedir()))
    throw new UsageError(
      `Which folders may this worker use? It was started in ${here}, where there is more than jobs. ` +
        'Say so with --input-root DIR and --output-root DIR, or start it in the folder of the jobs.',
      'cluster',
    )
  return Roots.open(named.length > 0 ? named : [here], `--${option}`)
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
