// A task on its way: what the thread has said so far, for the one who reads it.
import type { Task } from './task.js'
import { TaskControl, WINDOW } from './task-control.js'

/** A task with so few characters of text is short. */
const SHORT = 2000

export class Job {
  readonly control = new TaskControl()
  ended = false
  /** When the reader last took something. */
  readAt = performance.now()
  private readonly batches: (readonly string[])[] = []
  private failure: Error | null = null
  private wake: (() => void) | null = null
  /** Whether little text is to be worked on. */
  readonly isShort: boolean

  constructor(readonly task: Task) {
    this.isShort = lengthOf(task) <= SHORT
  }

  push(pieces: readonly string[]): void {
    this.batches.push(pieces)
    this.wake?.()
  }

  /** Whether the thread may not send more before the reader takes something. */
  get isFull(): boolean {
    return this.batches.length >= WINDOW - 1
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

/** Characters of the text that a task is about; a graph or data count as long. */
function lengthOf(task: Task): number {
  if (task.kind === 'summarize') return task.documents.reduce((sum, { length }) => sum + length, 0)
  if (task.kind !== 'solve') return (task.text ?? task.conllu ?? '').length
  return task.rules === undefined || task.data !== undefined ? Number.POSITIVE_INFINITY : task.rules.length
}
