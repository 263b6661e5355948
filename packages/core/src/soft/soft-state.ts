// The state of the soft solvers: multipliers, extra scores, the answers of all factors, and how the models
// are called.
import { ParleyError } from '../error.js'
import { SCORE_LIMIT } from '../numeric/score-limit.js'
import type { SoftFactor, SweepVisit } from './soft-factor.js'
import { PairKind, type SoftProblem } from './soft-problem.js'
import { Views } from './views.js'

/** Number of calls of the models. Lone variables cost nothing and are not counted. */
export interface Calls {
  maximize: number
  /** Max-marginal calls. For a model without `maxMarginals`, the calls of `maximize` are counted instead. */
  maxMarginals: number
}

/** Number of price increases after which a value counts as impossible. */
const MAX_RAISES = 40

/**
 * The state of a solver: the sum of the multipliers at each slot, and the last answer of each factor. Asking
 * a factor allocates nothing: extra scores, values and marginals go through one buffer with a view for each
 * length.
 */
export class SoftState {
  readonly calls: Calls = { maximize: 0, maxMarginals: 0 }
  readonly multipliers: Float64Array
  /**
   * Extra score of each slot: − Σ multipliers of pairs in which its variable is first, + Σ where it is
   * second, + its own score if its variable is a lone one.
   */
  readonly extra: Float64Array
  /** Value of each variable in its factor's last answer. */
  readonly values: Int32Array
  /** Own score of each factor's last answer (without the extra). */
  readonly own: Float64Array
  /** Best total score of each factor, with the extra scores at the time it was last computed. */
  readonly best: Float64Array
  private readonly sweepStep = (variable: number): void => this.visitSlots(variable)
  private swept = 0
  private sweptExtra: Float64Array = new Float64Array(0)
  private sweptMarginals: Float64Array = new Float64Array(0)
  private visit: SweepVisit = () => {}
  private readonly extraViews: Views<Float64Array>
  private readonly valueViews: Views<Int32Array>
  private readonly marginalViews: Views<Float64Array>

  constructor(readonly problem: SoftProblem) {
    const { factorFirst, variableStart, factorCount } = problem
    let variables = 0
    let slots = 0
    for (let f = 0; f < factorCount; f++) {
      const [first, end] = [factorFirst.data[f], factorFirst.data[f + 1]]
      variables = Math.max(variables, end - first)
      slots = Math.max(slots, variableStart.data[end] - variableStart.data[first])
    }
    this.multipliers = new Float64Array(problem.multiplierCount)
    this.extra = new Float64Array(problem.slotCount)
    this.values = new Int32Array(problem.variableCount)
    this.own = new Float64Array(factorCount)
    this.best = new Float64Array(factorCount)
    this.extraViews = new Views(new Float64Array(slots))
    this.valueViews = new Views(new Int32Array(variables))
    this.marginalViews = new Views(new Float64Array(slots))
    this.gather()
  }

  /** Computes the extra scores from the multipliers. */
  gather(): void {
    const { problem, extra, multipliers } = this
    const { variableStart, scoreStart, scores, factorFirst } = problem
    extra.fill(0)
    for (let f = 0; f < problem.factorCount; f++) {
      const start = scoreStart.data[f]
      if (start < 0) continue
      const slot = variableStart.data[factorFirst.data[f]]
      const size = variableStart.data[factorFirst.data[f] + 1] - slot
      for (let i = 0; i < size; i++) extra[slot + i] = scores.data[start + i]
    }
    for (let p = 0; p < problem.pairCount; p++) {
      const a = problem.pairFirst.data[p]
      const b = problem.pairSecond.data[p]
      const slotA = variableStart.data[a]
      const slotB = variableStart.data[b]
      const sizeA = variableStart.data[a + 1] - slotA
      const sizeB = variableStart.data[b + 1] - slotB
      const at = problem.multiplierStart.data[p]
      const second = problem.pairKind.data[p] === PairKind.agreement ? at : at + sizeA
      for (let i = 0; i < sizeA; i++) extra[slotA + i] -= multipliers[at + i]
      for (let j = 0; j < sizeB; j++) extra[slotB + j] += multipliers[second + j]
    }
  }

