// Gives the event loop turns during long work.
import { letOthersRun } from '../threads/host.js'
import type { Deadline } from './deadline.js'
import type { Steps } from './steps.js'

/** Milliseconds of work between two turns of the event loop. */
const TURN = 12

/**
 * Gives the event loop turns during long work, so that timers, signals and requests are handled.
 *
 * @example
 * const turns = new Turns()
 * for (const item of items) {
 *   work(item)
 *   if (turns.isDue) await turns.give()
 * }
 */
export class Turns {
  private since = performance.now()

  /** True if the last turn was at least 12 ms ago. */
  get isDue(): boolean {
    return performance.now() - this.since >= TURN
  }

  /** Waits for one turn of the event loop. */
  async give(): Promise<void> {
    await letOthersRun()
    this.since = performance.now()
  }
}

/** `finishSteps` with turns of the event loop in between. */
export async function finishInTurns<T>(steps: Steps<T>, deadline: Deadline): Promise<T> {
  const turns = new Turns()
  let step = steps.next(false)
  while (step.done !== true) {
    if (turns.isDue) await turns.give()
    step = steps.next(deadline.isOver())
  }
  return step.value
}
