// `parley cluster worker`: processes shards of all jobs that it supports, until a signal arrives.
import { type Broker, type Roots, runTaskWorker } from '@parleyjs/cluster'
import type { Parsed } from '../args.js'
import { prepareThreads } from '../engine.js'
import { EXIT } from '../failure.js'
import { UsageError } from '../usage-error.js'
import { version } from '../version.js'
import { concurrencyOf, leaseOf, notice, requireRedis, rootsOf, stopSignal } from './connect.js'

export async function workerCommand(parsed: Parsed, args: readonly string[]): Promise<number> {
  if (args.length > 0) throw new UsageError(`cluster worker takes no input: "${args[0]}".`, 'cluster')
  const [concurrency, lease] = [concurrencyOf(parsed), leaseOf(parsed)]
  const roots = await rootsOf(parsed)
  const broker = await requireRedis(parsed)
  try {
    await work({ broker, concurrency, lease, roots, signal: stopSignal(), isShared: true })
  } finally {
    await broker.close()
  }
  return EXIT.ok
}

/** Processes the shards of a broker until the signal is aborted. */
export async function work(options: {
  readonly broker: Broker
  readonly concurrency: number
  readonly lease: number
  readonly signal: AbortSignal
  readonly roots?: { readonly input: Roots; readonly output: Roots }
  /** Whether other workers serve the same jobs. */
  readonly isShared?: boolean
}): Promise<void> {
  prepareThreads(options.concurrency)
  await runTaskWorker({ ...options, version: version(), onNotice: notice })
}
