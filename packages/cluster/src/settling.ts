// Settles a shard that was taken from the queue.

import { oneLine } from './schema.js'
import { loadBullmq, type Queued } from './shard-taker.js'

/** Delay before a shard that was left to others is handed out again, in milliseconds. */
const PASS = 1000

/**
 * Settles a shard that was taken. If the shard was lost in between (the lease has ended, Redis has forgotten
 * it), it belongs to another worker: that is not an error. Parley decides how often a shard is tried and what
 * is kept of it, not BullMQ's own counters.
 */
export class Settling {
  constructor(
    private readonly job: Queued,
    private readonly token: string,
  ) {
    job.opts = { ...job.opts, removeOnComplete: true, removeOnFail: true }
  }

  async extend(lease: number): Promise<boolean> {
    try {
      return (await this.job.extendLock(this.token, lease)) === 1
    } catch {
      return false
    }
  }

  async complete(): Promise<void> {
    await this.job.moveToCompleted(null, this.token, false).catch(() => {})
  }

  async fail(reason: string): Promise<void> {
    const error = new (loadBullmq().UnrecoverableError)(oneLine(reason))
    await this.job.moveToFailed(error, this.token, false).catch(() => {})
  }

  async retry(reason: string): Promise<void> {
    const { attemptsMade } = this.job
    this.job.opts = { ...this.job.opts, attempts: attemptsMade + 2, backoff: 0, lifo: false }
    await this.job.moveToFailed(new Error(oneLine(reason)), this.token, false).catch(() => {})
  }

  async pass(): Promise<void> {
    await this.job.moveToDelayed(Date.now() + PASS, this.token).catch(() => {})
  }

  async release(): Promise<void> {
    await this.job.moveToWait(this.token).catch(() => {})
  }
}
