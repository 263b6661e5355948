import { agreementBlock } from './box-block.js'
import { pairsByMember } from './member-pairs.js'
import type { SoftState } from './soft-state.js'
import { isSpoke } from './star-update.js'

/** How the slack of an agreement is split between a member and its set: the midpoints of paper 4. */
const HALF = 0.5

/**
 * Block descent factor by factor, for consensus sets. A factor hands out the max-marginals of one variable after the other,
 * each after the multipliers of those before have changed, so all its agreements are minimised exactly (paper 4, Algorithm
 * 4, as corrected) for the price of one max-marginal call.
 *
 * The gap between bound and value is a sum over factors: a set stands at its best value z, every factor answers with
 * its best output given these, and best score + Σ ν(z) less what the answer is worth is what the factor adds to the gap.
 * It is never below 0, and where it is 0 no block of the factor can lower the dual: only the others are swept.
 */
export class FactorSweeps {
  /** What each factor adds to the gap, as of the last `respond`. */
  readonly gaps: Float64Array
  /** The answers: a value per variable, and the own score of each factor's output. */
  private readonly values: Int32Array
  private readonly own: Float64Array
  /** Pairs in which variable v is the member: pairs[start[v]] … */
  private readonly start: Int32Array
  private readonly pairs: Int32Array
  /** Of each pair: the value of its set that the member's factor has answered to. */
  private readonly answered: Int32Array
  /** The value that each set stands at, by its variable. */
  private readonly choice: Int32Array
  private readonly block: Float64Array
  private readonly next: Float64Array
  private readonly kept: Float64Array
  private readonly order: Int32Array
  private readonly isMarked: Uint8Array

  constructor(private readonly state: SoftState) {
    const { problem } = state
    const { variableStart, factorFirst, variableCount, factorCount, pairCount } = problem
    this.gaps = new Float64Array(factorCount)
    this.values = new Int32Array(variableCount)
    this.own = new Float64Array(factorCount)
    this.answered = new Int32Array(pairCount).fill(-1)
    this.choice = new Int32Array(variableCount)
    this.order = new Int32Array(factorCount)
    this.isMarked = new Uint8Array(variableCount)
    const { start, pairs } = pairsByMember(problem)
    this.start = start
    this.pairs = pairs
    let size = 0
    let slots = 0
    for (let v = 0; v < variableCount; v++)
      size = Math.max(size, variableStart.data[v + 1] - variableStart.data[v])
    for (let f = 0; f < factorCount; f++)
      slots = Math.max(
        slots,
        variableStart.data[factorFirst.data[f + 1]] - variableStart.data[factorFirst.data[f]],
      )
    this.block = new Float64Array(2 * size)
    this.next = new Float64Array(size)
    this.kept = new Float64Array(slots)
  }

  /**
   * Whether the problem is of this kind: sets only, no set a member of another, and every factor can be swept. (Where all
   * models have one variable, max-marginals once asked hold for ever, and whole sets are the better blocks.)
   */
  static suits(state: SoftState): boolean {
    const { problem } = state
    const isSet = new Uint8Array(problem.variableCount)
    for (let p = 0; p < problem.pairCount; p++) {
      if (!isSpoke(problem, p)) return false
      isSet[problem.pairSecond.data[p]] = 1
    }
    for (let p = 0; p < problem.pairCount; p++) if (isSet[problem.pairFirst.data[p]] === 1) return false
    for (let f = 0; f < problem.factorCount; f++) if (!state.canSweep(f)) return false
    return problem.variableCount > problem.factorCount
  }

  /** Asks every factor. From multipliers of 0, members hand their sets all they are certain of; otherwise they share. */
  begin(isFresh: boolean): void {
    const { state } = this
    const { problem } = state
    for (let f = 0; f < problem.factorCount; f++) {
      if (!this.hasPairs(f)) state.maximize(f)
      else state.sweep(f, isFresh ? this.collect : this.share)
      this.keep(f)
      if (!isFresh || state.isFree(f)) continue
      // The best output by itself is the best answer to sets that stand where it does.
      for (let k = this.from(f); k < this.to(f); k++) {
        const pair = this.pairs[k]
        this.answered[pair] = this.values[problem.pairFirst.data[pair]]
      }
    }
  }

  /** The dual value. */
  dual(): number {
    const { state } = this
    const { problem, best } = state
    let dual = problem.constant
    for (let f = 0; f < best.length; f++) {
      if (state.isFree(f)) state.maximize(f)
      dual += best[f]
    }
    return dual
  }

  /** Lets every set stand at its best value, and factors that answered to other values answer again; `each` after an answer. */
  respond(each: () => void): void {
    const { state, answered, choice, pairs } = this
    const { problem } = state
    for (let p = 0; p < problem.pairCount; p++)
      if (p === 0 || problem.pairSecond.data[p] !== problem.pairSecond.data[p - 1])
        this.elect(problem.pairSecond.data[p])
    for (let f = 0; f < problem.factorCount; f++) {
      let isStale = false
      for (let k = this.from(f); k < this.to(f); k++) {
        const z = choice[problem.pairSecond.data[pairs[k]]]
        if (answered[pairs[k]] !== z) isStale = true
        answered[pairs[k]] = z
      }
      if (isStale) this.answer(f)
      this.gaps[f] = this.gapOf(f)
      if (isStale) each()
    }
  }

  /** Puts the answers where a value is read from. */
  publish(): void {
    const { state, values, own } = this
    for (let f = 0; f < own.length; f++) if (!state.isFree(f)) state.own[f] = own[f]
    state.values.set(values)
  }

