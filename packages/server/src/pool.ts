// The threads that answer requests: a `TaskPool` with a bounded queue. Answers are read in batches, and what
// goes wrong becomes an error of the request.
import { setTimeout as delay } from 'node:timers/promises'
import { ParleyError, spawnThread } from '@parleyjs/core'
import { TaskPool } from '@parleyjs/core/internal'
import { ClientGone, fromLibrary, internalError, RequestError } from './errors.js'
import { type Answer, Reading, WINDOW } from './reading.js'
import { RequestQueue } from './request-queue.js'
import type { Task, ThreadSettings } from './task.js'

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

/** Time for which a slow reader may block a thread while other tasks wait, in milliseconds. */
const READER_MS = 500
/** Maximum time to end the threads, in milliseconds. */
const TERMINATE_MS = 2000
/**
 * Size of the young generation of a thread, in megabytes. The limit of `memory` applies to the old
 * generation.
 */
const YOUNG_MB = 32

export class WorkerPool {
  private readonly pool: TaskPool<Task>
  /** The answers of waiting and running tasks, with their ends. */
  private readonly open = new Map<Reading, Promise<void>>()
  private isClosing = false
  private readonly timer = setInterval(() => this.releaseHeld(), READER_MS / 4).unref()

  constructor(private readonly options: PoolOptions) {
    const { workers, queue, model, memory } = options
    const limits = { heap: memory, young: YOUNG_MB }
    this.pool = new TaskPool<Task>({
      threads: workers,
      spawn: () =>
        spawnThread(
          new URL('./request-thread.js', import.meta.url),
          { model } satisfies ThreadSettings,
          limits,
        ),
      queue: new RequestQueue(queue),
      onLost: (error, task) => this.explainLoss(error, task),
    })
  }

  /** Starts the threads. Resolves when one is ready. */
  async ready(): Promise<void> {
    await this.pool.start()
  }

  get state() {
    return this.pool.state
  }

  /** Runs a task, or refuses it at once. If the signal is aborted, the answer fails with its reason. */
  async *run(task: Task, signal: AbortSignal): Answer {
    if (this.isClosing) throw new RequestError('shutting-down', 'The server is shutting down.')
    const reading = new Reading()
    const abort = () => reading.fail(signal.reason)
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort)
    const end = this.pool
      .run(task, { signal: reading.signal, window: WINDOW, onNews: reading.push })
      .then(
        () => reading.finish(),
        (error: unknown) => {
          if (error !== reading.signal.reason) reading.fail(this.explain(error))
        },
      )
      .finally(() => this.open.delete(reading))
    this.open.set(reading, end)
    try {
      for (let pieces = await reading.next(); pieces !== null; pieces = await reading.next()) yield pieces
    } finally {
      signal.removeEventListener('abort', abort)
      // The reader may have stopped before the end.
      reading.fail(new ClientGone())
    }
  }

  /** Refuses new tasks, finishes the others within `grace` milliseconds, and ends the threads. */
  async close(grace: number): Promise<void> {
    this.isClosing = true
    const over = new AbortController()
    const ends = Promise.all(this.open.values())
    await Promise.race([ends, delay(grace, undefined, { signal: over.signal }).catch(() => {})])
    over.abort()
    clearInterval(this.timer)
    const reason = 'The server is shutting down and could not wait for this.'
    const closed = this.pool.close(new RequestError('shutting-down', reason))
    await Promise.race([closed, delay(TERMINATE_MS, undefined, { ref: false })])
  }

  /** If tasks wait, ends those whose threads are blocked by slow readers. */
  private releaseHeld(): void {
    if (this.pool.state.waiting === 0) return
    const latest = performance.now() - READER_MS
    for (const reading of this.open.keys())
      if (reading.isFull && reading.readAt < latest)
        reading.fail(new RequestError('too-slow', 'The answer was read too slowly while others waited.'))
  }

  /** The error of a request for that of its task. What the request did not cause is a bug, and is logged. */
  private explain(error: unknown): Error {
    if (error instanceof RequestError) return error
    if (error instanceof ParleyError) return fromLibrary(error.code, error.message, error.place)
    this.options.log(describe(error))
    return internalError()
  }

  private explainLoss(error: Error, task: Task | undefined): Error {
    const { log, memory } = this.options
    const isTooLarge = (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY'
    log(
      isTooLarge && task !== undefined
        ? `A request needed more than ${memory} MB of memory. Its thread was replaced.`
        : `A worker thread ended: ${describe(error)}`,
    )
    if (task === undefined) return error
    if (!isTooLarge) return internalError()
    return new RequestError(
      'too-large',
      `This needs more than the ${memory} MB of memory that one request may take. Ask for less at once.`,
    )
  }
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
