// Block coordinate descent factor by factor, the default of `boxMplp` for consensus sets.
import { agreementBlock } from './box-block.js'
import { MemberPairs } from './member-pairs.js'
import { SetAnswers } from './set-answers.js'
import type { SoftState, SweepVisit } from './soft-state.js'
import { isSpoke } from './star-update.js'
import { SweepOrder } from './sweep-order.js'

/**
 * Share of the slack of an agreement that its member gets; the set gets the rest: the midpoints of paper 4.
 */
const HALF = 0.5
/** Number of halvings of a joint move before it is undone. */
const HALVINGS = 3

/**
 * Block descent factor by factor, for consensus sets. A factor that has `sweep` yields the max-marginals of
 * one variable at a time, each after the multipliers of the variables before it have changed. So all its
 * agreements are minimised exactly (paper 4, Algorithm 4, as corrected) for the cost of one max-marginal
 * call. In other factors all agreements move at once, each as if the others did not move. A call of
 * `maximize` then shows whether the dual is lower; if not, the move is halved.
 */
export class FactorSweeps {
  readonly answers: SetAnswers
  /** 1 for each factor whose max-marginals are visited variable by variable. */
  readonly isSwept: Uint8Array
  private readonly members: MemberPairs
  private readonly order: SweepOrder
  /** Max-marginal of each slot; empty if every factor has `sweep`. */
  private readonly marginals: Float64Array
  private readonly before: Float64Array
  private readonly block: Float64Array
  private readonly next: Float64Array
  private readonly mark: Int32Array
  private stamp = 0

  constructor(private readonly state: SoftState) {
    const { problem } = state
    const { variableStart, multiplierStart, variableCount, factorCount } = problem
    this.members = new MemberPairs(problem)
    this.answers = new SetAnswers(state, this.members)
    this.order = new SweepOrder(problem, this.members)
    this.mark = new Int32Array(variableCount)
    this.isSwept = new Uint8Array(factorCount)
    let size = 0
    let most = 0
    for (let v = 0; v < variableCount; v++)
      size = Math.max(size, variableStart.data[v + 1] - variableStart.data[v])
    for (let f = 0; f < factorCount; f++) {
      this.isSwept[f] = state.canSweep(f) ? 1 : 0
      let multipliers = 0
      for (let k = this.members.from(f); k < this.members.to(f); k++) {
        const pair = this.members.pairs[k]
        multipliers += multiplierStart.data[pair + 1] - multiplierStart.data[pair]
      }
      most = Math.max(most, multipliers)
    }
    this.marginals = new Float64Array(this.isSwept.includes(0) ? problem.slotCount : 0)
    this.before = new Float64Array(2 * most)
    this.block = new Float64Array(2 * size)
    this.next = new Float64Array(size)
  }

  /**
   * Whether the problem has only consensus sets, and no set is a member of another. (If all models have one
   * variable, their max-marginals stay valid, and whole sets are the better blocks.)
   */
  static suits({ problem }: Pick<SoftState, 'problem'>): boolean {
    const isSet = new Uint8Array(problem.variableCount)
    for (let p = 0; p < problem.pairCount; p++) {
      if (!isSpoke(problem, p)) return false
      isSet[problem.pairSecond.data[p]] = 1
    }
    for (let p = 0; p < problem.pairCount; p++) if (isSet[problem.pairFirst.data[p]] === 1) return false
    return problem.variableCount > problem.factorCount
  }

  /**
   * Asks every factor. If all multipliers are 0 (`isFresh`), members first pass to their sets all that they
   * are certain of; otherwise they share it.
   */
  begin(isFresh: boolean): void {
    for (let f = 0; f < this.state.problem.factorCount; f++) {
      this.ask(f, isFresh)
      this.moveAsked(f, isFresh)
    }
  }

  /** The first call of a factor. A factor that has `sweep` also moves its agreements. */
  ask(factor: number, isFresh: boolean): void {
    const { state, answers, members } = this
    if (!members.has(factor)) state.maximize(factor)
    else if (this.isSwept[factor] === 1) state.sweep(factor, isFresh ? this.collect : this.share)
    else state.maxMarginals(factor, this.marginals)
    if (isFresh) answers.keepIsolated(factor)
    else answers.keep(factor)
  }

