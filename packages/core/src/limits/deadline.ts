import { ParleyError } from '../error.js'

/** Milliseconds that work which has nothing to show yet may go on for after the end. */
const GRACE = 50
/** Share of a time limit that is kept for the last rounding, and most seconds. */
const RESERVE = 0.2
const LONGEST_RESERVE = 2

/** Something that may ask for an end: an `AbortSignal`, or a flag in shared memory. */
export interface StopSignal {
  readonly aborted: boolean
  /** Milliseconds that making an answer of what there is may take once this is aborted. Default 50. */
  readonly grace?: number
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

  /** True once the time is up, or the caller has said stop. */
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

  /** True once the grace after the end is used up as well: for `finishSteps`. */
  readonly isOver = (): boolean => this.isPassed() && performance.now() >= this.passedAt + this.grace

  /** Throws when it is over: for work that has nothing to show before it is done. */
  check(work: string): void {
    if (!this.isOver()) return
    const limit =
      this.passedAt === this.end ? ` within its time limit of ${(this.end - this.start) / 1000} s` : ''
    const advice = limit === '' ? 'The signal was aborted.' : 'Allow more time.'
    throw new ParleyError('interrupted', `${work} did not end${limit}. ${advice}`)
  }
}
