// The engine of box-MPLP: max-marginals that move with the multipliers, so that a factor is asked only if
// they are stale.
import { agreementBlock, tableBlock, tableMaximum } from './box-block.js'
import { scoresOf } from './penalties.js'
import { PairKind, typicalPenalty } from './soft-problem.js'
import type { SoftState } from './soft-state.js'

/**
 * Values of `fresh`: all max-marginals of the factor are known, or none; any other value is the one variable
 * whose max-marginals are known.
 */
const ALL = -1
const NONE = -2
/** A change of a multiplier below this share of a typical penalty does not make max-marginals stale. */
const CHANGE = 1e-9

/**
 * Block coordinate descent on the boxed dual (paper 4, Algorithm 4). Max-marginals move with the multipliers
 * of their own variable (Eq. 20), so a factor is asked again only if a multiplier of another of its variables
 * has changed since.
 */
export class BoxMplpEngine {
  /**
   * Max-marginal of each slot under the current multipliers; stale unless `fresh` covers the slot's variable.
   */
  readonly marginals: Float64Array
  readonly fresh: Int32Array
  /** 1 for each factor whose last answer belongs to the current multipliers. */
  readonly answered: Uint8Array
  readonly tolerance: number
  private readonly next: Float64Array
  private readonly table: Float64Array
  private changeFirst = 0
  private changeSecond = 0

  constructor(readonly state: SoftState) {
    const { problem } = state
    const { variableStart } = problem
    this.marginals = new Float64Array(problem.slotCount)
    this.fresh = new Int32Array(problem.factorCount).fill(NONE)
    this.answered = new Uint8Array(problem.factorCount)
    this.tolerance = CHANGE * typicalPenalty(problem)
    let size = 1
    let cells = 0
    for (let p = 0; p < problem.pairCount; p++) {
      const [a, b] = [problem.pairFirst.data[p], problem.pairSecond.data[p]]
      const sizeA = variableStart.data[a + 1] - variableStart.data[a]
      const sizeB = variableStart.data[b + 1] - variableStart.data[b]
      size = Math.max(size, sizeA + sizeB)
      if (problem.pairKind.data[p] === PairKind.table) cells = Math.max(cells, sizeA * sizeB)
    }
    this.next = new Float64Array(size)
    this.table = new Float64Array(cells)
  }

  /** Asks every factor whose max-marginals are not known. Returns the number of these factors. */
  refresh(): number {
    const { problem } = this.state
    let asked = 0
    for (let f = 0; f < problem.factorCount; f++) {
      if (this.fresh[f] === ALL) continue
      asked++
      this.ask(f)
    }
    return asked
  }

  /** Updates the answers of all factors whose multipliers have changed, by one call of `maximize` each. */
  settle(): void {
    const { state, answered } = this
    state.gather()
    for (let f = 0; f < answered.length; f++)
      if (answered[f] === 0 || state.isFree(f)) {
        state.maximize(f)
        answered[f] = 1
      }
  }

  /** The dual value. The last max-marginals that changed give every factor's best score. */
  dual(): number {
    const { state, table } = this
    const { problem, best, multipliers } = state
    let dual = problem.constant
    for (let f = 0; f < best.length; f++) dual += best[f]
    for (let p = 0; p < problem.pairCount; p++)
      if (problem.pairKind.data[p] === PairKind.table) {
        const [sizeA, sizeB] = this.loadTable(p)
        dual += tableMaximum(table, sizeA, sizeB, multipliers, problem.multiplierStart.data[p])
      }
    return dual
  }

  /** Makes the max-marginals of this variable known. */
  require(variable: number): void {
    const factor = this.state.problem.variableFactor.data[variable]
    const mark = this.fresh[factor]
    if (mark !== ALL && mark !== variable) this.ask(factor)
  }

  isKnown(variable: number): boolean {
    const mark = this.fresh[this.state.problem.variableFactor.data[variable]]
    return mark === ALL || mark === variable
  }

