// Reads Redis streams. After a crash of Redis a blocking command may never be answered, although the
// connection is restored.
import { setTimeout as pause } from 'node:timers/promises'
import type { Redis } from 'ioredis'

/** An entry of a stream. It is untrusted: anybody who can write to Redis can add one. */
export interface Entry {
  readonly id: string
  /** Names and values, alternating. */
  readonly fields: readonly Buffer[]
}

/** Milliseconds after the end of a blocking read at which its answer counts as lost. */
const SILENCE = 5000

/** Reads streams on its own connection, which is replaced when it does not answer. */
export class StreamReader {
  private connection: Redis | null = null

  constructor(
    private readonly redis: Redis,
    /** Maximum number of entries per read. */
    private readonly count = 16,
  ) {}

  /** The entries of a stream after `after`; waits up to `wait` milliseconds if there are none. */
  async read(stream: string, after: string, wait: number): Promise<Entry[]> {
    this.connection ??= anotherConnection(this.redis)
    const answer = this.connection.xreadBuffer('COUNT', this.count, 'BLOCK', wait, 'STREAMS', stream, after)
    const found = await withinTime(answer, wait + SILENCE)
    if (found === 'late') this.close()
    if (found === 'late' || found === null) return []
    const [[, entries] = [null, []]] = found as [Buffer, [Buffer, Buffer[]][]][]
    return entries.map(([id, fields]) => ({ id: id.toString(), fields }))
  }

  close(): void {
    this.connection?.disconnect()
    this.connection = null
  }
}

/** The result of a promise, or `'late'` after a time limit; a later rejection is ignored. */
export async function withinTime<T>(promise: Promise<T>, milliseconds: number): Promise<T | 'late'> {
  promise.catch(() => {})
  const timer = new AbortController()
  try {
    const late = pause(milliseconds, 'late' as const, { signal: timer.signal })
    late.catch(() => {})
    return await Promise.race([promise, late])
  } finally {
    timer.abort()
  }
}

/** A connection for blocking reads; the original connection reports its errors. */
function anotherConnection(redis: Redis): Redis {
  const other = redis.duplicate()
  other.on('error', () => {})
  return other
}
