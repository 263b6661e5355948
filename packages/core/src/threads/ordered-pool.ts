// A pool of threads for a stream of tasks. Tasks are sent in batches, and answers come back in the order of
// the tasks. The amount of unread work is bounded (back-pressure): while the reader is behind, the source is
// not read, and threads wait.
import { ParleyError } from '../error.js'
import type { Answers } from './batches.js'
import { errorOf } from './fault.js'
import { TaskThread } from './task-thread.js'
import type { Thread } from './thread.js'

export interface OrderedPoolOptions<Task> {
  /** Number of threads. They start when there is work for them. */
  readonly threads: number
  /** Starts a thread; its module calls `serveBatches`. */
  readonly spawn: () => Thread
  /** An additional in-process `Thread`. It gets a batch whenever all other threads have enough. */
  readonly own?: Thread | undefined
  /** Weight of a task, roughly in characters. Default: 1 for each task. */
  readonly weigh?: (task: Task) => number
  /** A batch is full at this weight. Default 8192. */
  readonly batchWeight?: number
}

/** Maximum number of full batches in flight per thread: one in work, one queued, one to be read. */
const DEPTH = 3
const BATCH_WEIGHT = 8192
/**
 * Divisor of the batch weight for the in-process thread: it needs no messages, and the others wait while it
 * works.
 */
const OWN_PARTS = 4

/** A task and its outcome; null until the answer or the failure arrives. */
interface Entry<Task, Answer> {
  readonly task: Task
  readonly weight: number
  outcome: { readonly answer: Answer } | { readonly error: Error } | typeof JOINED | null
}

/** Outcome of a task that shares the answer to an earlier task. */
const JOINED = { joined: true } as const

/** A thread and the batches that were sent to it, the oldest first. */
interface Seat<Task, Answer> {
  readonly thread: TaskThread
  readonly isOwn: boolean
  readonly given: Entry<Task, Answer>[][]
  stream: Stream<Task, Answer>
}

/**
 * Threads that answer a stream of tasks, in order.
 *
 * @example
 * const spawn = () => spawnThread(new URL('./double.js', import.meta.url))
 * const pool = new OrderedPool<number, number>({ threads: 2, spawn })
 * for await (const answer of pool.map([1, 2, 3])) answer // 2, 4, 6
 * await pool.close()
 */
export class OrderedPool<Task, Answer> {
  private readonly seats: Seat<Task, Answer>[] = []
  private busy = false

  constructor(private readonly options: OrderedPoolOptions<Task>) {
    if (!Number.isInteger(options.threads) || options.threads < 1)
      throw new ParleyError(
        'bad-argument',
        `The number of threads is ${options.threads}; it must be a whole number ≥ 1.`,
      )
  }

  /**
   * The answers to the tasks, in the order of the tasks. If threads join answers (`serveBatches`), there is
   * one answer for several tasks. An error of a task or of the source is thrown in place of its answer, after
   * all earlier answers. Only one stream at a time.
   */
  async *map(tasks: AsyncIterable<Task> | Iterable<Task>): AsyncGenerator<Answer, void, undefined> {
    if (this.busy)
      throw new ParleyError(
        'bad-argument',
        'The pool is working on another stream of tasks. Read that one to its end first, or make another pool.',
      )
    this.busy = true
    const stream = new Stream<Task, Answer>(this.seats, this.options)
    const reading = stream.read(tasks)
    try {
      for (;;) {
        const entry = await stream.next()
        if (entry === null) break
        const outcome = entry.outcome!
        if ('error' in outcome) throw outcome.error
        if ('answer' in outcome) yield outcome.answer
      }
      await reading
    } finally {
      await stream.stop()
      this.busy = false
    }
  }

  /** Ends the threads. */
  async close(): Promise<void> {
    await Promise.all(this.seats.splice(0).map(({ thread }) => thread.terminate(closed())))
  }
}

/** One stream of tasks through the pool. */
class Stream<Task, Answer> {
  /** Tasks that were read from the source and are not sent yet. */
  private readonly waiting: Entry<Task, Answer>[] = []
  private waitingWeight = 0
  /** Tasks that were read from the source and whose answers the reader has not taken yet, in order. */
  private readonly order: Entry<Task, Answer>[] = []
  private weight = 0
  private ended = false
  private stopped = false
  private timer: ReturnType<typeof setTimeout> | null = null
  private wakeReader = () => {}
  private wakeSource = () => {}
  private readonly batchWeight: number

  constructor(
    private readonly seats: Seat<Task, Answer>[],
    private readonly options: OrderedPoolOptions<Task>,
  ) {
    this.batchWeight = options.batchWeight ?? BATCH_WEIGHT
    for (const seat of seats) seat.stream = this
  }