  /** Minimises the dual over the multipliers of one pair. `share`: see `agreementBlock`. */
  updatePair(pair: number, share: number): void {
    this.movePair(pair, share)
    const { pairFirst, pairSecond } = this.state.problem
    this.touched(pairFirst.data[pair], this.changeFirst)
    this.touched(pairSecond.data[pair], this.changeSecond)
  }

  /** `updatePair` without marking what becomes stale. */
  movePair(pair: number, share: number): void {
    const { state, next } = this
    const { problem } = state
    const a = problem.pairFirst.data[pair]
    const b = problem.pairSecond.data[pair]
    const at = problem.multiplierStart.data[pair]
    const slotA = problem.variableStart.data[a]
    const slotB = problem.variableStart.data[b]
    const sizeA = problem.variableStart.data[a + 1] - slotA
    const sizeB = problem.variableStart.data[b + 1] - slotB
    const isTable = problem.pairKind.data[pair] === PairKind.table
    if (isTable) {
      this.loadTable(pair)
      tableBlock(this.marginals, slotA, sizeA, slotB, sizeB, this.table, state.multipliers, at, next)
    } else {
      const c = problem.pairTable.data[pair]
      const { data } = problem.tables
      agreementBlock(this.marginals, slotA, slotB, sizeA, data, c, state.multipliers, at, share, next)
    }
    const second = isTable ? sizeA : 0
    this.changeFirst = this.move(slotA, sizeA, at, 0, -1)
    this.changeSecond = this.move(slotB, sizeB, at + second, second, 1)
    for (let i = 0; i < second + sizeB; i++) state.multipliers[at + i] = next[i]
  }

  /**
   * Moves the max-marginals of a variable with its multipliers, as Eq. 20 says. Returns the largest change.
   */
  private move(slot: number, size: number, at: number, from: number, sign: number): number {
    const { marginals, next } = this
    const { multipliers, extra } = this.state
    let most = 0
    for (let i = 0; i < size; i++) {
      const change = next[from + i] - multipliers[at + i]
      if (change === 0) continue
      marginals[slot + i] += sign * change
      extra[slot + i] += sign * change
      most = Math.max(most, Math.abs(change))
    }
    return most
  }

  /**
   * Records that multipliers of the variable have changed by at most `change`: updates the factor's best
   * score, and marks what is stale.
   */
  touched(variable: number, change: number): void {
    if (change === 0) return
    const { state, fresh, marginals, answered } = this
    const { problem } = state
    const factor = problem.variableFactor.data[variable]
    const from = problem.variableStart.data[variable]
    const end = problem.variableStart.data[variable + 1]
    let best = from
    for (let s = from + 1; s < end; s++) if (marginals[s] > marginals[best]) best = s
    state.best[factor] = marginals[best]
    if (problem.factorFirst.data[factor + 1] - problem.factorFirst.data[factor] > 1) {
      answered[factor] = 0
      if (change > this.tolerance) fresh[factor] = variable
      return
    }
    // For a factor with one variable, the max-marginals give the whole answer.
    state.values[variable] = best - from
    state.own[factor] = marginals[best] - state.extra[best]
  }

  private ask(factor: number): void {
    const { problem } = this.state
    if (problem.factorFirst.data[factor] === problem.factorFirst.data[factor + 1]) this.state.maximize(factor)
    else this.state.maxMarginals(factor, this.marginals)
    this.fresh[factor] = ALL
    this.answered[factor] = 1
  }

  private loadTable(pair: number): [number, number] {
    const { variableStart, pairFirst, pairSecond, pairTable, tables } = this.state.problem
    const [a, b] = [pairFirst.data[pair], pairSecond.data[pair]]
    const sizeA = variableStart.data[a + 1] - variableStart.data[a]
    const sizeB = variableStart.data[b + 1] - variableStart.data[b]
    scoresOf(tables.data, pairTable.data[pair], sizeA, sizeB, this.table)
    return [sizeA, sizeB]
  }
}
