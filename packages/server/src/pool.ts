// A pool of worker threads: assigns tasks to them, replaces lost ones, and ends them.
import { setTimeout as delay } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { ClientGone, fromLibrary, internalError, RequestError } from './errors.js'
import { Job } from './job.js'
import { Queue } from './queue.js'
import type { Task, WorkerMessage, WorkerOrder, WorkerSettings } from './task.js'

export interface PoolOptions {
  readonly workers: number
  /** Maximum number of tasks that wait. */
  readonly queue: number
  readonly model: SharedArrayBuffer
  /** Maximum heap size of a thread, in megabytes. */
  readonly memory: number
  /** Receives reports of bugs. */
  readonly log: (line: string) => void
}

/** Time after which a thread that does not react to a cancelled task is replaced, in milliseconds. */
const GRACE_MS = 1000

/** Time for which a slow reader may block a thread while other tasks wait, in milliseconds. */
const READER_MS = 500

/**
 * Delay before a thread that failed to start is replaced, in milliseconds. It doubles with each failure in a
 * row.
 */
const RETRY_MS = 200
const MOST_RETRY_MS = 10_000
/** Maximum time to end the threads, in milliseconds. */
const TERMINATE_MS = 2000
/**
 * Size of the young generation of a thread, in megabytes. The limit of `memory` applies to the old
 * generation.
 */
const YOUNG_MB = 32

/** The batches of an answer. Asking for the next batch acknowledges the previous one. */
export type Answer = AsyncGenerator<readonly string[], void, undefined>

interface Seat {
  worker: Worker | null
  job: Job | null
  ready: boolean
  /** Number of consecutive threads that failed to start. */
  failures: number
}

export class WorkerPool {
  private readonly seats: Seat[] = []
  private readonly waiting: Queue
  private readonly idle: (() => void)[] = []
  private readonly onReady: { resolve: () => void; reject: (reason: Error) => void }[] = []
  private closing = false
  /** Whether all jobs are done and the threads are being ended. */
  private ending = false
  /** Whether any thread has ever been ready. */
  private begun = false
  private readonly timer = setInterval(() => this.releaseHeld(), READER_MS / 4).unref()

  constructor(private readonly options: PoolOptions) {
    this.waiting = new Queue(options.queue)
    for (let i = 0; i < options.workers; i++) {
      const seat: Seat = { worker: null, job: null, ready: false, failures: 0 }
      this.seats.push(seat)
      this.staff(seat)
    }
  }

  /** Resolves when a thread is ready. */
  async ready(): Promise<void> {
    if (this.seats.some((seat) => seat.ready)) return
    await new Promise<void>((resolve, reject) => this.onReady.push({ resolve, reject }))
  }

  get state() {
    const count = (test: (seat: Seat) => boolean) => this.seats.filter(test).length
    return {
      workers: count(({ ready }) => ready),
      working: count(({ job }) => job !== null),
      free: count(({ ready, job }) => ready && job === null),
      lost: count(({ ready }) => !ready),
      waiting: this.waiting.length,
    }
  }

  /** Runs a task, or refuses it at once. If the signal is aborted, the answer fails with its reason. */
  run(task: Task, signal: AbortSignal): Answer {
    if (this.closing) throw new RequestError('shutting-down', 'The server is shutting down.')
    const free = this.seats.find((seat) => seat.ready && seat.job === null)
    const job = new Job(task)
    if (free !== undefined) this.assign(free, job)
    else if (!this.waiting.add(job))
      throw new RequestError('busy', 'The server is busy. Try again in a moment.')
    return this.answer(job, signal)
  }

  /** Refuses new tasks, finishes the others within `grace` milliseconds, and ends the threads. */
  async close(grace: number): Promise<void> {
    this.closing = true
    const timer = setTimeout(() => this.giveUp(), grace)
    const busy = () => this.waiting.length > 0 || this.seats.some((seat) => seat.job !== null)
    while (busy()) await new Promise<void>((resolve) => this.idle.push(resolve))
    clearTimeout(timer)
    this.ending = true
    clearInterval(this.timer)
    const ends = this.seats.flatMap(({ worker }) => (worker === null ? [] : [worker.terminate()]))
    await Promise.race([Promise.all(ends), delay(TERMINATE_MS, undefined, { ref: false })])
  }