  /**
   * Sweeps the factors that add more than `threshold` to the gap, those that add most first; with `isWide` also all that
   * share a set with them, so that what sets have to give moves on. `each` after every factor; true stops.
   */
  sweep(threshold: number, isWide: boolean, each: () => boolean): void {
    const { gaps, order, state } = this
    let count = 0
    for (let f = 0; f < gaps.length; f++) if (this.hasPairs(f) && gaps[f] > threshold) order[count++] = f
    order.subarray(0, count).sort((f, g) => gaps[g] - gaps[f] || f - g)
    if (isWide) count = this.widen(count)
    for (let i = 0; i < count; i++) {
      state.sweep(order[i], this.share)
      if (each()) return
    }
  }

  /** Adds the factors that share a set with the first `count` of the order. */
  private widen(count: number): number {
    const { order, pairs, isMarked, state } = this
    const { pairSecond, factorCount } = state.problem
    isMarked.fill(0)
    const isIn = new Uint8Array(factorCount)
    for (let i = 0; i < count; i++) {
      isIn[order[i]] = 1
      for (let k = this.from(order[i]); k < this.to(order[i]); k++) isMarked[pairSecond.data[pairs[k]]] = 1
    }
    let all = count
    for (let f = 0; f < factorCount; f++)
      for (let k = this.from(f); k < this.to(f) && isIn[f] === 0; k++)
        if (isMarked[pairSecond.data[pairs[k]]] === 1) {
          isIn[f] = 1
          order[all++] = f
        }
    return all
  }

  private readonly collect = (variable: number, marginals: Float64Array, at: number): void => {
    const { pairs, start, next } = this
    const { problem, multipliers: nu } = this.state
    const { multiplierStart, pairTable, tables } = problem
    for (let k = start[variable]; k < start[variable + 1]; k++) {
      const from = multiplierStart.data[pairs[k]]
      const size = multiplierStart.data[pairs[k] + 1] - from
      const c = pairTable.data[pairs[k]]
      // ν(y) = max(0, m(y) − g), g = max over y of m(y) − c(y) being what the member gets if it differs from its set.
      let apart = Number.NEGATIVE_INFINITY
      for (let y = 0; y < size; y++)
        apart = Math.max(apart, marginals[at + y] + nu[from + y] - tables.data[c + y])
      for (let y = 0; y < size; y++)
        next[y] = Math.min(tables.data[c + y], Math.max(0, marginals[at + y] + nu[from + y] - apart))
      this.move(pairs[k], marginals, at)
    }
  }

  private readonly share = (variable: number, marginals: Float64Array, at: number): void => {
    const { pairs, start, next, block } = this
    const { problem, multipliers: nu, extra } = this.state
    for (let k = start[variable]; k < start[variable + 1]; k++) {
      const pair = pairs[k]
      const from = problem.multiplierStart.data[pair]
      const size = problem.multiplierStart.data[pair + 1] - from
      const set = problem.variableStart.data[problem.pairSecond.data[pair]]
      for (let y = 0; y < size; y++) {
        block[y] = marginals[at + y]
        block[size + y] = extra[set + y]
      }
      const c = problem.pairTable.data[pair]
      agreementBlock(block, 0, size, size, problem.tables.data, c, nu, from, HALF, next)
      this.move(pair, marginals, at)
    }
  }

  /** Takes the multipliers in `next`; extra scores and max-marginals move with them (paper 4, Eq. 20). */
  private move(pair: number, marginals: Float64Array, at: number): void {
    const { next } = this
    const { problem, multipliers: nu, extra } = this.state
    const from = problem.multiplierStart.data[pair]
    const size = problem.multiplierStart.data[pair + 1] - from
    const member = problem.variableStart.data[problem.pairFirst.data[pair]]
    const set = problem.variableStart.data[problem.pairSecond.data[pair]]
    for (let y = 0; y < size; y++) {
      const change = next[y] - nu[from + y]
      nu[from + y] = next[y]
      marginals[at + y] -= change
      extra[member + y] -= change
      extra[set + y] += change
    }
  }

  /** The best output of the factor when every set stands where it stands. */
  private answer(factor: number): void {
    const { state, kept, pairs, choice } = this
    const { problem, extra } = state
    const from = problem.variableStart.data[problem.factorFirst.data[factor]]
    const end = problem.variableStart.data[problem.factorFirst.data[factor + 1]]
    for (let s = from; s < end; s++) kept[s - from] = extra[s]
    const best = state.best[factor]
    for (let k = this.from(factor); k < this.to(factor); k++) {
      const pair = pairs[k]
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

  private keep(factor: number): void {
    const { state, values, own } = this
    const { factorFirst, scoreStart, scores } = state.problem
    for (let v = factorFirst.data[factor]; v < factorFirst.data[factor + 1]; v++) values[v] = state.values[v]
    own[factor] = state.own[factor]
    if (!state.isFree(factor)) return
    const at = scoreStart.data[factor]
    own[factor] = at < 0 ? 0 : scores.data[at + values[factorFirst.data[factor]]]
  }

  private gapOf(factor: number): number {
    const { state, pairs, choice, values } = this
    const { problem, multipliers: nu } = state
    if (!this.hasPairs(factor)) return 0
    let gap = state.best[factor] - this.own[factor]
    for (let k = this.from(factor); k < this.to(factor); k++) {
      const pair = pairs[k]
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

  private from(factor: number): number {
    return this.start[this.state.problem.factorFirst.data[factor]]
  }

  private to(factor: number): number {
    return this.start[this.state.problem.factorFirst.data[factor + 1]]
  }

  private hasPairs(factor: number): boolean {
    return this.from(factor) < this.to(factor)
  }
}
