// The options and the solution record that all solvers share (see docs/solvers.md).
import type { StopSignal } from '../limits/deadline.js'
import type { OptionKeys } from '../options.js'

/**
 * - `optimal`: the assignment is proven best: bound − value is within the tolerance, in the user's numbers.
 * - `fractional`: the relaxation is solved and is not tight; the assignment is the rounded answer.
 * - `infeasible`: no assignment satisfies the hard constraints; `clash` names a small set of factors to
 *   blame.
 * - `interrupted`: a limit, or the caller, stopped the solver first.
 */
export type Status = 'optimal' | 'fractional' | 'infeasible' | 'interrupted'

/** One line of a trace. */
export interface TraceRow {
  iteration: number
  /** Dual value in this iteration. */
  dual: number
  /** Best bound so far. */
  bound: number
  /** Best value so far, −Infinity while there is none. */
  value: number
  /** Score of the relaxed solution, where the solver has one. */
  relaxed: number
  primalResidual: number
  dualResidual: number
  /** Number of factors solved in this iteration. */
  activeFactors: number
  seconds: number
}

export interface SolveOptions {
  /**
   * Stop when bound − value (or bound − relaxed value) is at most this times max(|bound|, min(1, size of the
   * scores)). Default 1e-6.
   */
  tolerance?: number
  /**
   * Largest number of iterations. Default 1000 for message passing; for `exact` it counts nodes and has no
   * default limit.
   */
  maxIterations?: number
  /**
   * Seconds from the call. The result is then `interrupted`, with the best bound and value so far. If even
   * the preparation of the graph was not complete, there is no assignment and the bound is infinite.
   */
  timeLimit?: number
  /**
   * Ends the run as `timeLimit` does. A synchronous solver does not let timers and messages run, so only
   * `onIteration` can abort it: use `solveAsync` for `AbortSignal.timeout` and similar signals.
   */
  signal?: StopSignal
  /** Called regularly with the current state; return `false` to stop. */
  onIteration?: (row: TraceRow) => boolean | undefined
  /** Keep a trace in the solution. */
  trace?: boolean
  /** Multipliers of an earlier solution of the same graph, to start from. */
  warmStart?: Solution
}

/** The names of the options that all solvers share, for `requireOptions`. */
export const SOLVE_KEYS = {
  tolerance: true,
  maxIterations: true,
  timeLimit: true,
  signal: true,
  onIteration: true,
  trace: true,
  warmStart: true,
} satisfies OptionKeys<SolveOptions>

export interface Solution {
  status: Status
  /** The value of each variable, or null if no feasible assignment was found. */
  assignment: Int32Array | null
  /** Score of the assignment in the user's numbers; −Infinity without one. */
  value: number
  /** No assignment scores more than this. −Infinity for an infeasible graph. */
  bound: number
  /** bound − value. */
  gap: number
  /** The relaxed solution: a weight per slot, in the order of the graph's variables. */
  marginals: Float64Array
  iterations: number
  /** The data from which `verify` rechecks the bound. */
  certificate: Certificate
  /**
   * For an infeasible graph: a small set of factors (by index) that cannot all hold, minimal if finding that
   * was cheap.
   */
  clash?: number[]
  trace?: TraceRow[]
}

/** A proof of the bound that can be checked without the solver. */
export type Certificate =
  /**
   * Dual decomposition: a multiplier per link, Σ over a slot's links = 0; the bound is Σ of the local maxima.
   * With clusters, the links are those of the tightened graph (exact/tighten.ts).
   */
  | {
      kind: 'multipliers'
      multipliers: Float64Array
      /**
       * Index of each link among the graph's literals, −1 for added links. With it, a warm start works under
       * other evidence.
       */
      origins?: Int32Array
      clusters?: number[][]
    }
  /** Branching: the leaves cover all assignments, each with its own proof. */
  | { kind: 'branches'; leaves: BranchLeaf[] }
  /** The bound is recomputed from scratch, by exact variable elimination. */
  | { kind: 'elimination' }
  /**
   * Values ruled out by the bound. Under the multipliers every assignment that breaks one of `decisions`
   * scores at most the claimed bound. Overwriting any assignment by `persistent` loses at most what the
   * multipliers show. `rest` proves a bound for the assignments that follow both. See exact/proof.ts.
   */
  | {
      kind: 'fixing'
      multipliers: Float64Array
      clusters?: number[][]
      decisions: number[]
      persistent: number[]
      rest: Certificate
    }
  /** `rest` is about the graph with these clusters added (exact/tighten.ts). */
  | { kind: 'tightened'; clusters: number[][]; rest: Certificate }
  /** The graph is simplified and cut into parts (exact/simplify.ts), each with its own proof. */
  | { kind: 'parts'; parts: Certificate[] }
  /** The proof of this bound was larger than `proofMemory`, so it was not kept and cannot be rechecked. */
  | { kind: 'too-large'; bound: number }
  /** A branch that was still open when the run ended: only the proofs of its ancestors bound it. */
  | { kind: 'open' }
  /** Nothing is claimed beyond an infinite bound. */
  | { kind: 'none' }

export interface BranchLeaf {
  /** Encoded decisions 2·slot + value. */
  decisions: number[]
  certificate: Certificate
}
