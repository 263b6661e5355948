// The threads of a worker. Each processes one shard at a time; all share one model.
import { Worker } from 'node:worker_threads'
import { type JobHeader, type ShardOrder, type ShardOutput, StorageError } from '@parleyjs/cluster'
import { ParleyError } from '@parleyjs/core'
import type { SharedModel } from '@parleyjs/learn'
import type { ThreadOrder, ThreadReply } from './shard-thread.js'
import type { KnownModel } from './worker.js'

interface Seat {
  worker: Worker
  settle: ((reply: ThreadReply) => void) | null
}

export class ShardThreads {
  private readonly seats: Seat[]
  private closing = false

  constructor(count: number) {
    this.seats = Array.from({ length: count }, () => this.staff())
  }

  /** Processes a shard in a free thread. There must be one. */
  async run(order: ShardOrder, job: JobHeader, model: SharedModel): Promise<ShardOutput> {
    const seat = this.seats.find(({ settle }) => settle === null)
    if (seat === undefined) throw new Error('No thread is free.')
    const reply = await new Promise<ThreadReply>((resolve) => {
      const message: ThreadOrder = { order, job, model }
      // If the message cannot be sent, the thread stays free.
      seat.worker.postMessage(message)
      seat.settle = resolve
    })
    if ('output' in reply) return reply
    if ('storage' in reply) throw new StorageError(reply.storage)
    if ('bug' in reply) throw Object.assign(new Error(), reply.bug)
    const { code, message, place } = reply.fault
    const [source] = order.sources
    throw new ParleyError(code, message, { file: source?.path ?? '', ...place })
  }

  /** Lets all threads prepare a model. */
  prepare(model: KnownModel): void {
    for (const { worker } of this.seats) worker.postMessage(model)
  }

  async close(): Promise<void> {
    this.closing = true
    await Promise.all(this.seats.map(({ worker }) => worker.terminate()))
  }

  private staff(): Seat {
    const seat: Seat = { worker: this.thread(() => seat), settle: null }
    return seat
  }

  private thread(seat: () => Seat): Worker {
    const worker = new Worker(new URL('./shard-thread.js', import.meta.url))
    worker.on('message', (reply: ThreadReply) => settle(seat(), reply))
    let reason = ''
    worker.once('error', (error) => {
      reason = error.message
    })
    worker.once('exit', (code) => {
      if (this.closing) return
      const own = seat()
      own.worker = this.thread(seat)
      const message = `The thread that worked on this died (${reason || `exit code ${code}`}). Is the shard too large for it?`
      settle(own, { fault: { code: 'too-large', message, place: {} } })
    })
    return worker
  }
}

function settle(seat: Seat, reply: ThreadReply): void {
  const { settle } = seat
  seat.settle = null
  settle?.(reply)
}
