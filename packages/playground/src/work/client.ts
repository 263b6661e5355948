// The page's side of a worker: typed calls. A new call of a task stops the previous one, and a worker that
// does not stop in time is replaced by a new one.
import type { Failure, Order, Report, Task } from './tasks.js'

type AnyTasks<T> = { [name in keyof T]: Task<unknown, unknown, unknown> }

/** The outcome of a call. */
export type Outcome<Result> =
  | { readonly kind: 'result'; readonly result: Result }
  | { readonly kind: 'failure'; readonly failure: Failure }
  | { readonly kind: 'stopped' }

interface Call {
  readonly name: string
  readonly request: unknown
  readonly onProgress: (progress: unknown) => void
  readonly settle: (outcome: Outcome<unknown>) => void
  stopping: boolean
}

/** How long a stopped call may block the worker, in milliseconds. */
const PATIENCE = 1500

export class Client<T extends AnyTasks<T>> {
  private worker: Worker
  private readonly calls = new Map<number, Call>()
  private lastId = 0

  constructor(private readonly start: () => Worker) {
    this.worker = this.open()
  }

  /** Calls a task; stops an earlier call of the same task. */
  call<Name extends keyof T & string>(
    name: Name,
    request: T[Name]['request'],
    onProgress: (progress: T[Name]['progress']) => void = () => {},
  ): Promise<Outcome<T[Name]['result']>> {
    for (const [id, call] of this.calls) if (call.name === name) this.stop(id)
    const id = ++this.lastId
    return new Promise((settle) => {
      this.calls.set(id, { name, request, onProgress, settle, stopping: false } as Call)
      this.send({ id, name, request })
    })
  }

  private stop(id: number): void {
    const call = this.calls.get(id)
    if (call === undefined || call.stopping) return
    call.stopping = true
    call.settle({ kind: 'stopped' })
    this.send({ id, stop: true })
    setTimeout(() => {
      if (this.calls.has(id)) this.replace()
    }, PATIENCE)
  }

  /** Replaces a worker that is stuck; the calls that are still needed are sent to the new one. */
  private replace(): void {
    this.worker.terminate()
    this.worker = this.open()
    for (const [id, { name, request, stopping }] of this.calls)
      if (stopping) this.calls.delete(id)
      else this.send({ id, name, request })
  }

  private open(): Worker {
    const worker = this.start()
    worker.addEventListener('message', ({ data }: MessageEvent<Report>) => this.receive(data))
    worker.addEventListener('error', (event) => {
      const failure = { message: event.message || 'The worker could not be started.' }
      for (const { settle } of this.calls.values()) settle({ kind: 'failure', failure })
      this.calls.clear()
    })
    return worker
  }

  private receive(report: Report): void {
    const call = this.calls.get(report.id)
    if (call === undefined) return
    if (report.kind === 'progress') {
      if (!call.stopping) call.onProgress(report.progress)
      return
    }
    this.calls.delete(report.id)
    if (report.kind === 'result') call.settle({ kind: 'result', result: report.result })
    else if (report.kind === 'failure') call.settle({ kind: 'failure', failure: report.failure })
  }

  private send(order: Order): void {
    this.worker.postMessage(order)
  }
}
