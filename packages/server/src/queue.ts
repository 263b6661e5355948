// A bounded queue of tasks that wait for a thread. Short tasks go first, so that long ones do not delay them.
import type { Job } from './job.js'

/** Every fourth task taken is the oldest one, short or long, so that long tasks do not starve. */
const OLDEST_EVERY = 4

export class Queue {
  private readonly jobs: Job[] = []
  private taken = 0

  constructor(private readonly size: number) {}

  get length(): number {
    return this.jobs.length
  }

  /** Adds a job; false if the queue is full. A quarter of its places are reserved for short tasks. */
  add(job: Job): boolean {
    const room = job.isShort ? this.size : this.size - Math.floor(this.size / 4)
    if (this.jobs.length >= room) return false
    this.jobs.push(job)
    return true
  }

  /** Removes a job; false if it is not in the queue. */
  remove(job: Job): boolean {
    const place = this.jobs.indexOf(job)
    if (place >= 0) this.jobs.splice(place, 1)
    return place >= 0
  }

  /** Takes the next job. The queue must not be empty. */
  take(): Job {
    const oldest = ++this.taken % OLDEST_EVERY === 0
    const place = oldest ? 0 : this.jobs.findIndex(({ isShort }) => isShort)
    return this.jobs.splice(Math.max(0, place), 1)[0]
  }
}
