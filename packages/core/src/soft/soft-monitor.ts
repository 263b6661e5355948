// Limits, trace, and the best bound, multipliers and assignment so far, which the soft solvers share.
import { readLimits } from '../result/monitor.js'
import type { SoftOptions, SoftSolution, SoftTraceRow } from './soft-solution.js'
import type { SoftState } from './soft-state.js'
import { Voting } from './soft-value.js'

/** Most passes of local search at the end. */
const IMPROVEMENTS = 3

/** The part of a state that the monitor reads after a round. */
export type MonitoredState = Pick<SoftState, 'problem' | 'values' | 'own' | 'calls' | 'extra' | 'multipliers'>

/** Watches a run: checks limits, records rows, and keeps the best bound and assignment. */
export class SoftMonitor {
  readonly maxIterations: number
  bound = Number.POSITIVE_INFINITY
  value = Number.NEGATIVE_INFINITY
  private readonly tolerance: number
  private readonly start = performance.now()
  private readonly assignment: Int32Array
  private readonly trace: SoftTraceRow[] = []
  private readonly models: number
  private readonly voting: Voting
  private stopped = false
  private nextRow = Number.POSITIVE_INFINITY

  constructor(
    private readonly state: MonitoredState,
    private readonly options: SoftOptions,
    maxIterations: number,
  ) {
    const limits = readLimits({ ...plainOptions(options) }, maxIterations)
    this.maxIterations = limits.maxIterations
    this.tolerance = limits.tolerance
    this.assignment = new Int32Array(state.values.length)
    this.voting = new Voting(state.problem)
    this.models = state.problem.sources.filter((source) => source !== null).length
  }

  /** The tolerance in the user's units. */
  get slack(): number {
    return this.tolerance * Math.max(1, Math.abs(this.bound))
  }

  get closed(): boolean {
    return this.bound - this.value <= this.slack
  }

  /** Inference runs so far, per model; a max-marginal call counts twice. */
  get runs(): number {
    const { maximize, maxMarginals } = this.state.calls
    return (maximize + 2 * maxMarginals) / Math.max(1, this.models)
  }

  /** Whether a row should be written within a round. */
  isTraceDue(): boolean {
    return this.runs >= this.nextRow
  }

  /** Records a round; true if the solver must stop. */
  check(iteration: number, dual: number): boolean {
    const { state, options } = this
    if (dual < this.bound) this.bound = dual
    const primal = this.offer()
    const { maximize, maxMarginals } = state.calls
    const row: SoftTraceRow = {
      iteration,
      dual,
      bound: this.bound,
      primal,
      value: this.value,
      calls: { maximize, maxMarginals },
      runs: this.runs,
      seconds: (performance.now() - this.start) / 1000,
    }
    if (options.traceEvery !== undefined) this.nextRow = row.runs + options.traceEvery
    if (options.trace === true) this.trace.push(row)
    if (options.onIteration?.(row, state) === false) this.stopped = true
    return this.interrupted()
  }

  /** Whether a limit or the caller ends the run. It computes nothing: it only cuts a run short. */
  interrupted(): boolean {
    const { timeLimit, signal } = this.options
    if (signal?.aborted === true) this.stopped = true
    if (timeLimit !== undefined && performance.now() - this.start >= 1000 * timeLimit) this.stopped = true
    return this.stopped
  }

  /** Scores the last answers of the factors, and keeps them if they are the best so far. */
  offer(): number {
    const primal = this.voting.value(this.state)
    if (primal > this.value) {
      this.value = primal
      this.assignment.set(this.state.values)
    }
    return primal
  }

  /** If bound and value do not meet: local search from the last answers, as long as it gains. */
  improve(state: SoftState): void {
    const search = this.improvements()
    while (search.next().done !== true) this.voting.respond(state)
    state.gather()
  }

  /** The passes of local search: at every yield all models must give their best answers to the others. */
  *improvements(): Generator<void, void, undefined> {
    let last = this.offer()
    for (let pass = 0; pass < IMPROVEMENTS && !this.closed && !this.interrupted(); pass++) {
      yield
      const value = this.offer()
      if (!(value > last + this.slack)) break
      last = value
    }
  }

  /** The value of a lone variable by the votes of the other variables, without changing its current value. */
  elected(factor: number): number {
    const { values, problem } = this.state
    const variable = problem.factorFirst.data[factor]
    const before = values[variable]
    this.voting.elect(factor, values)
    const value = values[variable]
    values[variable] = before
    return value
  }

  finish(iterations: number): SoftSolution {
    const { state, value } = this
    const isFeasible = value > Number.NEGATIVE_INFINITY
    // A rounding error must not make a bound smaller than a value that it meets.
    const bound = isFeasible ? Math.max(this.bound, value) : this.bound
    const isInfeasible = this.bound === Number.NEGATIVE_INFINITY
    const solution: SoftSolution = {
      status: isInfeasible ? 'infeasible' : this.closed ? 'optimal' : 'interrupted',
      assignment: isFeasible ? this.assignment : null,
      value,
      bound,
      gap: isInfeasible ? 0 : bound - value,
      iterations,
      calls: { ...state.calls },
      multipliers: state.multipliers,
      extra: state.extra,
    }
    if (this.options.trace === true) solution.trace = this.trace
    return solution
  }
}

function plainOptions({ tolerance, maxIterations, timeLimit }: SoftOptions) {
  return {
    ...(tolerance !== undefined && { tolerance }),
    ...(maxIterations !== undefined && { maxIterations }),
    ...(timeLimit !== undefined && { timeLimit }),
  }
}
