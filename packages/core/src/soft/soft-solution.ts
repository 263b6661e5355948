import type { OptionKeys } from '../options.js'
import type { SolveOptions, Status } from '../solvers/solution.js'
import type { Calls } from './soft-state.js'

// What the solvers of soft problems take and return.

/** One line of a trace: a round. */
export interface SoftTraceRow {
  iteration: number
  /** Dual value after this round. */
  dual: number
  /** Best bound so far. */
  bound: number
  /** Score of the models' last answers taken together. */
  primal: number
  /** Best value so far. */
  value: number
  /** Calls so far. */
  calls: Calls
  /** Inference runs so far by the count of paper 4: max-marginal calls twice, per model. */
  runs: number
  seconds: number
}

/** Where a solver stands after a round. Both arrays are the solver's own: read them, and do not keep them. */
export interface SoftStanding {
  /** The last answers of the models: a value per variable. */
  readonly values: Int32Array
  /** What the multipliers add to each slot by now: a model that is asked with it decodes as the round left it. */
  readonly extra: Float64Array
}

export interface SoftOptions extends Omit<SolveOptions, 'onIteration' | 'warmStart'> {
  /** Called after every round; return `false` to stop. */
  onIteration?: (row: SoftTraceRow, standing: SoftStanding) => boolean | undefined
  /** Write a row (for `trace` and `onIteration`) within a round, too, whenever so many inference runs have passed. */
  traceEvery?: number
  /** A solution of the same problem, or one with the same pairs, to start from. */
  warmStart?: SoftSolution
}

export const SOFT_KEYS = {
  tolerance: true,
  maxIterations: true,
  timeLimit: true,
  signal: true,
  trace: true,
  onIteration: true,
  traceEvery: true,
  warmStart: true,
} satisfies OptionKeys<SoftOptions>

export interface SoftSolution {
  /** `optimal`: bound and value meet. `interrupted`: a limit, or descent came to rest before they met. */
  status: Exclude<Status, 'fractional'>
  /** The value of each variable in the best assignment found; null if a factor has no output at all. */
  assignment: Int32Array | null
  value: number
  /** No assignment scores more than this. */
  bound: number
  gap: number
  iterations: number
  calls: Calls
  /** Of all pairs, one after the other: what `softBound` needs to recheck the bound. */
  multipliers: Float64Array
  /** What these multipliers add to each value of each variable: with it, a model decodes as it did at the end. */
  extra: Float64Array
  trace?: SoftTraceRow[]
}
