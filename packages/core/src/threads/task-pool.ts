// A pool of threads for tasks that may report progress and may be aborted. A free thread takes the next
// waiting task. A thread that ends, or does not stop when its task is aborted, is replaced.
import { ParleyError } from '../error.js'
import { letOthersRun } from './host.js'
import { type TaskQueue, UrgencyQueue, type WaitingTask } from './task-queue.js'
import { type RunOptions, TaskThread } from './task-thread.js'
import type { Thread } from './thread.js'

export interface TaskPoolOptions<Task = unknown> {
  readonly threads: number
  /** Starts a thread; its module calls `serveTasks`. */
  readonly spawn: () => Thread
  /** Time in which an aborted task must end, in milliseconds; then its thread is replaced. Default 1000. */
  readonly patience?: number
  /** The queue of waiting tasks. Default: without a limit, the most urgent first. */
  readonly queue?: TaskQueue<Task>
  /** Called when a thread is lost, with its task if it had one. Returns the error of that task. */
  readonly onLost?: (error: Error, task: Task | undefined) => Error
}

/** A waiting or running task. */
interface Job<Task> extends WaitingTask<Task> {
  readonly options: RunOptions
  readonly resolve: (result: unknown) => void
  readonly reject: (error: Error) => void
}

interface Seat<Task> {
  thread: TaskThread | null
  job: Job<Task> | null
  /** Whether the thread has reported that it can work. */
  isReady: boolean
  /** Number of consecutive threads that failed to start, and the pause after the last of them. */
  failures: number
  pause: ReturnType<typeof setTimeout> | null
}

const PATIENCE_MS = 1000
/** Pause after a thread that failed to start; it doubles with each failure in a row. In milliseconds. */
const RETRY_MS = 200
const MOST_RETRY_MS = 10_000

/**
 * Threads that run tasks. They start when there is work for them, or all at once with `start`.
 *
 * @example
 * const spawn = () => spawnThread(new URL('./double.js', import.meta.url))
 * const pool = new TaskPool({ threads: 2, spawn })
 * await Promise.all([pool.run(1), pool.run(2)]) // [2, 4]
 * await pool.close()
 */
export class TaskPool<Task = unknown> {
  private readonly seats: readonly Seat<Task>[]
  private readonly waiting: TaskQueue<Task>
  private readonly starting: { readonly resolve: () => void; readonly reject: (error: Error) => void }[] = []
  /** Whether all threads run at all times. */
  private isFull = false
  /** Whether any thread has ever been ready. */
  private hasBegun = false
  private isClosed = false

  constructor(private readonly options: TaskPoolOptions<Task>) {
    this.waiting = options.queue ?? new UrgencyQueue()
    const seat = () => ({ thread: null, job: null, isReady: false, failures: 0, pause: null })
    this.seats = Array.from({ length: options.threads }, seat)
  }

  get threads(): number {
    return this.options.threads
  }

  /** The number of threads that can work, that work, that are free, and that are not there. */
  get state() {
    const count = (test: (seat: Seat<Task>) => boolean) => this.seats.filter(test).length
    return {
      workers: count(({ isReady }) => isReady),
      working: count(({ job }) => job !== null),
      free: count(({ isReady, job }) => isReady && job === null),
      lost: count(({ isReady }) => !isReady),
      waiting: this.waiting.length,
    }
  }

  /** Starts all threads. Resolves when one can work; rejects if they fail to start. */
  async start(): Promise<void> {
    this.isFull = true
    const ready = new Promise<void>((resolve, reject) => this.starting.push({ resolve, reject }))
    if (this.hasBegun) this.begin()
    this.handOut()
    await ready
  }

  /**
   * Runs a task; resolves to its result. On abort, a waiting task fails at once, and a running one when it
   * has not ended in time; until then, its result counts.
   */
  run<Result, News = never>(
    task: Task,
    { urgency = 0, ...options }: RunOptions<News> & { readonly urgency?: number } = {},
  ): Promise<Result> {
    const { signal } = options
    let abort = () => {}
    let timer: ReturnType<typeof setTimeout> | undefined
    const result = new Promise<unknown>((resolve, reject) => {
      if (this.isClosed) throw new ParleyError('bad-argument', 'The pool is closed: it runs no more tasks.')
      if (signal?.aborted === true) throw signal.reason
      const job: Job<Task> = { task, urgency, options: options as RunOptions, resolve, reject }
      const free = this.seats.find((seat) => seat.isReady && seat.job === null)
      if (free !== undefined && this.waiting.length === 0) this.assign(free, job)
      else this.waiting.add(job)
      abort = () => {
        timer = this.abandon(job, signal?.reason as Error)
      }
      signal?.addEventListener('abort', abort)
      this.handOut()
    })
    const end = () => {
      signal?.removeEventListener('abort', abort)
      clearTimeout(timer)
    }
    return result.finally(end) as Promise<Result>
  }

