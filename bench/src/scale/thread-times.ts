// Processor time of each thread (Linux): what a run would take if nothing else ran.
import { readdirSync, readFileSync } from 'node:fs'

const TASKS = '/proc/self/task'

/** Seconds of processor time of every thread of this process; empty where it is unknown. */
function times(): Map<string, number> {
  const found = new Map<string, number>()
  try {
    for (const thread of readdirSync(TASKS)) {
      const [nanoseconds] = readFileSync(`${TASKS}/${thread}/schedstat`, 'utf8').split(' ')
      found.set(thread, Number(nanoseconds) / 1e9)
    }
  } catch {
    // A thread has ended in between, or this is another system.
  }
  return found
}

/**
 * Watches the main thread and the threads started from now on; the engine's threads for garbage collection
 * and compilation existed before.
 */
export class ThreadTimes {
  private readonly before = times()
  private readonly seen = new Map<string, number>()

  /** Takes a sample. To be called regularly: a thread that has ended can no longer be sampled. */
  look(): void {
    for (const [thread, seconds] of times()) {
      if (thread === String(process.pid)) this.seen.set(thread, seconds - (this.before.get(thread) ?? 0))
      else if (!this.before.has(thread)) this.seen.set(thread, seconds)
    }
  }

  /** Processor time of the busiest thread; undefined if unknown. */
  busiest(): number | undefined {
    this.look()
    return this.seen.size === 0 ? undefined : Math.max(...this.seen.values())
  }
}