  /** Whether the factor is a lone variable. */
  isFree(factor: number): boolean {
    return this.problem.sources[factor] === null
  }

  /** Asks the factor for its best output. */
  maximize(factor: number): void {
    if (this.isFree(factor)) this.maximizeFree(factor)
    else {
      this.calls.maximize++
      const model = this.modelOf(factor)
      const extra = this.load(factor)
      const values = this.valueViews.of(this.width(factor))
      this.keep(factor, model, model.maximize(extra, values), values)
    }
  }

  /** Asks the factor for its best output and its max-marginals, which are written to the factor's slots. */
  maxMarginals(factor: number, marginals: Float64Array): void {
    const { problem, extra } = this
    const first = problem.variableStart.data[problem.factorFirst.data[factor]]
    if (this.isFree(factor)) {
      this.maximizeFree(factor)
      const end = problem.variableStart.data[problem.factorFirst.data[factor + 1]]
      for (let s = first; s < end; s++) marginals[s] = extra[s]
      return
    }
    const model = this.modelOf(factor)
    const local = this.load(factor)
    const values = this.valueViews.of(this.width(factor))
    const found = this.marginalViews.of(local.length)
    this.askMarginals(factor, model, local, values, found)
    for (let s = 0; s < found.length; s++) {
      if (!(found[s] < Number.POSITIVE_INFINITY))
        throw broken(model, factor, `\`maxMarginals\` wrote ${found[s]} for slot ${s}.`)
      marginals[first + s] = found[s]
    }
  }

  /** Whether all variables of the factor can be visited in one call. */
  canSweep(factor: number): boolean {
    return this.isFree(factor) || this.width(factor) < 2 || this.modelOf(factor).sweep !== undefined
  }

  /**
   * Visits the variables of the factor in order, each with exact max-marginals. Stores the factor's best
   * score after the changes.
   */
  sweep(factor: number, visit: SweepVisit): void {
    const { variableStart, factorFirst } = this.problem
    const first = factorFirst.data[factor]
    const local = this.load(factor)
    const found = this.marginalViews.of(local.length)
    this.swept = first
    this.sweptExtra = local
    this.sweptMarginals = found
    this.visit = visit
    if (this.isFree(factor)) {
      found.set(local)
      this.visitSlots(0)
      this.maximizeFree(factor)
      return
    }
    const model = this.modelOf(factor)
    const values = this.valueViews.of(this.width(factor))
    if (model.sweep === undefined) {
      this.askMarginals(factor, model, local, values, found)
      this.visitSlots(0)
    } else {
      this.calls.maxMarginals++
      this.keep(factor, model, model.sweep(local, values, found, this.sweepStep), values)
    }
    const last = factorFirst.data[factor + 1] - 1
    const from = variableStart.data[first]
    let best = Number.NEGATIVE_INFINITY
    for (let s = variableStart.data[last] - from; s < found.length; s++) if (found[s] > best) best = found[s]
    this.best[factor] = best
  }

  private visitSlots(variable: number): void {
    const { swept, sweptExtra, sweptMarginals, extra } = this
    const { data } = this.problem.variableStart
    const from = data[swept]
    const at = data[swept + variable] - from
    const end = data[swept + variable + 1] - from
    let isPossible = false
    for (let s = at; s < end; s++) {
      if (!(sweptMarginals[s] < Number.POSITIVE_INFINITY))
        throw broken(
          undefined,
          this.problem.variableFactor.data[swept],
          `wrote ${sweptMarginals[s]} for slot ${s}.`,
        )
      if (sweptMarginals[s] > Number.NEGATIVE_INFINITY) isPossible = true
    }
    if (!isPossible) return
    this.visit(swept + variable, sweptMarginals, at)
    for (let s = at; s < end; s++) sweptExtra[s] = extra[from + s]
  }

  private askMarginals(
    factor: number,
    model: SoftFactor,
    local: Float64Array,
    values: Int32Array,
    found: Float64Array,
  ): void {
    if (model.maxMarginals === undefined) this.derive(factor, model, local, values, found)
    else {
      this.calls.maxMarginals++
      this.keep(factor, model, model.maxMarginals(local, values, found), values)
    }
  }

