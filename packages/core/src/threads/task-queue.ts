// The tasks that wait for a thread of a `TaskPool`, the most urgent first.

/** A task that waits. */
export interface WaitingTask<Task = unknown> {
  readonly task: Task
  readonly urgency: number
}

/** Which waiting task comes next, and how many may wait. */
export interface TaskQueue<Task = unknown> {
  readonly length: number
  /** Adds a task; throws if there is no room for it. */
  add(waiting: WaitingTask<Task>): void
  /** Removes a task; false if it is not in the queue. */
  remove(waiting: WaitingTask<Task>): boolean
  /** Takes the next task; undefined if there is none. */
  take(): WaitingTask<Task> | undefined
}

/** A queue without a limit: the most urgent task first; ties in order of arrival. */
export class UrgencyQueue<Task> implements TaskQueue<Task> {
  private readonly waiting: WaitingTask<Task>[] = []

  get length(): number {
    return this.waiting.length
  }

  add(waiting: WaitingTask<Task>): void {
    const at = this.waiting.findIndex((other) => other.urgency < waiting.urgency)
    this.waiting.splice(at < 0 ? this.waiting.length : at, 0, waiting)
  }

  remove(waiting: WaitingTask<Task>): boolean {
    const at = this.waiting.indexOf(waiting)
    if (at >= 0) this.waiting.splice(at, 1)
    return at >= 0
  }

  take(): WaitingTask<Task> | undefined {
    return this.waiting.shift()
  }
}
