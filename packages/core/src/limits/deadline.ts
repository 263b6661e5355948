// Time limits and stop signals, for all phases of one call.
import { ParleyError } from '../error.js'

/** Milliseconds after the end for which work may go on that has no answer yet. */
const GRACE = 50
/** Share of a time limit that is reserved for the last rounding. */
const RESERVE = 0.2
/** Maximum number of seconds reserved for the last rounding. */
const LONGEST_RESERVE = 2

/** A request to stop: an `AbortSignal`, or a flag in shared memory. */
export interface StopSignal {
  readonly aborted: boolean
  /** Milliseconds that a first answer may still take after `aborted` is set. Default 50. */
  readonly grace?: number
}

export interface TimeLimits {
  /** Maximum time in seconds. */
  timeLimit?: number
  signal?: StopSignal
}

/**
 * The end of one call, for all its phases: compiling the graph, iterations, rounding. Results depend on the
 * clock only by ending early. Work that improves an answer ends when the deadline `isPassed`. Work that is
 * needed for a first answer may use the grace period after that, until the deadline `isOver`.
 *
 * @example
 * const deadline = new Deadline({ timeLimit: 10, signal })
 * const problem = finishSteps(compileSteps(graph), deadline.isOver) // null if it is over
 */
export class Deadline {
  /** Start of the call, as `performance.now()` in milliseconds. */
  readonly start = performance.now()
  private readonly end: number
  private readonly signal: StopSignal | undefined
  private grace = GRACE
  private readonly near: number
  private passedAt = Number.POSITIVE_INFINITY

  constructor({ timeLimit, signal }: TimeLimits = {}) {
    if (timeLimit !== undefined && !(timeLimit >= 0))
      throw new ParleyError('bad-argument', `The time limit is ${timeLimit} s; it must be a number ≥ 0.`)
    this.end = this.start + 1000 * (timeLimit ?? Number.POSITIVE_INFINITY)
    this.near = this.end - 1000 * Math.min(RESERVE * (timeLimit ?? 0), LONGEST_RESERVE)
    this.signal = signal
  }

  get seconds(): number {
    return (performance.now() - this.start) / 1000
  }

  /** Ends the work, as a signal does. */
  stop(): void {
    if (this.passedAt === Number.POSITIVE_INFINITY) this.passedAt = performance.now()
  }

  /** True once the time is up, or a stop was requested. */
  readonly isPassed = (): boolean => {
    if (this.passedAt < Number.POSITIVE_INFINITY) return true
    if (this.signal?.aborted === true) {
      this.grace = this.signal.grace ?? GRACE
      this.stop()
    } else if (this.end < Number.POSITIVE_INFINITY && performance.now() >= this.end) this.passedAt = this.end
    return this.passedAt < Number.POSITIVE_INFINITY
  }

  /** True once only the time for the last rounding is left. */
  isNear(): boolean {
    return this.isPassed() || (this.near < Number.POSITIVE_INFINITY && performance.now() >= this.near)
  }

  /** True once the grace period has ended, too. For `finishSteps`. */
  readonly isOver = (): boolean => this.isPassed() && performance.now() >= this.passedAt + this.grace

  /** Throws if the deadline is over, for work that has no partial answer. */
  check(work: string): void {
    if (!this.isOver()) return
    const limit =
      this.passedAt === this.end ? ` within its time limit of ${(this.end - this.start) / 1000} s` : ''
    const advice = limit === '' ? 'The signal was aborted.' : 'Allow more time.'
    throw new ParleyError('interrupted', `${work} did not end${limit}. ${advice}`)
  }
}
