// Connects to the broker of a command line, and handles the signals that end a command in good order.
import { availableParallelism, homedir } from 'node:os'
import { parse } from 'node:path'
import { OrderKey, RedisBroker, Roots } from '@parleyjs/cluster'
import { number, type Parsed, text, texts } from '../args.js'
import { EXIT } from '../failure.js'
import { UsageError } from '../usage-error.js'

/** The address of Redis, if it is given. */
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

/** The folders that a worker may use: those given by options, or the current folder. */
export async function rootsOf(parsed: Parsed): Promise<{ readonly input: Roots; readonly output: Roots }> {
  return { input: await openRoots(parsed, 'input-root'), output: await openRoots(parsed, 'output-root') }
}

async function openRoots(parsed: Parsed, option: 'input-root' | 'output-root'): Promise<Roots> {
  const here = process.cwd()
  const named = texts(parsed, option)
  // Containers start in the root folder, ssh in the home folder. Both contain more than jobs may see.
  if (named.length === 0 && (here === parse(here).root || here === homedir()))
    throw new UsageError(
      `Which folders may this worker use? It was started in ${here}, where there is more than jobs. ` +
        'Say so with --input-root DIR and --output-root DIR, or start it in the folder of the jobs.',
      'cluster',
    )
  return Roots.open(named.length > 0 ? named : [here], `--${option}`)
}

/** Prints a message that is not part of the result. */
export function notice(line: string): void {
  process.stderr.write(`parley: ${line}\n`)
}

/** Number of shards that are processed at the same time. */
export function concurrencyOf(parsed: Parsed): number {
  return number('cluster', parsed, 'concurrency', { least: 1, whole: true }) ?? availableParallelism()
}

/** Time after which the shard of a silent worker is given to another, in milliseconds. */
export function leaseOf(parsed: Parsed): number {
  return 1000 * (number('cluster', parsed, 'lease', { least: 0.2, whole: false }) ?? 30)
}

/**
 * A signal that the first SIGINT or SIGTERM aborts, with its exit code as the reason. A second one ends the
 * process.
 */
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
