// Factors in flat arrays, in the order in which they were added. A literal is encoded as 2·slot + negated.
import { GrowableFloats, GrowableInts } from '../numeric/growable.js'

/** A list of factors. `kind` holds codes of kinds/registry.ts; each kind says what its parameters mean. */
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

  add(kind: number, origin: number, literals: ArrayLike<number>, params: ArrayLike<number>): number {
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
