// The problem of paper 4: models of parts with shared variables, and soft agreements between them, in flat
// arrays.
import { ParleyError } from '../error.js'
import type { Factor, FactorSource } from '../kinds/custom/factor.js'
import { GrowableFloats, GrowableInts } from '../numeric/growable.js'
import { ScoreSum } from '../numeric/score-limit.js'
import { penaltiesOf } from './penalties.js'

/** The kinds of pairs: a penalty per value for disagreeing, or a table. */
export const PairKind = { agreement: 0, table: 1 } as const

/**
 * Models that each describe a part, and soft agreements between them (paper 4). The best assignment maximises
 * the sum of the models' scores minus a penalty for every broken agreement. All data are numbers in flat
 * arrays: a variable is an index, and an agreement takes 20 bytes and shares its penalties with the previous
 * one if they are the same.
 *
 * @example
 * const problem = new SoftProblem()
 * const a = problem.addVariable([2, 0]) // says 0
 * const b = problem.addVariable([0, 1]) // says 1, less loudly
 * problem.agree(a, b, 1.5)
 * boxMplp(problem).assignment // Int32Array [0, 0]: giving in costs 1, disagreeing 1.5
 */
export class SoftProblem {
  /** First slot of each variable, with one more entry for the end. */
  readonly variableStart = new GrowableInts()
  /** Factor of each variable. */
  readonly variableFactor = new GrowableInts()
  /** First variable of each factor, with one more entry for the end. */
  readonly factorFirst = new GrowableInts()
  /** Model of each factor; null for a lone variable. */
  readonly sources: (Factor | FactorSource | null)[] = []
  /** Start of the scores of each lone variable in `scores`; −1 if they are all 0. */
  readonly scoreStart = new GrowableInts()
  readonly scores = new GrowableFloats()
  readonly pairFirst = new GrowableInts()
  readonly pairSecond = new GrowableInts()
  readonly pairKind = new GrowableInts()
  /**
   * Start of each pair's penalties in `tables`: one per value, or one per pair of values, with the second
   * varying fastest.
   */
  readonly pairTable = new GrowableInts()
  /** Start of each pair's multipliers: one per value, or for a table one per value of either variable. */
  readonly multiplierStart = new GrowableInts()
  readonly tables = new GrowableFloats()
  /** A constant that is added to the score of every assignment. */
  constant = 0
  private lastLength = -1
  private lastTable = 0
  private lastLargest = 0
  private readonly sizes = new ScoreSum()

  constructor() {
    this.variableStart.push(0)
    this.factorFirst.push(0)
    this.multiplierStart.push(0)
  }

  get variableCount(): number {
    return this.variableFactor.length
  }

  get factorCount(): number {
    return this.sources.length
  }

  get pairCount(): number {
    return this.pairFirst.length
  }

  get slotCount(): number {
    return this.variableStart.data[this.variableCount]
  }

  get multiplierCount(): number {
    return this.multiplierStart.data[this.pairCount]
  }

  /** The number of values of a variable. */
  sizeOf(variable: number): number {
    this.requireVariable(variable)
    return this.variableStart.data[variable + 1] - this.variableStart.data[variable]
  }

  /**
   * Adds a model of variables of these sizes (or a function that makes it when needed): its links are the
   * values of all its variables, of which exactly one of each variable is 1. Other models see only these
   * variables ("projection variables", paper 4, section 6). Returns the index of its first variable; the
   * others follow.
   */
  addFactor(model: Factor | FactorSource, sizes: ArrayLike<number>): number {
    if (typeof model !== 'function' && typeof model?.maximize !== 'function')
      throw new ParleyError(
        'bad-argument',
        'A factor needs a function `maximize(scores, configuration)`, or must be a function that makes such a factor.',
      )
    for (let i = 0; i < sizes.length; i++) this.requireSize(sizes[i])
    const first = this.variableCount
    for (let i = 0; i < sizes.length; i++) this.pushVariable(sizes[i])
    this.pushFactor(model, -1)
    return first
  }

  /**
   * Adds a lone variable, which belongs to no model: with a score per value, or with this number of values,
   * which all score 0. Returns its index.
   */
  addVariable(scores: number | ArrayLike<number>): number {
    const size = typeof scores === 'number' ? scores : scores.length
    this.requireSize(size)
    const variable = this.variableCount
    let start = -1
    if (typeof scores !== 'number') {
      start = this.scores.length
      let largest = 0
      for (let i = 0; i < size; i++) {
        requireFinite(scores[i], `score of value ${i} of variable ${variable}`)
        largest = Math.max(largest, Math.abs(scores[i]))
      }
      this.count(largest, variable)
      for (let i = 0; i < size; i++) this.scores.push(scores[i])
    }
    this.pushVariable(size)
    this.pushFactor(null, start)
    return variable
  }

  /**
   * Two variables of different factors should have the same value: if `a` has value i and `b` has another
   * value, it costs penalties[i] (a single number holds for all values). Paper 4, Eq. 24. Returns the index
   * of the pair.
   */
  agree(a: number, b: number, penalties: number | ArrayLike<number>): number {
    const size = this.requirePair(a, b)
    if (this.sizeOf(b) !== size)
      throw new ParleyError(
        'bad-argument',
        `Variables ${a} and ${b} have ${size} and ${this.sizeOf(b)} values; to agree they need the same number.`,
      )
    if (typeof penalties !== 'number') requireLength(penalties, size)
    return this.pushPair(a, b, PairKind.agreement, this.intern(penalties, size), size)
  }

