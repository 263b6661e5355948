// A pool of threads for a few long tasks, which may report progress. A free thread takes the most urgent
// task.
import { ParleyError } from '../error.js'
import { errorOf, type Fault, faultOf } from './batches.js'
import { letOthersRun } from './host.js'
import type { Thread, ThreadPort } from './thread.js'

type Report = { readonly news: unknown } | { readonly result: unknown } | { readonly fault: Fault }

interface Job {
  readonly task: unknown
  readonly urgency: number
  readonly onNews: (news: never) => void
  readonly resolve: (result: unknown) => void
  readonly reject: (error: Error) => void
}

interface Seat {
  readonly thread: Thread
  job: Job | null
}

export interface TaskPoolOptions {
  readonly threads: number
  /** Starts a thread; its module calls `serveTasks`. */
  readonly spawn: () => Thread
}

/**
 * Threads that run tasks. They start when there is work for them.
 *
 * @example
 * const spawn = () => spawnThread(new URL('./double.js', import.meta.url))
 * const pool = new TaskPool({ threads: 2, spawn })
 * await Promise.all([pool.run(1), pool.run(2)]) // [2, 4]
 * await pool.close()
 */
export class TaskPool {
  private readonly seats: Seat[] = []
  private readonly waiting: Job[] = []

  constructor(private readonly options: TaskPoolOptions) {}

  get threads(): number {
    return this.options.threads
  }

  /**
   * Runs a task; resolves to its result. The most urgent waiting task starts first; ties in order of arrival.
   */
  run<Result, News = never>(
    task: unknown,
    { urgency = 0, onNews = () => {} }: { urgency?: number; onNews?: (news: News) => void } = {},
  ): Promise<Result> {
    return new Promise<unknown>((resolve, reject) => {
      const at = this.waiting.findIndex((other) => other.urgency < urgency)
      const job: Job = { task, urgency, onNews, resolve, reject }
      this.waiting.splice(at < 0 ? this.waiting.length : at, 0, job)
      this.handOut()
    }) as Promise<Result>
  }

  /** Ends the threads; unfinished tasks fail. */
  async close(): Promise<void> {
    const lost = [...this.waiting.splice(0), ...this.seats.flatMap(({ job }) => (job === null ? [] : [job]))]
    for (const { reject } of lost)
      reject(new ParleyError('thread-ended', 'The pool was closed before this task was done.'))
    await Promise.all(this.seats.splice(0).map(({ thread }) => thread.terminate()))
  }

  private handOut(): void {
    while (this.waiting.length > 0) {
      let seat = this.seats.find(({ job }) => job === null)
      if (seat === undefined && this.seats.length < this.options.threads) seat = this.newSeat()
      if (seat === undefined) return
      seat.job = this.waiting.shift()!
      seat.thread.postMessage(seat.job.task)
    }
  }

  private newSeat(): Seat {
    const seat: Seat = { thread: this.options.spawn(), job: null }
    seat.thread.onMessage((message) => this.receive(seat, message as Report))
    seat.thread.onError((error) => {
      // The task of a thread that has ended fails.
      this.seats.splice(this.seats.indexOf(seat), 1)
      seat.job?.reject(error)
    })
    this.seats.push(seat)
    return seat
  }

  private receive(seat: Seat, report: Report): void {
    const { job } = seat
    if (job === null) return
    if ('news' in report) {
      try {
        job.onNews(report.news as never)
      } catch (error) {
        job.reject(error as Error)
      }
      return
    }
    seat.job = null
    if ('fault' in report) job.reject(errorOf(report.fault))
    else job.resolve(report.result)
    // Let the caller run first: it may have a more urgent task.
    void letOthersRun().then(() => this.handOut())
  }
}

/**
 * Inside a thread: runs the tasks of a `TaskPool`.
 *
 * @example
 * serveTasks(await threadPort(), (task: number) => 2 * task)
 */
export function serveTasks<Task>(
  port: Pick<ThreadPort, 'postMessage' | 'onMessage'>,
  perform: (task: Task, tell: (news: unknown) => void) => unknown,
): void {
  const report = (message: Report) => port.postMessage(message)
  port.onMessage((task) => {
    void (async () => {
      try {
        report({ result: await perform(task as Task, (news) => report({ news })) })
      } catch (error) {
        report({ fault: faultOf(error) })
      }
    })()
  })
}