  /** Ends the threads; unfinished tasks fail with the reason. */
  async close(
    reason: Error = new ParleyError('thread-ended', 'The pool was closed before this task was done.'),
  ): Promise<void> {
    this.isClosed = true
    this.failWaiting(reason)
    await Promise.all(this.seats.map((seat) => this.vacate(seat, reason)))
  }

  /** Gives waiting tasks to free threads, and starts threads for the others. */
  private handOut(): void {
    for (const seat of this.seats) {
      if (this.isFull || (seat.thread === null && this.waiting.length > 0)) this.staff(seat)
      // A thread that was started for a task gets it at once.
      if (seat.thread !== null && seat.job === null && (seat.isReady || !this.isFull)) this.next(seat)
    }
  }

  private next(seat: Seat<Task>): void {
    const job = this.waiting.take()
    if (job !== undefined) this.assign(seat, job as Job<Task>)
  }

  /** Runs a task on a free seat. If it cannot be sent, it fails, and the seat stays free. */
  private assign(seat: Seat<Task>, job: Job<Task>): void {
    const { thread } = seat
    seat.job = job
    thread?.run(job.task, job.options).then(job.resolve, (error: Error) => {
      job.reject(error)
      if (seat.thread === thread && thread.isIdle) this.idle(seat)
    })
  }

  private idle(seat: Seat<Task>): void {
    seat.job = null
    // Let the caller run first: it may have a more urgent task.
    void letOthersRun().then(() => this.handOut())
  }

  /** Stops a task. The timer of a running one ends its thread. */
  private abandon(job: Job<Task>, reason: Error): ReturnType<typeof setTimeout> | undefined {
    const { patience = PATIENCE_MS } = this.options
    if (this.waiting.remove(job)) job.reject(reason)
    else if (Number.isFinite(patience))
      return setTimeout(() => {
        const seat = this.seats.find((one) => one.job === job)
        if (seat !== undefined) void this.vacate(seat, reason)
        this.handOut()
      }, patience)
    return undefined
  }

  /** Starts a thread for a seat that has none. */
  private staff(seat: Seat<Task>): void {
    if (seat.thread !== null || seat.pause !== null || this.isClosed) return
    let thread: Thread
    try {
      thread = this.options.spawn()
    } catch (error) {
      this.lose(seat, error as Error)
      return
    }
    seat.thread = new TaskThread(thread, {
      onReady: () => {
        seat.isReady = true
        seat.failures = 0
        this.begin()
        this.handOut()
      },
      onIdle: () => this.idle(seat),
      onLost: (error) => this.lose(seat, error),
    })
  }

  private begin(): void {
    this.hasBegun = true
    for (const { resolve } of this.starting.splice(0)) resolve()
  }

  /** Ends the thread of a seat; its task fails with the reason. */
  private async vacate(seat: Seat<Task>, reason: Error): Promise<void> {
    const { thread, pause } = seat
    if (pause !== null) clearTimeout(pause)
    Object.assign(seat, { thread: null, job: null, isReady: false, pause: null })
    await thread?.terminate(reason)
  }

  /** Handles the end of a thread. Returns the error of its task. */
  private lose(seat: Seat<Task>, error: Error): Error {
    const { job, isReady } = seat
    const reason = this.options.onLost?.(error, job?.task) ?? error
    void this.vacate(seat, reason)
    if (isReady) this.handOut()
    else if (!this.isFull) {
      // It could not even be started.
      if (job === null) (this.waiting.take() as Job<Task> | undefined)?.reject(reason)
    } else if (this.hasBegun) {
      const wait = Math.min(MOST_RETRY_MS, RETRY_MS * 2 ** seat.failures++)
      seat.pause = setTimeout(() => {
        seat.pause = null
        this.handOut()
      }, wait)
    } else {
      // If no thread has ever been ready, the cause is the module or the machine.
      this.failWaiting(reason)
      for (const { reject } of this.starting.splice(0)) reject(reason)
    }
    return reason
  }

  private failWaiting(reason: Error): void {
    for (let job = this.waiting.take(); job !== undefined; job = this.waiting.take())
      (job as Job<Task>).reject(reason)
  }
}