  /**
   * Computes max-marginals from `maximize` alone: the score of every slot in turn is raised until the slot is
   * chosen, if that is possible.
   */
  private derive(
    factor: number,
    model: SoftFactor,
    extra: Float64Array,
    values: Int32Array,
    found: Float64Array,
  ): void {
    const { variableStart, factorFirst } = this.problem
    this.calls.maximize++
    const own = model.maximize(extra, values)
    this.keep(factor, model, own, values)
    const first = factorFirst.data[factor]
    const from = variableStart.data[first]
    let size = 1
    for (let s = 0; s < extra.length; s++) size += Math.abs(extra[s])
    for (let v = first; v < factorFirst.data[factor + 1]; v++)
      for (let s = variableStart.data[v]; s < variableStart.data[v + 1]; s++)
        found[s - from] =
          this.values[v] === s - variableStart.data[v]
            ? this.best[factor]
            : this.forced(factor, model, s - from, v - first, extra, values, size)
  }

  private forced(
    factor: number,
    model: SoftFactor,
    slot: number,
    variable: number,
    extra: Float64Array,
    values: Int32Array,
    size: number,
  ): number {
    const { variableStart, factorFirst } = this.problem
    const first = factorFirst.data[factor]
    const from = variableStart.data[first]
    const value = slot + from - variableStart.data[first + variable]
    const before = extra[slot]
    for (let raise = 0, price = 2 * size; raise < MAX_RAISES; raise++, price *= 8) {
      extra[slot] = before + price
      this.calls.maximize++
      let total = model.maximize(extra, values)
      extra[slot] = before
      if (values[variable] !== value) continue
      for (let v = 0; v < values.length; v++) total += extra[variableStart.data[first + v] - from + values[v]]
      return total
    }
    return Number.NEGATIVE_INFINITY
  }

  private modelOf(factor: number): SoftFactor {
    const source = this.problem.sources[factor]!
    return typeof source === 'function' ? source(factor) : source
  }

  /** Number of variables of the factor. */
  private width(factor: number): number {
    const { factorFirst } = this.problem
    return factorFirst.data[factor + 1] - factorFirst.data[factor]
  }

  /** The factor's extra scores, in a view of the right length. */
  private load(factor: number): Float64Array {
    const { variableStart, factorFirst } = this.problem
    const from = variableStart.data[factorFirst.data[factor]]
    const view = this.extraViews.of(variableStart.data[factorFirst.data[factor + 1]] - from)
    for (let s = 0; s < view.length; s++) view[s] = this.extra[from + s]
    return view
  }

  /** Checks and stores an answer. */
  private keep(factor: number, model: SoftFactor, own: number, values: Int32Array): void {
    const { variableStart, factorFirst } = this.problem
    const first = factorFirst.data[factor]
    if (!(own < Number.POSITIVE_INFINITY))
      throw broken(model, factor, `returned ${own}. It must return the own score of its output.`)
    if (Math.abs(own) > SCORE_LIMIT && own !== Number.NEGATIVE_INFINITY)
      throw broken(model, factor, `returned ${own}. Own scores may be up to 1e10 in size.`)
    let total = own
    for (let i = 0; i < values.length && own > Number.NEGATIVE_INFINITY; i++) {
      const slot = variableStart.data[first + i]
      const size = variableStart.data[first + i + 1] - slot
      if (!(values[i] >= 0 && values[i] < size))
        throw broken(model, factor, `wrote ${values[i]} for shared variable ${i}, which has ${size} values.`)
      total += this.extra[slot + values[i]]
      this.values[first + i] = values[i]
    }
    this.own[factor] = own
    this.best[factor] = total
  }

  private maximizeFree(factor: number): void {
    const { extra, problem } = this
    const variable = problem.factorFirst.data[factor]
    const from = problem.variableStart.data[variable]
    const end = problem.variableStart.data[variable + 1]
    let best = from
    for (let s = from + 1; s < end; s++) if (extra[s] > extra[best]) best = s
    this.values[variable] = best - from
    this.best[factor] = extra[best]
  }
}

function broken(model: SoftFactor | undefined, factor: number, what: string): ParleyError {
  return new ParleyError('bad-factor', `Factor ${factor} (${model?.name ?? 'a model'}) ${what}`)
}
