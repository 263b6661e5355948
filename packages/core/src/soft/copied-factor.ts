// Adapts a model of a soft problem to the contract of custom factors.
import type { Factor } from '../kinds/custom/factor.js'
import type { SoftFactor } from './soft-factor.js'
import type { SoftProblem } from './soft-problem.js'
import type { Calls } from './soft-state.js'
import { offFromOthers } from './star-factor.js'

/** Number of price increases after which values count as impossible. */
const MAX_RAISES = 40

/** A model of a soft problem as a factor of an ordinary graph: its links are its slots. */
export class CopiedFactor implements Factor {
  readonly name = 'model'
  /** Defined if the model has it. */
  readonly maxMarginals?: NonNullable<Factor['maxMarginals']>
  /** The last answer, and its own score. */
  readonly values: Int32Array
  own = Number.NEGATIVE_INFINITY
  private readonly start: Int32Array
  private readonly wanted: Int32Array

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
    this.wanted = new Int32Array(count)
    if (this.model().maxMarginals !== undefined)
      this.maxMarginals = (scores, on, off) => this.fromModel(scores, on, off)
  }

  maximize(scores: Float64Array, configuration: Float64Array): number {
    this.calls.maximize++
    this.own = this.model().maximize(scores, this.values)
    configuration.fill(0)
    if (this.own === Number.NEGATIVE_INFINITY) return this.own
    for (let v = 0; v < this.values.length; v++) configuration[this.start[v] + this.values[v]] = 1
    return this.own
  }

  /**
   * The own score of a configuration: stored for the last answer; for another one it is found by a price on
   * all other values. That is not inference and is not counted.
   */
  score(configuration: Float64Array): number {
    const { start, values, wanted } = this
    let isLast = this.own > Number.NEGATIVE_INFINITY
    for (let v = 0; v < values.length; v++) {
      let on = 0
      for (let s = start[v]; s < start[v + 1]; s++)
        if (configuration[s] === 1) {
          on++
          wanted[v] = s - start[v]
        }
      if (on !== 1) return Number.NEGATIVE_INFINITY
      if (wanted[v] !== values[v]) isLast = false
    }
    return isLast ? this.own : this.priced()
  }

  private priced(): number {
    const { start, wanted } = this
    const model = this.model()
    const extra = new Float64Array(start[wanted.length])
    const found = new Int32Array(wanted.length)
    for (let raise = 0, price = 1; raise < MAX_RAISES; raise++, price *= 8) {
      for (let v = 0; v < wanted.length; v++) extra[start[v] + wanted[v]] = price
      const own = model.maximize(extra, found)
      if (own === Number.NEGATIVE_INFINITY || wanted.every((value, v) => found[v] === value)) return own
    }
    return Number.NEGATIVE_INFINITY
  }

  private fromModel(scores: Float64Array, on: Float64Array, off: Float64Array): number {
    const { start, values } = this
    this.calls.maxMarginals++
    this.own = this.model().maxMarginals!(scores, values, on)
    let best = this.own
    for (let v = 0; v < values.length; v++) {
      best += scores[start[v] + values[v]]
      offFromOthers(on, off, start[v], start[v + 1] - start[v])
    }
    return best
  }

  private model(): SoftFactor {
    const source = this.problem.sources[this.index]!
    return typeof source === 'function' ? source(this.index) : source
  }
}