  /** Moves the agreements of a factor without `sweep`, directly after `ask`. */
  moveAsked(factor: number, isFresh: boolean): void {
    if (this.members.has(factor) && this.isSwept[factor] === 0)
      this.moveTogether(factor, isFresh ? this.collect : this.share)
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

  /**
   * Sweeps the factors that add more than `threshold` to the gap, those that add most first. With `isWide`,
   * also all factors that share a set with them, so that what the sets can give reaches other members. Calls
   * `each` after every factor; if it returns true, the sweep stops.
   */
  sweep(threshold: number, isWide: boolean, each: () => boolean): void {
    for (const f of this.order.find(this.answers.gaps, threshold, isWide)) {
      this.prepare(f)
      this.sweepPrepared(f)
      if (each()) return
    }
  }

  /** Does the part of the factor's sweep that does not depend on other factors. */
  prepare(factor: number): void {
    if (this.isSwept[factor] === 0) this.state.maxMarginals(factor, this.marginals)
  }

  sweepPrepared(factor: number): void {
    if (this.isSwept[factor] === 1) this.state.sweep(factor, this.share)
    else this.moveTogether(factor, this.share)
  }

  /** Moves all agreements of a factor with fresh max-marginals, as far as the dual does not rise. */
  private moveTogether(factor: number, visit: SweepVisit): void {
    const { state, marginals, before, members } = this
    const { factorFirst, variableStart } = state.problem
    const best = state.best[factor]
    if (best === Number.NEGATIVE_INFINITY) return
    const dual = best + this.setsOf(factor)
    const kept = this.copyMultipliers(factor, 0)
    for (let v = factorFirst.data[factor]; v < factorFirst.data[factor + 1]; v++)
      if (members.start[v] < members.start[v + 1]) visit(v, marginals, variableStart.data[v])
    this.copyMultipliers(factor, kept)
    for (let i = 0; i < kept; i++) before[kept + i] -= before[i]
    const rounding = 1e-12 * (1 + Math.abs(dual))
    for (let halving = 0, part = 1; halving <= HALVINGS; halving++, part *= HALF) {
      if (halving > 0) this.place(factor, kept, part)
      state.maximize(factor)
      if (state.best[factor] + this.setsOf(factor) <= dual + rounding) return
    }
    this.place(factor, kept, 0)
    state.best[factor] = best
  }

  /** Σ of the best scores of the sets in which the factor has members. */
  private setsOf(factor: number): number {
    const { members, mark, state } = this
    const { pairSecond, variableStart } = state.problem
    const stamp = ++this.stamp
    let sum = 0
    for (let k = members.from(factor); k < members.to(factor); k++) {
      const set = pairSecond.data[members.pairs[k]]
      if (mark[set] === stamp) continue
      mark[set] = stamp
      let best = Number.NEGATIVE_INFINITY
      for (let s = variableStart.data[set]; s < variableStart.data[set + 1]; s++)
        if (state.extra[s] > best) best = state.extra[s]
      sum += best
    }
    return sum
  }

  /** Copies the multipliers of the factor's pairs to `before[to …]`. Returns the end index. */
  private copyMultipliers(factor: number, to: number): number {
    const { members, before, state } = this
    const { multiplierStart } = state.problem
    let end = to
    for (let k = members.from(factor); k < members.to(factor); k++) {
      const pair = members.pairs[k]
      for (let i = multiplierStart.data[pair]; i < multiplierStart.data[pair + 1]; i++)
        before[end++] = state.multipliers[i]
    }
    return end
  }

  /** Sets the multipliers to their old values plus `part` of the move; both are in `before`. */
  private place(factor: number, kept: number, part: number): void {
    const { members, before, next, state } = this
    const { multiplierStart, variableStart, pairFirst } = state.problem
    let at = 0
    for (let k = members.from(factor); k < members.to(factor); k++) {
      const pair = members.pairs[k]
      const size = multiplierStart.data[pair + 1] - multiplierStart.data[pair]
      for (let y = 0; y < size; y++, at++) next[y] = before[at] + part * before[kept + at]
      this.move(pair, this.marginals, variableStart.data[pairFirst.data[pair]])
    }
  }

  private readonly collect = (variable: number, marginals: Float64Array, at: number): void => {
    const { members, next } = this
    const { problem, multipliers: nu } = this.state
    const { multiplierStart, pairTable, tables } = problem
    for (let k = members.start[variable]; k < members.start[variable + 1]; k++) {
      const pair = members.pairs[k]
      const from = multiplierStart.data[pair]
      const size = multiplierStart.data[pair + 1] - from
      const c = pairTable.data[pair]
      // ν(y) = max(0, m(y) − g), where g = max over y of m(y) − c(y) is the member's best total if it differs
      // from its set.
      let apart = Number.NEGATIVE_INFINITY
      for (let y = 0; y < size; y++)
        apart = Math.max(apart, marginals[at + y] + nu[from + y] - tables.data[c + y])
      for (let y = 0; y < size; y++)
        next[y] = Math.min(tables.data[c + y], Math.max(0, marginals[at + y] + nu[from + y] - apart))
      this.move(pair, marginals, at)
    }
  }

  private readonly share = (variable: number, marginals: Float64Array, at: number): void => {
    const { members, next, block } = this
    const { problem, multipliers: nu, extra } = this.state
    for (let k = members.start[variable]; k < members.start[variable + 1]; k++) {
      const pair = members.pairs[k]
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

  /** Sets the multipliers to `next`; extra scores and max-marginals move with them (paper 4, Eq. 20). */
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
}
