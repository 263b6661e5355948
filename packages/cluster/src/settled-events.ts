// Events about settled shards, from the queue. Anybody with access to Redis can forge one, so listeners check
// the storage. (BullMQ's own listener ends at the first event that it cannot parse.)
import { setTimeout as pause } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import type { SettledListener } from './broker.js'
import { oneLine } from './schema.js'
import { StreamReader } from './stream-reader.js'

/** How long to wait for events before asking again, in milliseconds. */
const WAIT = 1000
/** Maximum number of events per read. */
const COUNT = 100
/** The pause after a Redis error, in milliseconds. */
const TROUBLE = 500

export class SettledEvents {
  private readonly reader: StreamReader
  private readonly listeners = new Set<SettledListener>()
  private isListening = false
  private closing = false

  constructor(
    private readonly redis: Redis,
    private readonly stream: string,
  ) {
    this.reader = new StreamReader(redis, COUNT)
  }

  /**
   * Calls a function for every shard that is settled after this call. Returns a function that removes the
   * listener.
   */
  add(listener: SettledListener): () => void {
    this.listeners.add(listener)
    if (!this.isListening) void this.listen()
    return () => this.listeners.delete(listener)
  }

  close(): void {
    this.closing = true
    this.reader.close()
  }

  private async listen(): Promise<void> {
    this.isListening = true
    let last: string | null = null
    while (!this.closing) {
      try {
        last ??= (await this.redis.xrevrange(this.stream, '+', '-', 'COUNT', 1))[0]?.[0] ?? '0-0'
        for (const { id, fields } of await this.reader.read(this.stream, last, WAIT)) {
          last = id
          this.hear(fields)
        }
      } catch {
        if (!this.closing) await pause(TROUBLE)
      }
    }
  }

  private hear(fields: readonly Buffer[]): void {
    const said = new Map<string, string>()
    for (let i = 0; i + 1 < fields.length; i += 2) said.set(String(fields[i]), String(fields[i + 1]))
    const [event, id] = [said.get('event'), said.get('jobId')]
    if (id === undefined) return
    if (event === 'completed') this.tell(id)
    if (event === 'failed') this.tell(id, oneLine(said.get('failedReason') ?? 'no reason was given'))
  }

  private tell(id: string, givenUp?: string): void {
    for (const listener of this.listeners) listener(id, givenUp)
  }
}
