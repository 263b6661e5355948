// A bounded queue of tasks that wait for a thread. Short tasks go first, so that long ones do not delay them.
import type { TaskQueue, WaitingTask } from '@parleyjs/core/internal'
import { RequestError } from './errors.js'
import type { Task } from './task.js'

/** Maximum number of characters of a short task. */
const SHORT = 2000
/** Every fourth task taken is the oldest one, short or long, so that long tasks do not starve. */
const OLDEST_EVERY = 4

export class RequestQueue implements TaskQueue<Task> {
  private readonly waiting: WaitingTask<Task>[] = []
  private taken = 0

  constructor(private readonly size: number) {}

  get length(): number {
    return this.waiting.length
  }

  /** Throws if the queue is full. A quarter of its places are reserved for short tasks. */
  add(waiting: WaitingTask<Task>): void {
    const room = isShort(waiting) ? this.size : this.size - Math.floor(this.size / 4)
    if (this.waiting.length >= room)
      throw new RequestError('busy', 'The server is busy. Try again in a moment.')
    this.waiting.push(waiting)
  }

  remove(waiting: WaitingTask<Task>): boolean {
    const place = this.waiting.indexOf(waiting)
    if (place >= 0) this.waiting.splice(place, 1)
    return place >= 0
  }

  take(): WaitingTask<Task> | undefined {
    if (this.waiting.length === 0) return undefined
    const oldest = ++this.taken % OLDEST_EVERY === 0
    const place = oldest ? 0 : this.waiting.findIndex(isShort)
    return this.waiting.splice(Math.max(0, place), 1)[0]
  }
}

function isShort({ task }: WaitingTask<Task>): boolean {
  return lengthOf(task) <= SHORT
}

/** Number of characters of the text of a task. Graphs and data count as long. */
function lengthOf(task: Task): number {
  if (task.kind === 'summarize') return task.documents.reduce((sum, { length }) => sum + length, 0)
  if (task.kind === 'process') return task.data.length
  if (task.kind === 'search') return task.conllu.length
  if (task.kind !== 'solve') return (task.text ?? task.conllu ?? '').length
  return task.rules === undefined || task.data !== undefined ? Number.POSITIVE_INFINITY : task.rules.length
}
