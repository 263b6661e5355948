// The options and the solution record of the solvers of soft problems.
import type { OptionKeys } from '../options.js'
import type { SolveOptions, Status } from '../result/solution.js'
import type { Calls } from './soft-state.js'

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
  /** Number of calls so far. */
  calls: Calls
  /** Inference runs so far as counted in paper 4, per model: a max-marginal call counts twice. */
  runs: number
  seconds: number
}

/** The state of a solver after a round. Both arrays belong to the solver: read them, but do not keep them. */
export interface SoftStanding {
  /** The last answers of the models: a value per variable. */
  readonly values: Int32Array
  /**
   * Current extra score of each slot from the multipliers. A model that is asked with it decodes as at the
   * end of the round.
   */
  readonly extra: Float64Array
}

export interface SoftOptions extends Omit<SolveOptions, 'onIteration' | 'warmStart'> {
  /** Called after every round; return `false` to stop. */
  onIteration?: (row: SoftTraceRow, standing: SoftStanding) => boolean | undefined
  /**
   * Write rows (for `trace` and `onIteration`) within a round, too: one each time this number of inference
   * runs has passed.
   */
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
  /**
   * `optimal`: bound and value meet. `interrupted`: a limit was reached, or the descent came to rest before
   * they met.
   */
  status: Exclude<Status, 'fractional'>
  /** The value of each variable in the best assignment found; null if a factor has no output at all. */
  assignment: Int32Array | null
  value: number
  /** No assignment scores more than this. */
  bound: number
  gap: number
  iterations: number
  calls: Calls
  /** The multipliers of all pairs in order, from which `softBound` rechecks the bound. */
  multipliers: Float64Array
  /**
   * Extra score of each slot from these multipliers. A model that is asked with it decodes as it did at the
   * end.
   */
  extra: Float64Array
  trace?: SoftTraceRow[]
}
