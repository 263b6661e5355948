// A model of a soft problem as a factor of an ordinary graph.

import { offFromOthers } from '../src/kinds/consensus/consensus-group.js'
import { customScore } from '../src/kinds/custom/custom-group.js'
import type { Factor } from '../src/kinds/custom/factor.js'
import type { SoftProblem } from '../src/soft/soft-problem.js'
import type { Calls } from '../src/soft/soft-state.js'

/** A model of a soft problem as a factor of an ordinary graph: its links are its slots. */
export class CopiedFactor implements Factor {
  readonly name = 'model'
  /** Defined if the model has it. */
  readonly maxMarginals?: NonNullable<Factor['maxMarginals']>
  /** The last answer, and its own score. */
  readonly values: Int32Array
  own = Number.NEGATIVE_INFINITY
  private readonly start: Int32Array
  private readonly last: Float64Array

  constructor(
    private readonly problem: SoftProblem,
    private readonly index: number,
    private readonly calls: Calls,
  ) {
    const first = problem.factorFirst.data[index]
    const count = problem.factorFirst.data[index + 1] - first
    const from = problem.variableStart.data[first]
    this.start = Int32Array.from(
      { length: count + 1 },
      (_, v) => problem.variableStart.data[first + v] - from,
    )
    this.values = new Int32Array(count)
    this.last = new Float64Array(this.start[count])
    if (this.model().maxMarginals !== undefined)
      this.maxMarginals = (scores, on, off) => this.fromModel(scores, on, off)
  }

  maximize(scores: Float64Array, configuration: Float64Array): number {
    this.calls.maximize++
    return this.ask(scores, configuration)
  }

  /** The own score of a configuration: stored for the last answer, else asked for, which is not counted. */
  score(configuration: Float64Array): number {
    const isLast = this.last.every((value, i) => value === configuration[i])
    return isLast ? this.own : customScore(this.model(), configuration)
  }

  private fromModel(scores: Float64Array, on: Float64Array, off: Float64Array): number {
    const { start } = this
    this.calls.maxMarginals++
    const best = this.model().maxMarginals!(scores, on, off)
    this.ask(scores, new Float64Array(scores.length))
    for (let v = 0; v + 1 < start.length; v++) offFromOthers(on, off, start[v], start[v + 1] - start[v])
    return best
  }

  private ask(scores: Float64Array, configuration: Float64Array): number {
    const { start, values, last } = this
    this.own = this.model().maximize(scores, configuration)
    last.set(configuration)
    for (let v = 0; v < values.length; v++)
      values[v] = configuration.subarray(start[v], start[v + 1]).indexOf(1)
    return this.own
  }

  private model(): Factor {
    const source = this.problem.sources[this.index]!
    return typeof source === 'function' ? source(this.index) : source
  }
}
