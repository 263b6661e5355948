// The answers of factors to the choices of consensus sets, and the share of each factor in the gap.
import type { MemberPairs } from './member-pairs.js'
import type { SoftState } from './soft-state.js'

/**
 * The answers of the factors when every set has the value z that its multipliers favour, and what is missing
 * for a proof. The gap between dual and answers is a sum over factors: best score + Σ ν(z) − score of the
 * answer, penalties included. It is never below 0; if it is 0, no block of the factor can lower the dual.
 */
export class SetAnswers {
  /** Contribution of each factor to the gap, from the last `respond`. */
  readonly gaps: Float64Array
  /** Value of each variable, and own score of each factor's output. */
  readonly values: Int32Array
  readonly own: Float64Array
  /** Value of the set in each pair to which the member's factor has answered; −1 if there was no answer. */
  readonly answered: Int32Array
  /** Value of each set, indexed by its variable. */
  readonly choice: Int32Array
  private readonly kept: Float64Array

  constructor(
    private readonly state: SoftState,
    private readonly members: MemberPairs,
  ) {
    const { variableStart, factorFirst, variableCount, factorCount, pairCount } = state.problem
    this.gaps = new Float64Array(factorCount)
    this.values = new Int32Array(variableCount)
    this.own = new Float64Array(factorCount)
    this.answered = new Int32Array(pairCount).fill(-1)
    this.choice = new Int32Array(variableCount)
    let slots = 0
    for (let f = 0; f < factorCount; f++) {
      const from = variableStart.data[factorFirst.data[f]]
      slots = Math.max(slots, variableStart.data[factorFirst.data[f + 1]] - from)
    }
    this.kept = new Float64Array(slots)
  }

  /** Stores the factor's last output as its answer. */
  keep(factor: number): void {
    const { state, values, own } = this
    const { factorFirst, scoreStart, scores } = state.problem
    for (let v = factorFirst.data[factor]; v < factorFirst.data[factor + 1]; v++) values[v] = state.values[v]
    own[factor] = state.own[factor]
    if (!state.isFree(factor)) return
    const at = scoreStart.data[factor]
    own[factor] = at < 0 ? 0 : scores.data[at + values[factorFirst.data[factor]]]
  }

  /**
   * As `keep`, for the best output without multipliers: it is also the best answer to sets that have the same
   * values.
   */
  keepIsolated(factor: number): void {
    this.keep(factor)
    const { members, answered, values, state } = this
    if (state.isFree(factor)) return
    for (let k = members.from(factor); k < members.to(factor); k++)
      answered[members.pairs[k]] = values[state.problem.pairFirst.data[members.pairs[k]]]
  }

  /**
   * Gives every set its best value. Factors that answered to other values answer again, and `each` is called
   * for them.
   */
  respond(each: (factor: number) => void): void {
    const { problem } = this.state
    for (let p = 0; p < problem.pairCount; p++)
      if (p === 0 || problem.pairSecond.data[p] !== problem.pairSecond.data[p - 1])
        this.elect(problem.pairSecond.data[p])
    this.respondTo(each)
  }

  /** The same for sets with the values in `choice`. */
  respondTo(each: (factor: number) => void): void {
    const { state, answered, choice, members } = this
    const { problem } = state
    for (let f = 0; f < problem.factorCount; f++) {
      let isStale = false
      for (let k = members.from(f); k < members.to(f); k++) {
        const pair = members.pairs[k]
        const z = choice[problem.pairSecond.data[pair]]
        if (answered[pair] !== z) isStale = true
        answered[pair] = z
      }
      if (isStale) this.answer(f)
      this.gaps[f] = this.gapOf(f)
      if (isStale) each(f)
    }
  }

  /** Copies the answers to the state, from which the monitor computes the value. */
  publish(): void {
    const { state, values, own } = this
    for (let f = 0; f < own.length; f++) if (!state.isFree(f)) state.own[f] = own[f]
    state.values.set(values)
  }

  /** Finds the best output of the factor given the values of the sets. */
  private answer(factor: number): void {
    const { state, kept, members, choice } = this
    const { problem, extra } = state
    const from = problem.variableStart.data[problem.factorFirst.data[factor]]
    const end = problem.variableStart.data[problem.factorFirst.data[factor + 1]]
    for (let s = from; s < end; s++) kept[s - from] = extra[s]
    const best = state.best[factor]
    for (let k = members.from(factor); k < members.to(factor); k++) {
      const pair = members.pairs[k]
      const slot = problem.variableStart.data[problem.pairFirst.data[pair]]
      const at = problem.multiplierStart.data[pair]
      const size = problem.multiplierStart.data[pair + 1] - at
      const z = choice[problem.pairSecond.data[pair]]
      for (let y = 0; y < size; y++)
        extra[slot + y] +=
          state.multipliers[at + y] - (y === z ? 0 : problem.tables.data[problem.pairTable.data[pair] + y])
    }
    state.maximize(factor)
    this.keep(factor)
    for (let s = from; s < end; s++) extra[s] = kept[s - from]
    state.best[factor] = best
  }

  private gapOf(factor: number): number {
    const { state, members, choice, values } = this
    const { problem, multipliers: nu } = state
    if (!members.has(factor)) return 0
    let gap = state.best[factor] - this.own[factor]
    for (let k = members.from(factor); k < members.to(factor); k++) {
      const pair = members.pairs[k]
      const z = choice[problem.pairSecond.data[pair]]
      const y = values[problem.pairFirst.data[pair]]
      gap += nu[problem.multiplierStart.data[pair] + z]
      if (y !== z) gap += problem.tables.data[problem.pairTable.data[pair] + y]
    }
    return gap
  }

  private elect(variable: number): void {
    const { extra, problem } = this.state
    const from = problem.variableStart.data[variable]
    let best = from
    for (let s = from + 1; s < problem.variableStart.data[variable + 1]; s++)
      if (extra[s] > extra[best]) best = s
    this.choice[variable] = best - from
  }
}
