// The worker's side of one shard: reads its sentences, carries out its orders, and writes its state after
// every round. A worker that takes a shard over reads the sentences again, restores the last state, and
// carries out the orders since then.
import { ParleyError } from '@parleyjs/core'
import { faultOf, type ShardCheckpoint } from '@parleyjs/core/internal'
import type { CorpusHost, HostOrder } from '@parleyjs/nlp/internal'
import type { Redis } from 'ioredis'
import type { OrderKey } from '../order-key.js'
import { type Storage, StorageError } from '../storage.js'
import { StreamReader } from '../stream-reader.js'
import {
  answerPurpose,
  answersKey,
  type CorpusJob,
  type CorpusOrder,
  checkpointFile,
  chunkFile,
  decode,
  encode,
  Forged,
  orderPurpose,
  ordersKey,
  ownerKey,
  post,
  receive,
  type ShardOrder,
} from './corpus-job.js'
import { shardOrder } from './corpus-schemas.js'

/** How long to wait for an order before checking lease and signal, in milliseconds. */
const WAIT = 250

export interface ShardSeat {
  readonly redis: Redis
  readonly storage: Storage
  readonly job: CorpusJob
  readonly shard: number
  /** The name under which the worker owns the shard. */
  readonly owner: string
  /**
   * Duration of the lease in milliseconds: after that time without renewal, another worker may take the
   * shard.
   */
  readonly lease: number
  /** A new host without sentences. */
  readonly host: CorpusHost
  readonly signal: AbortSignal
  readonly key?: OrderKey | undefined
  readonly onNotice: (line: string) => void
}

/** The state of a shard after an order. */
interface Kept {
  readonly number: number
  readonly state: ShardCheckpoint
}

/** Works until the job is over, the signal comes, or another worker owns the shard. */
export async function serveShard(seat: ShardSeat): Promise<void> {
  const { redis, job, shard, signal, lease } = seat
  const reader = new StreamReader(redis)
  const renewal = setInterval(() => void renew(seat).catch(() => {}), lease / 3)
  try {
    const work = new ShardWork(seat, await readCheckpoint(seat))
    let last = '0'
    while (!signal.aborted) {
      const found = await reader.read(ordersKey(job.id, shard), last, WAIT)
      for (const entry of found) {
        last = entry.id
        let received: ShardOrder
        try {
          received = receive(entry, shardOrder, { key: seat.key, purpose: orderPurpose(job.id, shard) })
        } catch (error) {
          await work.refuse(error)
          continue
        }
        if (received.order === 'end') return
        await work.carryOut(received.number, received.order)
        if (signal.aborted) break
      }
      if (!(await renew(seat)) && !(await renew(seat))) return
    }
  } finally {
    clearInterval(renewal)
    reader.close()
    await release(seat)
  }
}

class ShardWork {
  private readonly host: CorpusHost
  private last = 0
  private hasForged = false

  constructor(
    private readonly seat: ShardSeat,
    private readonly kept: Kept | null,
  ) {
    this.host = seat.host
  }

  async carryOut(number: number, order: Exclude<CorpusOrder, 'end'>): Promise<void> {
    const { host, kept } = this
    // Orders that were sent again after a lost connection occur twice.
    if (number <= this.last) return
    const isMissing = number > this.last + 1
    this.last = number
    const isPast = kept !== null && number <= kept.number
    // Steps of the descent before the checkpoint need not be repeated.
    if (!(isPast && isStep(order))) {
      const outcome = isMissing ? { fault: faultOf(lostOrders()) } : await this.outcomeOf(order)
      if (!isPast) await this.answer(number, outcome)
    }
    if (number === kept?.number) host.shard.restore(kept.state)
    if (!isPast && isRound(order)) await this.writeDown(number)
  }

  /**
   * Handles an invalid order. A forged one is ignored; any other ends the job, which would otherwise wait for
   * ever.
   */
  async refuse(error: unknown): Promise<void> {
    const { onNotice, job } = this.seat
    const message = `An order for corpus ${job.id} was refused: ${(error as Error).message}`
    if (!(error instanceof Forged)) {
      onNotice(message)
      return this.answer(this.last + 1, { fault: faultOf(new ParleyError('bad-input', message)) })
    }
    if (!this.hasForged) onNotice(message)
    this.hasForged = true
  }

  private async answer(number: number, outcome: object): Promise<void> {
    const { redis, job, shard, key } = this.seat
    await post(
      redis,
      answersKey(job.id),
      { shard, number, ...outcome },
      { key, purpose: answerPurpose(job.id) },
    )
  }

  private async outcomeOf(order: Exclude<CorpusOrder, 'end'>) {
    const { carryOut } = await import('./late.js')
    try {
      return { answer: carryOut(this.host, await this.complete(order)) }
    } catch (error) {
      // A storage failure is a problem of this machine, not the answer to an order.
      if (error instanceof StorageError) throw error
      return { fault: faultOf(error) }
    }
  }

  private async complete(order: Exclude<CorpusOrder, 'end'>): Promise<HostOrder> {
    if (!('read' in order)) return order
    const { storage, job } = this.seat
    const file = chunkFile(job, order.first)
    if (order.read !== file)
      throw new ParleyError('bad-input', `${order.read} is not the file with sentences of this job: ${file}.`)
    const size = (await storage.size(file)) ?? 0
    return { read: decode(await storage.read(file, 0, size)), first: order.first }
  }

  private async writeDown(number: number): Promise<void> {
    const { storage, job, shard } = this.seat
    const state = this.host.shard.checkpoint()
    if (state !== null)
      await storage.write(checkpointFile(job, shard), [encode({ number, state } satisfies Kept)])
  }
}

function lostOrders(): ParleyError {
  return new ParleyError(
    'bad-input',
    'Redis has lost orders of this job: it was restarted without its latest data. Start the job again.',
  )
}

function isStep(order: Exclude<CorpusOrder, 'end'>): boolean {
  return 'run' in order && order.run.op === 'solve'
}

/** Whether the state should be saved: factors have answered, and no round is half done. */
function isRound(order: Exclude<CorpusOrder, 'end'>): boolean {
  return 'run' in order && order.run.op === 'solve' && order.run.command.op === 'respond'
}

async function readCheckpoint({ storage, job, shard }: ShardSeat): Promise<Kept | null> {
  const file = checkpointFile(job, shard)
  const size = await storage.size(file)
  return size === null ? null : decode<Kept>(await storage.read(file, 0, size))
}

/** Renews the lease, even if it has just ended; false if another worker owns the shard. */
async function renew({ redis, job, shard, owner, lease }: ShardSeat): Promise<boolean> {
  const key = ownerKey(job.id, shard)
  const now = await redis.get(key)
  if (now === owner) return (await redis.pexpire(key, lease)) === 1
  return now === null && (await redis.set(key, owner, 'PX', lease, 'NX')) === 'OK'
}

async function release({ redis, job, shard, owner }: ShardSeat): Promise<void> {
  const key = ownerKey(job.id, shard)
  if ((await redis.get(key)) === owner) await redis.del(key)
}