  /** Fails all jobs, without waiting for their threads. */
  private giveUp(): void {
    const reason = new RequestError(
      'shutting-down',
      'The server is shutting down and could not wait for this.',
    )
    while (this.waiting.length > 0) this.waiting.take().fail(reason)
    for (const seat of this.seats) {
      seat.job?.fail(reason)
      seat.job = null
    }
    this.wake()
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
        job.readAt = performance.now()
      }
    } finally {
      signal.removeEventListener('abort', abort)
      // The reader stopped before the end.
      if (!job.ended) this.abandon(job, new ClientGone())
    }
  }

  /** Fails a job whose answer is not needed any more, and stops its thread. */
  private abandon(job: Job, reason: unknown): void {
    job.fail(reason instanceof Error ? reason : new Error(String(reason)))
    if (this.waiting.remove(job)) this.wake()
    const seat = this.seats.find((one) => one.job === job)
    if (seat === undefined) return
    job.control.stop()
    const { worker } = seat
    setTimeout(() => {
      if (seat.worker === worker && seat.job === job) this.replace(seat)
    }, GRACE_MS).unref()
  }

  /** If tasks wait, ends jobs whose threads are blocked by slow readers. */
  private releaseHeld(): void {
    if (this.waiting.length === 0) return
    const latest = performance.now() - READER_MS
    for (const { job } of this.seats)
      if (job?.isFull && job.readAt < latest)
        this.abandon(job, new RequestError('too-slow', 'The answer was read too slowly while others waited.'))
  }

  /** Assigns a job to a free seat. A job that cannot be sent fails, and the seat stays free. */
  private assign(seat: Seat, job: Job): void {
    const order: WorkerOrder = { task: job.task, control: job.control.memory }
    try {
      seat.worker!.postMessage(order)
      seat.job = job
    } catch (error) {
      this.options.log(`A request could not be sent to a thread: ${describe(error)}`)
      job.fail(internalError())
    }
  }

  /** Starts a new thread for a seat. */
  private staff(seat: Seat): void {
    Object.assign(seat, { worker: null, job: null, ready: false })
    if (this.ending) return
    let worker: Worker
    try {
      worker = new Worker(new URL('./request-thread.js', import.meta.url), {
        workerData: { model: this.options.model } satisfies WorkerSettings,
        resourceLimits: { maxOldGenerationSizeMb: this.options.memory, maxYoungGenerationSizeMb: YOUNG_MB },
      })
    } catch (error) {
      this.lose(seat, error)
      return
    }
    seat.worker = worker
    worker.on('message', (message: WorkerMessage) => {
      if (seat.worker === worker) this.hear(seat, message)
    })
    const gone = (reason: unknown) => {
      if (seat.worker === worker) this.lose(seat, reason)
    }
    worker.once('error', gone)
    worker.once('messageerror', gone)
    worker.once('exit', (code) => gone(`exit code ${code}`))
  }

  /** Handles the end of a thread: its job fails, and a new thread takes its place. */
  private lose(seat: Seat, reason: unknown): void {
    const { worker, job, ready } = seat
    if (this.ending) return
    const outOfMemory = (reason as NodeJS.ErrnoException | null)?.code === 'ERR_WORKER_OUT_OF_MEMORY'
    const { memory } = this.options
    this.options.log(
      outOfMemory && job !== null
        ? `A request needed more than ${memory} MB of memory. Its thread was replaced.`
        : `A worker thread ended: ${describe(reason)}`,
    )
    job?.fail(
      outOfMemory
        ? new RequestError(
            'too-large',
            `This needs more than the ${memory} MB of memory that one request may take. Ask for less at once.`,
          )
        : internalError(),
    )
    if (ready) {
      this.replace(seat)
      return
    }
    // If no thread has ever been ready, the cause is the model or the machine.
    if (!this.begun) {
      for (const { reject } of this.onReady.splice(0)) reject(new Error(describe(reason)))
      return
    }
    Object.assign(seat, { worker: null, job: null })
    void worker?.terminate()
    const wait = Math.min(MOST_RETRY_MS, RETRY_MS * 2 ** seat.failures++)
    setTimeout(() => this.staff(seat), wait).unref()
    this.wake()
  }

  private hear(seat: Seat, message: WorkerMessage): void {
    const { job } = seat
    if ('ready' in message) {
      Object.assign(seat, { ready: true, failures: 0 })
      this.begun = true
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

  /** Gives a seat the next waiting job. Without one, the seat is free. */
  private next(seat: Seat): void {
    seat.job = null
    while (seat.job === null && this.waiting.length > 0) this.assign(seat, this.waiting.take())
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

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
