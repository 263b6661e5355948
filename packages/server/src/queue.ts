// Tasks that wait for a thread. The queue has an end, and short tasks go first, so that long ones do not hold up all.
import type { Job } from './job.js'

/** Of so many tasks in a row one is the oldest, short or not. */
const OLDEST_EVERY = 4

export class Queue {
  private readonly jobs: Job[] = []
  private taken = 0

  constructor(private readonly size: number) {}

  get length(): number {
    return this.jobs.length
  }

  /** False if there is no room; a quarter of it is for short tasks alone. */
  add(job: Job): boolean {
    const room = job.isShort ? this.size : this.size - Math.floor(this.size / 4)
    if (this.jobs.length >= room) return false
    this.jobs.push(job)
    return true
  }

  /** Whether the job was here. */
  remove(job: Job): boolean {
    const place = this.jobs.indexOf(job)
    if (place >= 0) this.jobs.splice(place, 1)
    return place >= 0
  }

  /** The job whose turn it is, of one or more. */
  take(): Job {
    const oldest = ++this.taken % OLDEST_EVERY === 0
    const place = oldest ? 0 : this.jobs.findIndex(({ isShort }) => isShort)
    return this.jobs.splice(Math.max(0, place), 1)[0]
  }
}
