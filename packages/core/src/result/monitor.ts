// Limits, progress, trace, and the best bound and value so far, which all solvers share.
import { ParleyError } from '../error.js'
import { Deadline } from '../limits/deadline.js'
import type { Solution, SolveOptions, Status, TraceRow } from './solution.js'

/** The limits of a run, as read from the options. */
export interface Limits {
  tolerance: number
  maxIterations: number
}

/** Reads the options and rejects invalid values. */
export function readLimits(options: SolveOptions, maxIterations: number): Limits {
  const limits = {
    tolerance: options.tolerance ?? 1e-6,
    maxIterations: options.maxIterations ?? maxIterations,
  }
  if (!(limits.tolerance >= 0))
    throw new ParleyError('bad-argument', `The tolerance is ${limits.tolerance}; it must be a number ≥ 0.`)
  if (!(limits.maxIterations >= 0))
    throw new ParleyError(
      'bad-argument',
      `maxIterations is ${limits.maxIterations}; it must be a number ≥ 0.`,
    )
  if (options.timeLimit !== undefined && !(options.timeLimit >= 0))
    throw new ParleyError(
      'bad-argument',
      `The time limit is ${options.timeLimit} s; it must be a number ≥ 0.`,
    )
  return limits
}

export class Monitor {
  readonly tolerance: number
  readonly maxIterations: number
  bound = Number.POSITIVE_INFINITY
  value = Number.NEGATIVE_INFINITY
  readonly trace: TraceRow[] = []
  private reported = 0
  private last: TraceRow | null = null

  constructor(
    private readonly options: SolveOptions,
    maxIterations: number,
    /** Smallest number that the tolerance is relative to: 1, or the size of the scores if that is smaller. */
    readonly floor = 1,
    /** When to stop. It may have started earlier, with the preparation of the graph. */
    readonly deadline = new Deadline(options),
  ) {
    const limits = readLimits(options, maxIterations)
    this.tolerance = limits.tolerance
    this.maxIterations = limits.maxIterations
  }

  get seconds(): number {
    return this.deadline.seconds
  }

  /** The tolerance in the user's units at the current bound. */
  get slack(): number {
    return this.tolerance * Math.max(this.floor, Math.abs(this.bound))
  }

  /** True if bound and value meet. */
  get closed(): boolean {
    return this.bound - this.value <= this.slack
  }

  /**
   * Records a check. Returns true if the solver must end: the caller says so, or only the time for the last
   * rounding is left. The bound and value never get worse. The step rules never look at the clock, so a limit
   * only cuts a run short.
   */
  check(row: Omit<TraceRow, 'bound' | 'value' | 'seconds'>): boolean {
    if (row.dual < this.bound) this.bound = row.dual
    const { trace, onIteration } = this.options
    if (trace !== true && onIteration === undefined) return this.deadline.isNear()
    const full: TraceRow = { ...row, bound: this.bound, value: this.value, seconds: this.seconds }
    if (trace === true) this.trace.push(full)
    this.last = full
    this.report()
    return this.deadline.isNear()
  }

  /**
   * To be called between checks, so that a slow iteration does not keep the caller waiting. It looks at the
   * clock but computes nothing: the calls decide where a run is cut short, and change no other result.
   */
  poll(): boolean {
    if (this.last !== null && performance.now() - this.reported > 100) this.report()
    return this.deadline.isNear()
  }

  private report(): void {
    this.reported = performance.now()
    if (this.last !== null && this.options.onIteration?.(this.last) === false) this.deadline.stop()
  }

  /** Whether a limit or the caller ends the run. */
  interrupted(): boolean {
    return this.deadline.isPassed()
  }

  /** Adds the trace to a solution, if the options ask for it. */
  finish(solution: Solution): Solution {
    if (this.options.trace === true) solution.trace = this.trace
    return solution
  }
}

/**
 * The status that the numbers justify: `optimal` only if bound and value meet, `fractional` only if solved.
 */
export function statusOf(monitor: Monitor, relaxationSolved: boolean): Status {
  if (monitor.bound === Number.NEGATIVE_INFINITY) return 'infeasible'
  if (monitor.closed) return 'optimal'
  return relaxationSolved ? 'fractional' : 'interrupted'
}