  /**
   * All these variables should have the same value: adds a lone variable for the value of the set (paper 4,
   * Fig. 1), and an agreement of each member with it. `scores` are the scores of the set's values, by default
   * 0. Returns the set's variable.
   */
  consensus(
    members: ArrayLike<number>,
    penalties: number | ArrayLike<number>,
    scores?: ArrayLike<number>,
  ): number {
    if (members.length === 0) throw new ParleyError('bad-argument', 'A consensus set needs a member.')
    const hub = this.addVariable(scores ?? this.sizeOf(members[0]))
    for (let i = 0; i < members.length; i++) this.agree(members[i], hub, penalties)
    return hub
  }

  /**
   * The general soft constraint of paper 4, Eq. 11: for every i and j, if `a` has value i and `b` does not
   * have value j, it costs penalties[i · size of b + j].
   */
  soft(a: number, b: number, penalties: ArrayLike<number>): number {
    const size = this.requirePair(a, b)
    requireLength(penalties, size * this.sizeOf(b))
    const table = this.intern(penalties, size * this.sizeOf(b))
    return this.pushPair(a, b, PairKind.table, table, size + this.sizeOf(b))
  }

  /**
   * Any table of scores: value i of `a` and value j of `b` score table[i · size of b + j]. It is converted to
   * penalties (paper 4, section 8).
   */
  pair(a: number, b: number, table: ArrayLike<number>): number {
    const size = this.requirePair(a, b)
    requireLength(table, size * this.sizeOf(b))
    const { penalties, constant } = penaltiesOf(table, this.sizeOf(b))
    const pair = this.soft(a, b, penalties)
    this.constant += constant
    return pair
  }

  private pushVariable(size: number): void {
    this.variableStart.push(this.slotCount + size)
    this.variableFactor.push(this.sources.length)
  }

  private pushFactor(source: Factor | FactorSource | null, scoreStart: number): void {
    this.sources.push(source)
    this.scoreStart.push(scoreStart)
    this.factorFirst.push(this.variableCount)
  }

  private pushPair(a: number, b: number, kind: number, table: number, multipliers: number): number {
    this.count(this.lastLargest, -1 - this.pairCount)
    const end = this.multiplierCount + multipliers
    this.pairFirst.push(a)
    this.pairSecond.push(b)
    this.pairKind.push(kind)
    this.pairTable.push(table)
    this.multiplierStart.push(end)
    return this.pairCount - 1
  }

  /** The index at which the table is stored. The last table is reused if it is the same. */
  private intern(penalties: number | ArrayLike<number>, size: number): number {
    const { tables, lastTable } = this
    let same = this.lastLength === size
    let largest = 0
    for (let i = 0; i < size; i++) {
      const penalty = typeof penalties === 'number' ? penalties : penalties[i]
      if (!(penalty >= 0 && penalty < Number.POSITIVE_INFINITY))
        throw new ParleyError('bad-argument', `A penalty is ${penalty}; it must be a number ≥ 0.`)
      if (penalty > largest) largest = penalty
      if (same && tables.data[lastTable + i] !== penalty) same = false
    }
    if (same) return lastTable
    this.lastLargest = largest
    this.lastTable = tables.length
    this.lastLength = size
    for (let i = 0; i < size; i++) tables.push(typeof penalties === 'number' ? penalties : penalties[i])
    return this.lastTable
  }

  /**
   * Adds the largest score of a variable, or penalty of pair −1 − `index`, to the size of the problem;
   * rejects what is too large.
   */
  private count(largest: number, index: number): void {
    const describe = (at: number) => (at >= 0 ? `variable ${at}` : `the penalties of pair ${-1 - at}`)
    this.sizes.require(describe, largest, index)
    this.sizes.add(largest, index)
  }

  private requirePair(a: number, b: number): number {
    this.requireVariable(a)
    this.requireVariable(b)
    if (this.variableFactor.data[a] === this.variableFactor.data[b])
      throw new ParleyError(
        'bad-argument',
        `Variables ${a} and ${b} belong to the same factor. Let the factor score them, or add a consensus set.`,
      )
    return this.sizeOf(a)
  }

  private requireVariable(variable: number): void {
    if (!Number.isInteger(variable) || variable < 0 || variable >= this.variableCount)
      throw new ParleyError(
        'bad-argument',
        `Variable ${variable} does not exist: the problem has ${this.variableCount} variables.`,
      )
  }

  private requireSize(size: number): void {
    if (!Number.isInteger(size) || size < 1)
      throw new ParleyError('bad-argument', `A variable has ${size} values; it needs one or more.`)
    if (this.slotCount + size > 2 ** 31 - 1)
      throw new ParleyError('too-large', 'The variables of a soft problem have 2³¹ or more values in total.')
  }
}

function requireFinite(x: number, what: string): void {
  if (!Number.isFinite(x))
    throw new ParleyError('bad-argument', `The ${what} is ${x}; it must be a finite number.`)
}

function requireLength(table: ArrayLike<number>, length: number): void {
  if (table.length !== length)
    throw new ParleyError(
      'bad-argument',
      `A pair of variables with ${length} penalties or scores got ${table.length}.`,
    )
}

/** The mean penalty, over the tables as they are stored; 1 if there are none. */
export function typicalPenalty({ tables }: SoftProblem): number {
  let sum = 0
  for (let i = 0; i < tables.length; i++) sum += tables.data[i]
  return sum > 0 ? sum / tables.length : 1
}
