// The state of the soft solvers: multipliers, extra scores, the answers of all factors, and how the models
// are called.
import { ParleyError } from '../error.js'
import type { Factor } from '../kinds/custom/factor.js'
import { raisePrice } from '../kinds/custom/raise-price.js'
import { SCORE_LIMIT } from '../numeric/score-limit.js'
import { PairKind, type SoftProblem } from './soft-problem.js'
import { Views } from './views.js'

/** Number of calls of the models. Lone variables cost nothing and are not counted. */
export interface Calls {
  maximize: number
  /** Max-marginal calls. For a model without `maxMarginals`, the calls of `maximize` are counted instead. */
  maxMarginals: number
}

/**
 * Called for each variable during a sweep; its max-marginals are `marginals[at …]`. It may change multipliers
 * of the variable's pairs, and must then move `state.extra` and these max-marginals with them.
 */
export type SweepVisit = (variable: number, marginals: Float64Array, at: number) => void

/**
 * The state of a solver: the sum of the multipliers at each slot, and the last answer of each factor. Asking
 * a factor allocates nothing: extra scores, configurations and marginals go through one buffer with a view
 * for each length.
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
  private readonly configurationViews: Views<Float64Array>
  private readonly marginalViews: Views<Float64Array>
  private readonly offViews: Views<Float64Array>

  constructor(readonly problem: SoftProblem) {
    const { factorFirst, variableStart, factorCount } = problem
    let slots = 0
    for (let f = 0; f < factorCount; f++) {
      const [first, end] = [factorFirst.data[f], factorFirst.data[f + 1]]
      slots = Math.max(slots, variableStart.data[end] - variableStart.data[first])
    }
    this.multipliers = new Float64Array(problem.multiplierCount)
    this.extra = new Float64Array(problem.slotCount)
    this.values = new Int32Array(problem.variableCount)
    this.own = new Float64Array(factorCount)
    this.best = new Float64Array(factorCount)
    this.extraViews = new Views(new Float64Array(slots))
    this.configurationViews = new Views(new Float64Array(slots))
    this.marginalViews = new Views(new Float64Array(slots))
    this.offViews = new Views(new Float64Array(slots))
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
      this.answer(factor, model, extra)
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
    const found = this.marginalViews.of(local.length)
    this.askMarginals(factor, model, local, found)
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
    if (model.sweep === undefined) {
      this.askMarginals(factor, model, local, found)
      this.visitSlots(0)
    } else {
      this.calls.maxMarginals++
      const configuration = this.configurationViews.of(local.length)
      this.keep(factor, model, model.sweep(local, configuration, found, this.sweepStep), configuration)
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

  private askMarginals(factor: number, model: Factor, local: Float64Array, found: Float64Array): void {
    if (model.maxMarginals === undefined) this.derive(factor, model, local, found)
    else {
      this.calls.maxMarginals++
      model.maxMarginals(local, found, this.offViews.of(found.length))
      this.answer(factor, model, local)
    }
  }

  /** Asks for the best configuration, and keeps it. */
  private answer(factor: number, model: Factor, local: Float64Array): void {
    const configuration = this.configurationViews.of(local.length)
    this.keep(factor, model, model.maximize(local, configuration), configuration)
  }

  /**
   * Computes max-marginals from `maximize` alone: the score of every slot in turn is raised until the slot is
   * chosen, if that is possible.
   */
  private derive(factor: number, model: Factor, extra: Float64Array, found: Float64Array): void {
    const { variableStart, factorFirst } = this.problem
    this.calls.maximize++
    this.answer(factor, model, extra)
    const first = factorFirst.data[factor]
    const from = variableStart.data[first]
    let size = 1
    for (let s = 0; s < extra.length; s++) size += Math.abs(extra[s])
    for (let v = first; v < factorFirst.data[factor + 1]; v++)
      for (let s = variableStart.data[v]; s < variableStart.data[v + 1]; s++)
        found[s - from] =
          this.values[v] === s - variableStart.data[v]
            ? this.best[factor]
            : this.forced(model, s - from, extra, size)
  }

  /** The best total score with this slot at 1. */
  private forced(model: Factor, slot: number, extra: Float64Array, size: number): number {
    const before = extra[slot]
    const configuration = this.configurationViews.of(extra.length)
    return raisePrice(2 * size, (price) => {
      extra[slot] = before + price
      this.calls.maximize++
      let total = model.maximize(extra, configuration)
      extra[slot] = before
      if (total === Number.NEGATIVE_INFINITY) return total
      if (configuration[slot] !== 1) return null
      for (let s = 0; s < extra.length; s++) if (configuration[s] === 1) total += extra[s]
      return total
    })
  }

  private modelOf(factor: number): Factor {
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
  private keep(factor: number, model: Factor, own: number, configuration: Float64Array): void {
    const { variableStart, factorFirst } = this.problem
    if (!(own < Number.POSITIVE_INFINITY))
      throw broken(model, factor, `returned ${own}. It must return the own score of its configuration.`)
    if (Math.abs(own) > SCORE_LIMIT && own !== Number.NEGATIVE_INFINITY)
      throw broken(model, factor, `returned ${own}. Own scores may be up to 1e10 in size.`)
    this.own[factor] = own
    this.best[factor] = own
    if (own === Number.NEGATIVE_INFINITY) return
    const from = variableStart.data[factorFirst.data[factor]]
    let total = own
    for (let v = factorFirst.data[factor]; v < factorFirst.data[factor + 1]; v++) {
      const begin = variableStart.data[v]
      const end = variableStart.data[v + 1]
      let slot = -1
      let count = 0
      for (let s = begin; s < end; s++)
        if (configuration[s - from] === 1) {
          slot = s
          count++
        }
      if (count !== 1)
        throw broken(
          model,
          factor,
          `wrote ${count} values for variable ${v - factorFirst.data[factor]}, which must have exactly one.`,
        )
      total += this.extra[slot]
      this.values[v] = slot - begin
    }
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

function broken(model: Factor | undefined, factor: number, what: string): ParleyError {
  return new ParleyError('bad-factor', `Factor ${factor} (${model?.name ?? 'a model'}) ${what}`)
}
