// Simplifies a graph: given the fixed slots, makes an equivalent, smaller list of factors over the free
// slots. Known literals are removed from their factors, scores of single variables move to the variables,
// small tables become logic factors.
import type { FactorGraph } from '../graph/graph.js'
import { FactorStore } from '../graph/store.js'
import type { FactorKind } from '../kinds/common/kind.js'
import { KINDS } from '../kinds/registry.js'
import { xor } from '../kinds/xor/xor.js'
import { STEP, type Steps } from '../limits/steps.js'
import { carveInts } from '../numeric/carve.js'
import { GrowableFloats, GrowableInts } from '../numeric/growable.js'

/** The simplified factors and scores of a graph. */
export class Reduction {
  readonly factors = new FactorStore()
  /**
   * Score of each slot, 0 for fixed slots. The slots after those of the graph are copies that Parley added.
   */
  readonly score = new GrowableFloats()
  readonly fixed: Int8Array
  constant = 0
  /** Index of each literal of `factors` among the graph's literals; −1 if there is none. */
  readonly linkOrigin = new GrowableInts()
  private readonly seen: Int32Array
  private stamp = 0
  /** The free literals of the factor at hand, and their indices among the graph's literals. */
  readonly literals: number[] = []
  readonly origins: number[] = []

  constructor(
    readonly graph: FactorGraph,
    fixed: Int8Array,
  ) {
    this.fixed = fixed
    const slots = graph.slotCount
    this.score.reserve(slots)
    this.factors.reserve(graph.store)
    this.linkOrigin.reserve(graph.store.literals.length)
    for (let v = 0; v < graph.variableCount; v++) this.constant += graph.baseScores.data[v]
    for (let s = 0; s < slots; s++) {
      const score = graph.scores.data[s]
      if (fixed[s] === 1) this.constant += score
      this.score.push(fixed[s] === -1 ? score : 0)
    }
    this.seen = carveInts(slots).fill(-1)
  }

  /** Reduces all factors; false if it was stopped. Call it once. */
  *reduceAll(): Steps<boolean> {
    const { factorCount } = this.graph
    for (let f = this.reduceFrom(0); f < factorCount; f = this.reduceFrom(f)) if (yield) return false
    return true
  }

  /** Reduces factors from `first` on, one step's worth; returns the next factor. */
  private reduceFrom(first: number): number {
    const { factorCount, store } = this.graph
    const literals = store.literalStart.data
    const params = store.paramStart.data
    const most = STEP + literals[first] + params[first]
    let f = first
    while (f < factorCount) {
      KINDS[store.kind.data[f]].reduce(this, f)
      f++
      if (literals[f] + params[f] + f - first > most) break
    }
    return f
  }

  /** Value of a literal: 0 or 1 if it is known, else −1. */
  known(literal: number): number {
    const value = literal >> 1 < this.fixed.length ? this.fixed[literal >> 1] : -1
    return value === -1 ? -1 : value ^ (literal & 1)
  }

  /** True if all literals are free and have different slots. */
  untouched(literals: Int32Array): boolean {
    this.stamp++
    for (let i = 0; i < literals.length; i++) {
      const slot = literals[i] >> 1
      if (this.fixed[slot] !== -1 || this.seen[slot] === this.stamp) return false
      this.seen[slot] = this.stamp
    }
    return true
  }

  /** Adds `amount` for every assignment that makes the literal true. */
  addScore(literal: number, amount: number): void {
    if ((literal & 1) === 0) this.score.data[literal >> 1] += amount
    else {
      this.constant += amount
      this.score.data[literal >> 1] -= amount
    }
  }

  /**
   * Emits a factor. A slot that occurs twice is replaced by a copy, and an XOR factor makes the two equal.
   */
  emit(
    kind: FactorKind,
    origin: number,
    literals: number[],
    origins: number[],
    params: ArrayLike<number>,
  ): void {
    this.stamp++
    for (let i = 0; i < literals.length; i++) {
      const slot = literals[i] >> 1
      if (slot < this.seen.length && this.seen[slot] === this.stamp) {
        const copy = this.score.length
        this.score.push(0)
        this.append(xor, -1, [2 * copy, (2 * slot) ^ 1], [-1, -1], [])
        literals[i] = 2 * copy + (literals[i] & 1)
        origins[i] = -1
      } else if (slot < this.seen.length) this.seen[slot] = this.stamp
    }
    this.append(kind, origin, literals, origins, params)
  }

  /** Like `emit`, for literals of different slots. */
  append(
    kind: FactorKind,
    origin: number,
    literals: readonly number[],
    origins: readonly number[],
    params: ArrayLike<number>,
  ): void {
    this.factors.add(kind.code, origin, literals, params)
    for (let i = 0; i < literals.length; i++) this.linkOrigin.push(origins[i])
  }

  /** Lists the free literals of a factor in `literals`; returns the number of true ones among the others. */
  collectFree(factor: number): number {
    const { store } = this.graph
    const { literals, origins } = this
    literals.length = 0
    origins.length = 0
    let ones = 0
    for (let k = store.literalStart.data[factor]; k < store.literalStart.data[factor + 1]; k++) {
      const value = this.known(store.literals.data[k])
      if (value === 1) ones++
      else if (value === -1) {
        literals.push(store.literals.data[k])
        origins.push(k)
      }
    }
    return ones
  }
}
