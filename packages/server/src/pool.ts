// Threads that work, and the queue before them, which has an end: who comes when it is full is told to come later.
import { Worker } from 'node:worker_threads'
import { fromLibrary, internalError, RequestError } from './errors.js'
import type { Task, WorkerMessage, WorkerOrder, WorkerSettings } from './task.js'
import { TaskControl } from './task-control.js'

export interface PoolOptions {
  readonly workers: number
  /** Tasks that may wait. */
  readonly queue: number
  readonly model: SharedArrayBuffer
  /** Told of bugs. */
  readonly log: (line: string) => void
}

/** How long a thread may take to notice that it should stop, in milliseconds; then it is replaced. */
const GRACE_MS = 1000

/** The parts of an answer, as they come; whoever has read one says so by asking for the next. */
export type Answer = AsyncGenerator<readonly string[], void, undefined>

interface Seat {
  worker: Worker | null
  job: Job | null
  ready: boolean
}

export class WorkerPool {
  private readonly seats: Seat[] = []
  private readonly waiting: Job[] = []
  private readonly idle: (() => void)[] = []
  private readonly onReady: { resolve: () => void; reject: (reason: Error) => void }[] = []
  private closing = false

  constructor(private readonly options: PoolOptions) {
    for (let i = 0; i < options.workers; i++) {
      const seat: Seat = { worker: null, job: null, ready: false }
      this.staff(seat)
      this.seats.push(seat)
    }
  }

  /** Resolves when a thread can work. */
  async ready(): Promise<void> {
    if (this.seats.some((seat) => seat.ready)) return
    await new Promise<void>((resolve, reject) => this.onReady.push({ resolve, reject }))
  }

  get state() {
    return {
      workers: this.seats.filter((seat) => seat.ready).length,
      working: this.seats.filter((seat) => seat.job !== null).length,
      waiting: this.waiting.length,
    }
  }

  /** Does a task, or refuses it at once. The signal's reason is what the answer fails with if it is aborted. */
  run(task: Task, signal: AbortSignal): Answer {
    if (this.closing) throw new RequestError('shutting-down', 'The server is shutting down.')
    const free = this.seats.find((seat) => seat.ready && seat.job === null)
    if (free === undefined && this.waiting.length >= this.options.queue)
      throw new RequestError('busy', 'The server is busy. Try again in a moment.')
    const job = new Job(task)
    if (free === undefined) this.waiting.push(job)
    else this.assign(free, job)
    return this.answer(job, signal)
  }

  /** Takes no more tasks, finishes those it has, and ends the threads. */
  async close(): Promise<void> {
    this.closing = true
    const busy = () => this.waiting.length > 0 || this.seats.some((seat) => seat.job !== null)
    while (busy()) await new Promise<void>((resolve) => this.idle.push(resolve))
    await Promise.all(this.seats.flatMap(({ worker }) => (worker === null ? [] : [worker.terminate()])))
  }

  private async *answer(job: Job, signal: AbortSignal): Answer {
    const abort = () => this.abandon(job, signal.reason)
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort)
    try {
      for (;;) {
        const pieces = await job.next()
        if (pieces === null) return
        yield pieces
        job.control.take()
      }
    } finally {
      signal.removeEventListener('abort', abort)
      // The reader has gone before the end.
      if (!job.ended) this.abandon(job, new Error('The reader has gone.'))
    }
  }

  /** Nobody waits for this answer any more. */
  private abandon(job: Job, reason: unknown): void {
    job.fail(reason instanceof Error ? reason : new Error(String(reason)))
    const place = this.waiting.indexOf(job)
    if (place >= 0) {
      this.waiting.splice(place, 1)
      this.wake()
    }
    const seat = this.seats.find((one) => one.job === job)
    if (seat === undefined) return
    job.control.stop()
    const { worker } = seat
    setTimeout(() => {
      if (seat.worker === worker && seat.job === job) this.replace(seat)
    }, GRACE_MS).unref()
  }

  private assign(seat: Seat, job: Job): void {
    seat.job = job
    const order: WorkerOrder = { task: job.task, control: job.control.memory }
    seat.worker?.postMessage(order)
  }

  /** Puts a new thread on a seat. */
  private staff(seat: Seat): void {
    const workerData: WorkerSettings = { model: this.options.model }
    const worker = new Worker(new URL('./request-thread.js', import.meta.url), { workerData })
    Object.assign(seat, { worker, job: null, ready: false })
    worker.on('message', (message: WorkerMessage) => {
      if (seat.worker === worker) this.hear(seat, message)
    })
    const gone = (reason: string) => {
      if (seat.worker !== worker || this.closing) return
      this.options.log(`A working thread ended: ${reason}`)
      // One that never began would only fail again.
      if (seat.ready) this.replace(seat)
      else for (const { reject } of this.onReady.splice(0)) reject(new Error(reason))
    }
    worker.once('error', (error: Error) => gone(error.stack ?? String(error)))
    worker.once('exit', (code) => gone(`exit code ${code}`))
  }

  private hear(seat: Seat, message: WorkerMessage): void {
    const { job } = seat
    if ('ready' in message) {
      seat.ready = true
      for (const { resolve } of this.onReady.splice(0)) resolve()
      this.next(seat)
    } else if ('pieces' in message) job?.push(message.pieces)
    else {
      if ('fault' in message) {
        const { code, message: text, place } = message.fault
        job?.fail(fromLibrary(code, text, place))
      } else if ('bug' in message) {
        this.options.log(message.bug)
        job?.fail(internalError())
      } else job?.finish()
      this.next(seat)
    }
  }

  /** The thread is free. */
  private next(seat: Seat): void {
    seat.job = null
    const job = this.waiting.shift()
    if (job !== undefined) this.assign(seat, job)
    this.wake()
  }

  private replace(seat: Seat): void {
    const { worker, job } = seat
    job?.fail(internalError())
    this.staff(seat)
    void worker?.terminate()
    this.wake()
  }

  private wake(): void {
    for (const resolve of this.idle.splice(0)) resolve()
  }
}

/** A task on its way: what the thread has said so far, for the one who reads it. */
class Job {
  readonly control = new TaskControl()
  ended = false
  private readonly batches: (readonly string[])[] = []
  private failure: Error | null = null
  private wake: (() => void) | null = null

  constructor(readonly task: Task) {}

  push(pieces: readonly string[]): void {
    this.batches.push(pieces)
    this.wake?.()
  }

  finish(): void {
    this.ended = true
    this.wake?.()
  }

  /** The first reason counts. */
  fail(reason: Error): void {
    if (this.ended) return
    this.failure = reason
    this.finish()
  }

  /** The next batch; null at the end. */
  async next(): Promise<readonly string[] | null> {
    while (this.batches.length === 0 && !this.ended)
      await new Promise<void>((resolve) => {
        this.wake = resolve
      })
    if (this.failure !== null) throw this.failure
    return this.batches.shift() ?? null
  }
}
