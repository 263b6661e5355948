// Factors in flat arrays, in the order in which they were added. A literal is encoded as 2·slot + negated.
import { GrowableFloats, GrowableInts } from '../numeric/growable.js'

/** The factor kinds that the solvers implement. Every factor of the builder is compiled to one of these. */
export const Kind = {
  xor: 0,
  atMostOne: 1,
  or: 2,
  orOut: 3,
  pair: 4,
  budget: 5,
  knapsack: 6,
  parity: 7,
  dense: 8,
  custom: 9,
} as const

export type KindCode = (typeof Kind)[keyof typeof Kind]

/**
 * A list of factors. The parameters of a factor, by kind:
 * - pair: θ
 * - budget: minimum and maximum number of true literals
 * - knapsack: the budget, then a cost per literal
 * - parity: 0 (an even number of literals is true) or 1
 * - dense: number of groups, a width per group (0 = a binary literal, k ≥ 1 = k literals of which exactly
 *   one is true), then the scores in row-major order (the last group changes fastest)
 * - custom: index into the graph's list of custom factors
 */
export class FactorStore {
  readonly kind = new GrowableInts()
  readonly literalStart = new GrowableInts()
  readonly literals = new GrowableInts()
  readonly paramStart = new GrowableInts()
  readonly params = new GrowableFloats()
  /** Index of the corresponding factor of the user's graph; −1 for factors that Parley added. */
  readonly origin = new GrowableInts()

  constructor() {
    this.literalStart.push(0)
    this.paramStart.push(0)
  }

  /**
   * Reserves capacity for all factors of another store; growing step by step would leave twice the memory as
   * garbage.
   */
  reserve(other: FactorStore): void {
    this.kind.reserve(other.kind.length)
    this.origin.reserve(other.origin.length)
    this.literalStart.reserve(other.literalStart.length)
    this.literals.reserve(other.literals.length)
    this.paramStart.reserve(other.paramStart.length)
    this.params.reserve(other.params.length)
  }

  get count(): number {
    return this.kind.length
  }

  add(kind: KindCode, origin: number, literals: ArrayLike<number>, params: ArrayLike<number>): number {
    this.kind.push(kind)
    this.origin.push(origin)
    this.literals.reserve(literals.length)
    for (let i = 0; i < literals.length; i++) this.literals.push(literals[i])
    this.literalStart.push(this.literals.length)
    this.params.reserve(params.length)
    for (let i = 0; i < params.length; i++) this.params.push(params[i])
    this.paramStart.push(this.params.length)
    return this.kind.length - 1
  }

  literalsOf(factor: number): Int32Array {
    return this.literals.data.subarray(this.literalStart.data[factor], this.literalStart.data[factor + 1])
  }

  paramsOf(factor: number): Float64Array {
    return this.params.data.subarray(this.paramStart.data[factor], this.paramStart.data[factor + 1])
  }
}
