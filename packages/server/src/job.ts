// A task in progress: a queue of the batches that its thread has produced, for the reader of the answer.
import type { Task } from './task.js'
import { TaskControl, WINDOW } from './task-control.js'

/** Maximum number of characters of a short task. */
const SHORT = 2000

export class Job {
  readonly control = new TaskControl()
  ended = false
  /** Time when the reader last took a batch. */
  readAt = performance.now()
  private readonly batches: (readonly string[])[] = []
  private failure: Error | null = null
  private wake: (() => void) | null = null
  /** Whether the task has little text. */
  readonly isShort: boolean

  constructor(readonly task: Task) {
    this.isShort = lengthOf(task) <= SHORT
  }

  push(pieces: readonly string[]): void {
    this.batches.push(pieces)
    this.wake?.()
  }

  /** Whether the thread must wait until the reader takes a batch. */
  get isFull(): boolean {
    return this.batches.length >= WINDOW - 1
  }

  finish(): void {
    this.ended = true
    this.wake?.()
  }

  /** Ends the job with an error. Only the first error counts. */
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

/** Number of characters of the text of a task. Graphs and data count as long. */
function lengthOf(task: Task): number {
  if (task.kind === 'summarize') return task.documents.reduce((sum, { length }) => sum + length, 0)
  if (task.kind !== 'solve') return (task.text ?? task.conllu ?? '').length
  return task.rules === undefined || task.data !== undefined ? Number.POSITIVE_INFINITY : task.rules.length
}
