import { ParleyError } from '../error.js'

/** Milliseconds that work which has nothing to show yet may go on for after the end. */
const GRACE = 50

/** Something that may ask for an end: an `AbortSignal`, or a flag in shared memory. */
export interface StopSignal {
  readonly aborted: boolean
}

export interface TimeLimits {
  /** Seconds. */
  timeLimit?: number
  signal?: StopSignal
}

/**
 * When to stop, for all phases of one call: reading the graph's factors, iterations, rounding. No result depends on a
 * clock but by ending early. What improves an answer ends when the deadline `isPassed`; what must be done before there
 * is any answer may use the grace after that, until it `isOver`.
 *
 * @example
 * const deadline = new Deadline({ timeLimit: 10, signal })
 * const problem = finishSteps(compileSteps(graph), deadline.isOver) // null if it is over
 */
export class Deadline {
  /** Milliseconds, as `performance.now()`. */
  readonly start = performance.now()
  private readonly end: number
  private readonly signal: StopSignal | undefined
  private passedAt = Number.POSITIVE_INFINITY

  constructor({ timeLimit, signal }: TimeLimits = {}) {
    if (timeLimit !== undefined && !(timeLimit >= 0))
      throw new ParleyError('bad-argument', `The time limit is ${timeLimit} s; it must be a number ≥ 0.`)
    this.end = this.start + 1000 * (timeLimit ?? Number.POSITIVE_INFINITY)
    this.signal = signal
  }

  get seconds(): number {
    return (performance.now() - this.start) / 1000
  }

  /** Ends the work, as a signal does. */
  stop(): void {
    if (this.passedAt === Number.POSITIVE_INFINITY) this.passedAt = performance.now()
  }

  /** True once the time is up, or the caller has said stop. */
  readonly isPassed = (): boolean => {
    if (this.passedAt < Number.POSITIVE_INFINITY) return true
    if (this.signal?.aborted === true) this.stop()
    else if (this.end < Number.POSITIVE_INFINITY && performance.now() >= this.end) this.passedAt = this.end
    return this.passedAt < Number.POSITIVE_INFINITY
  }

  /** True once the grace after the end is used up as well: for `finishSteps`. */
  readonly isOver = (): boolean => this.isPassed() && performance.now() >= this.passedAt + GRACE
}
