// A broker for the workers of one process, in memory.
import type { Broker, JobRecord, Lease, QueueCounts, SettledListener } from './broker.js'
import type { ShardOrder } from './job.js'

interface Taken {
  readonly order: ShardOrder
  until: number
}

/** How long `take` waits for a shard, in milliseconds. */
const PATIENCE = 200

export class MemoryBroker implements Broker {
  private readonly records = new Map<string, JobRecord>()
  private readonly waiting = new Map<string, ShardOrder>()
  private readonly taken = new Map<string, Taken>()
  /** How often each shard was returned by `retry`, by id. */
  private readonly tries = new Map<string, number>()
  private readonly deaths = new Map<string, number>()
  private readonly objections = new Map<string, string>()
  private readonly stopped = new Set<string>()
  private readonly listeners = new Set<SettledListener>()
  private readonly sleepers = new Set<() => void>()
  private closed = false

  async record(job: JobRecord): Promise<void> {
    this.records.set(job.id, job)
  }

  async jobs(): Promise<JobRecord[]> {
    return [...this.records.values()].sort((a, b) => (a.id < b.id ? -1 : 1))
  }

  async offer(orders: readonly ShardOrder[]): Promise<void> {
    for (const order of orders)
      if (!this.waiting.has(order.id) && !this.taken.has(order.id)) this.waiting.set(order.id, order)
    this.wake()
  }

  async unknown(ids: readonly string[]): Promise<string[]> {
    return ids.filter((id) => !this.waiting.has(id) && !this.taken.has(id))
  }

  async take(lease: number): Promise<Lease | null> {
    const end = Date.now() + PATIENCE
    for (;;) {
      this.takeBack()
      for (const [id, order] of this.waiting) {
        if (this.stopped.has(order.job)) continue
        this.waiting.delete(id)
        return this.leaseOf(order, lease)
      }
      const left = end - Date.now()
      if (this.closed || left <= 0) return null
      await this.sleep(left)
    }
  }

  onSettled(listener: SettledListener): () => void {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  async stop(job: string): Promise<void> {
    this.stopped.add(job)
  }

  async resume(job: string): Promise<void> {
    this.stopped.delete(job)
    this.wake()
  }

  async isStopped(job: string): Promise<boolean> {
    return this.stopped.has(job)
  }

  async object(job: string, reason: string): Promise<void> {
    this.objections.set(job, reason)
  }

  async objection(job: string): Promise<string | null> {
    return this.objections.get(job) ?? null
  }

  async counts(): Promise<QueueCounts> {
    return { waiting: this.waiting.size, taken: this.taken.size, workers: 1 }
  }

  async close(): Promise<void> {
    this.closed = true
    this.wake()
  }

  private leaseOf(order: ShardOrder, lease: number): Lease {
    const own: Taken = { order, until: Date.now() + lease }
    this.taken.set(order.id, own)
    const isOwn = () => this.taken.get(order.id) === own
    const settle = (reason?: string) => {
      if (isOwn()) this.taken.delete(order.id)
      this.tries.delete(order.id)
      this.deaths.delete(order.id)
      for (const listener of this.listeners) listener(order.id, reason)
    }
    const giveBack = () => {
      if (!isOwn()) return
      this.taken.delete(order.id)
      this.waiting.set(order.id, order)
      this.wake()
    }
    const tries = this.tries.get(order.id) ?? 0
    return {
      order,
      tries,
      deaths: this.deaths.get(order.id) ?? 0,
      extend: async () => {
        if (!isOwn()) return false
        own.until = Date.now() + lease
        return true
      },
      complete: async () => settle(),
      fail: async (message) => settle(message),
      retry: async () => {
        if (isOwn()) this.tries.set(order.id, tries + 1)
        giveBack()
      },
      release: async () => giveBack(),
      pass: async () => giveBack(),
    }
  }

  /** Puts shards whose lease has ended back into the queue. */
  private takeBack(): void {
    for (const [id, { order, until }] of this.taken) {
      if (until > Date.now()) continue
      this.taken.delete(id)
      this.waiting.set(id, order)
      this.deaths.set(id, (this.deaths.get(id) ?? 0) + 1)
    }
  }

  private async sleep(time: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const wake = () => {
        clearTimeout(timer)
        this.sleepers.delete(wake)
        resolve()
      }
      const timer = setTimeout(wake, time)
      this.sleepers.add(wake)
    })
  }

  private wake(): void {
    for (const wake of this.sleepers) wake()
  }
}