  /** Reads all tasks from the source, with back-pressure. */
  async read(tasks: AsyncIterable<Task> | Iterable<Task>): Promise<void> {
    const { weigh = () => 1, threads, own } = this.options
    const most = (threads + (own === undefined ? 0 : 1)) * DEPTH * this.batchWeight
    try {
      for await (const task of tasks) {
        this.add({ task, weight: weigh(task), outcome: null })
        while (this.weight >= most && !this.stopped)
          await new Promise<void>((wake) => {
            this.wakeSource = wake
          })
        if (this.stopped) return
      }
    } catch (error) {
      this.order.push({ task: undefined as Task, weight: 0, outcome: { error: error as Error } })
    }
    this.ended = true
    this.handOut(true)
    this.wakeReader()
  }

  /** The oldest entry, as soon as its outcome is known; null at the end. */
  async next(): Promise<Entry<Task, Answer> | null> {
    while ((this.order[0]?.outcome ?? null) === null) {
      if (this.ended && this.order.length === 0) return null
      await new Promise<void>((wake) => {
        this.wakeReader = wake
      })
    }
    const entry = this.order.shift()!
    this.weight -= entry.weight
    this.wakeSource()
    return entry
  }

  /** Ends the stream, and terminates the threads that are still working. */
  async stop(): Promise<void> {
    this.stopped = true
    if (this.timer !== null) clearTimeout(this.timer)
    this.wakeSource()
    const working = this.seats.filter(({ given }) => given.length > 0)
    for (const seat of working) this.seats.splice(this.seats.indexOf(seat), 1)
    await Promise.all(working.map(({ thread }) => thread.terminate(closed())))
  }

  private add(entry: Entry<Task, Answer>): void {
    this.order.push(entry)
    this.waiting.push(entry)
    this.weight += entry.weight
    this.waitingWeight += entry.weight
    if (this.waitingWeight >= this.batchWeight) this.handOut(false)
    // If the source pauses, send batches that are not full.
    this.timer ??= setTimeout(() => {
      this.timer = null
      this.handOut(true)
    }, 0)
  }

  /**
   * Sends full batches to threads that have fewer than two; with `all`, also a partial batch to a thread
   * without any.
   */
  private handOut(all: boolean): void {
    while (!this.stopped && this.waiting.length > 0) {
      const full = this.waitingWeight >= this.batchWeight
      if (!full && !all) return
      const seat = this.freeSeat(full ? 1 : 0)
      if (seat === null) return
      const enough = seat.isOwn ? this.batchWeight / OWN_PARTS : this.batchWeight
      const batch: Entry<Task, Answer>[] = []
      for (let weight = 0; weight < enough && this.waiting.length > 0; ) {
        const entry = this.waiting.shift()!
        batch.push(entry)
        weight += entry.weight
        this.waitingWeight -= entry.weight
      }
      seat.given.push(batch)
      const tasks = batch.map(({ task }) => task)
      seat.thread.run<Answers<Answer>>(tasks).then(
        (found) => seat.stream.receive(seat, found),
        (error: Error) => {
          if (seat.given.includes(batch)) seat.stream.lose(seat, error)
        },
      )
    }
  }

  /**
   * The thread with the fewest batches, if it has at most `most`. A new thread is preferred to a second
   * batch.
   */
  private freeSeat(most: number): Seat<Task, Answer> | null {
    let best: Seat<Task, Answer> | null = null
    let own: Seat<Task, Answer> | null = null
    let others = 0
    for (const seat of this.seats)
      if (seat.isOwn) own = seat
      else {
        others++
        if (best === null || seat.given.length < best.given.length) best = seat
      }
    if ((best === null || best.given.length > 0) && others < this.options.threads)
      best = this.newSeat(this.options.spawn(), false)
    if (best !== null && best.given.length <= most) return best
    if (own === null && this.options.own !== undefined) own = this.newSeat(this.options.own, true)
    return own !== null && own.given.length === 0 ? own : null
  }

  private newSeat(thread: Thread, isOwn: boolean): Seat<Task, Answer> {
    const onLost = (error: Error) => {
      seat.stream.lose(seat, error)
      return error
    }
    const seat: Seat<Task, Answer> = {
      thread: new TaskThread(thread, { onLost }),
      isOwn,
      given: [],
      stream: this,
    }
    this.seats.push(seat)
    return seat
  }

  private receive(seat: Seat<Task, Answer>, reply: Answers<Answer>): void {
    if (this.stopped) return
    const { answers, joined = answers.length, fault } = reply
    const batch = seat.given.shift()!
    batch.forEach((entry, i) => {
      if (i < answers.length) entry.outcome = { answer: answers[i]! }
      else entry.outcome = i < joined ? JOINED : { error: errorOf(fault!) }
    })
    this.handOut(this.timer === null)
    this.wakeReader()
  }

  /**
   * A thread has ended: its batches fail, and so do waiting tasks, because they could end the next thread,
   * too.
   */
  private lose(seat: Seat<Task, Answer>, error: Error): void {
    if (this.seats.includes(seat)) this.seats.splice(this.seats.indexOf(seat), 1)
    for (const entry of [...seat.given.splice(0).flat(), ...this.waiting.splice(0)]) entry.outcome = { error }
    this.waitingWeight = 0
    this.wakeReader()
  }
}

function closed(): ParleyError {
  return new ParleyError('thread-ended', 'The pool was closed before this task was done.')
}
