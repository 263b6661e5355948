// One thread that runs tasks in the order in which they are sent: both ends, and the messages between them.
import { errorOf, type Fault, faultOf } from './fault.js'
import { canShareMemory } from './host.js'
import { TaskControl } from './task-control.js'
import type { Thread, ThreadPort } from './thread.js'

/** To the thread: a task, or the demand that the current task stops. */
type Order = { readonly task: unknown; readonly control?: SharedArrayBuffer } | { readonly stop: true }

/** From the thread: it is ready for tasks, or what became of the oldest task. */
type Report =
  | { readonly ready: true }
  | { readonly news: unknown }
  | { readonly result: unknown }
  | { readonly fault: Fault }

export interface RunOptions<News = never> {
  /**
   * Called with each progress report. A report counts as read when the promise that this returns is settled.
   */
  readonly onNews?: ((news: News) => unknown) | undefined
  /** Maximum number of unread reports; the thread waits before it sends more. Needs shared memory. */
  readonly window?: number | undefined
  /** On abort, the task is asked to stop: see `TaskWork.aborted`. */
  readonly signal?: AbortSignal | undefined
}

/** What a task can do and ask while it runs. */
export interface TaskWork<News = unknown> {
  /** Sends a progress report. Waits while too many are unread: see `RunOptions.window`. */
  readonly tell: (news: News) => void
  /**
   * Whether the task should stop. Without shared memory this changes only while the thread handles messages.
   */
  readonly aborted: boolean
}

interface Given {
  readonly onNews: (news: never) => unknown
  readonly control: TaskControl | undefined
  readonly resolve: (result: unknown) => void
  readonly reject: (error: Error) => void
  /** Stops listening to the signal. */
  readonly forget: () => void
}

/** What a `TaskThread` reports to its owner. */
export interface TaskThreadEvents {
  /** The thread has loaded its module and can work. */
  readonly onReady?: () => void
  /** All tasks are done. */
  readonly onIdle?: () => void
  /** The thread has ended. Returns the error with which its tasks fail. */
  readonly onLost?: (error: Error) => Error
}

/** A thread whose module calls `serveTasks`. */
export class TaskThread {
  private readonly given: Given[] = []
  private failure: Error | undefined

  constructor(
    private readonly thread: Thread,
    private readonly events: TaskThreadEvents = {},
  ) {
    thread.onMessage((message) => this.receive(message as Report))
    thread.onError((error) => {
      if (this.failure === undefined) void this.terminate(events.onLost?.(error) ?? error)
    })
  }

  /** Whether all tasks are done. */
  get isIdle(): boolean {
    return this.given.length === 0
  }

  /** Sends a task; resolves to its result. */
  run<Result, News = never>(
    task: unknown,
    { onNews = () => {}, window, signal }: RunOptions<News> = {},
  ): Promise<Result> {
    return new Promise<unknown>((resolve, reject) => {
      if (this.failure !== undefined) throw this.failure
      const isControlled = (window !== undefined || signal !== undefined) && canShareMemory()
      const control = isControlled ? TaskControl.of(window) : undefined
      const stop = () => {
        if (control === undefined) this.send({ stop: true })
        else control.stop()
      }
      this.send(control === undefined ? { task } : { task, control: control.memory })
      if (signal?.aborted === true) stop()
      signal?.addEventListener('abort', stop)
      const forget = () => signal?.removeEventListener('abort', stop)
      this.given.push({ onNews, control, resolve, reject, forget })
    }) as Promise<Result>
  }

  /** Ends the thread; unfinished tasks fail with the error. */
  async terminate(error: Error): Promise<void> {
    this.fail(error)
    await this.thread.terminate()
  }

  private send(order: Order): void {
    this.thread.postMessage(order)
  }

  private receive(report: Report): void {
    if (this.failure !== undefined) return
    const [first] = this.given
    if ('ready' in report) this.events.onReady?.()
    else if (first === undefined) return
    else if ('news' in report) this.hear(first, report.news)
    else {
      this.given.shift()
      first.forget()
      if ('fault' in report) first.reject(errorOf(report.fault))
      else first.resolve(report.result)
      if (this.isIdle) this.events.onIdle?.()
    }
  }

  private hear({ onNews, control, reject }: Given, news: unknown): void {
    const read = () => control?.makeRoom()
    try {
      const reading = onNews(news as never)
      if (reading instanceof Promise) void reading.then(read, reject)
      else read()
    } catch (error) {
      reject(error as Error)
    }
  }

  private fail(error: Error): void {
    this.failure ??= error
    for (const { reject, forget } of this.given.splice(0)) {
      forget()
      reject(error)
    }
  }
}

/**
 * Inside a thread: runs the tasks that come from a `TaskThread` or a pool, one after the other.
 *
 * @example
 * serveTasks(await threadPort(), (task: number) => 2 * task)
 */
export function serveTasks<Task>(
  port: Pick<ThreadPort, 'postMessage' | 'onMessage'>,
  perform: (task: Task, work: TaskWork) => unknown,
): void {
  const report = (message: Report) => port.postMessage(message)
  let isStopped = false
  const run = async ({ task, control: memory }: Extract<Order, { task: unknown }>) => {
    const control = memory && new TaskControl(memory)
    isStopped = false
    const work: TaskWork = {
      tell(news) {
        control?.takeRoom()
        report({ news })
      },
      get aborted() {
        return control?.stopped ?? isStopped
      },
    }
    try {
      const result = perform(task as Task, work)
      report({ result: result instanceof Promise ? await result : result })
    } catch (error) {
      report({ fault: faultOf(error) })
    }
  }
  let queue = Promise.resolve()
  port.onMessage((message) => {
    const order = message as Order
    if ('stop' in order) isStopped = true
    else queue = queue.then(() => run(order))
  })
  report({ ready: true })
}
