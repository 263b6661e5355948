// Simplifies a graph: given the fixed slots, makes an equivalent, smaller list of factors over the free
// slots. Known literals are removed from their factors, scores of single variables move to the variables,
// small tables become logic factors.
import type { FactorGraph } from '../graph/graph.js'
import { FactorStore, Kind, type KindCode } from '../graph/store.js'
import { STEP, type Steps } from '../limits/steps.js'
import { carveInts } from '../numeric/carve.js'
import { GrowableFloats, GrowableInts } from '../numeric/growable.js'
import { sumSlack } from '../numeric/sum-slack.js'
import { reduceDense } from './reduce-dense.js'

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
  private readonly literals: number[] = []
  private readonly origins: number[] = []

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
      this.reduceFactor(f++)
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
    kind: KindCode,
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
        this.emitEquality(2 * copy, 2 * slot)
        literals[i] = 2 * copy + (literals[i] & 1)
        origins[i] = -1
      } else if (slot < this.seen.length) this.seen[slot] = this.stamp
    }
    this.factors.add(kind, origin, literals, params)
    for (let i = 0; i < literals.length; i++) this.linkOrigin.push(origins[i])
  }

  private emitEquality(a: number, b: number): void {
    this.factors.add(Kind.xor, -1, [a, b ^ 1], [])
    this.linkOrigin.push(-1)
    this.linkOrigin.push(-1)
  }

  private reduceFactor(f: number): void {
    const { store } = this.graph
    const kind = store.kind.data[f] as KindCode
    const first = store.literalStart.data[f]
    const end = store.literalStart.data[f + 1]
    const params = store.paramsOf(f)
    if (kind === Kind.pair) {
      this.reducePair(
        f,
        store.literals.data[first],
        store.literals.data[first + 1],
        params[0],
        first,
        first + 1,
      )
      return
    }
    if (kind === Kind.dense) {
      reduceDense(this, f, first, store.literalsOf(f), params)
      return
    }
    const { literals, origins } = this
    literals.length = 0
    origins.length = 0
    if (kind === Kind.custom) {
      for (let k = first; k < end; k++) {
        literals.push(store.literals.data[k])
        origins.push(k)
      }
      this.emit(kind, f, literals, origins, params)
      return
    }
    let ones = 0
    for (let k = first; k < end; k++) {
      const value = this.known(store.literals.data[k])
      if (value === 1) ones++
      else if (value === -1) {
        literals.push(store.literals.data[k])
        origins.push(k)
      }
    }
    if (literals.length > 0) this.reduceLogic(f, kind, ones, end, params)
  }

  /**
   * Emits a logic factor over the free literals. Propagation (fixing.ts) has drawn all implications before.
   */
  private reduceLogic(f: number, kind: KindCode, ones: number, end: number, params: Float64Array): void {
    const { literals, origins } = this
    const n = literals.length
    switch (kind) {
      case Kind.xor:
      case Kind.atMostOne:
      case Kind.or:
        if (ones === 0 && !(kind === Kind.atMostOne && n < 2)) this.emit(kind, f, literals, origins, [])
        return
      case Kind.orOut:
        // A known output leaves an OR (or nothing, once an input is true).
        if (origins[n - 1] === end - 1) this.emit(Kind.orOut, f, literals, origins, [])
        else if (ones === 1) this.emit(Kind.or, f, literals, origins, [])
        return
      case Kind.budget: {
        const fewest = Math.max(0, params[0] - ones)
        const most = Math.min(n, params[1] - ones)
        if (fewest > 0 || most < n) this.emit(kind, f, literals, origins, [fewest, most])
        return
      }
      case Kind.knapsack: {
        const first = this.graph.store.literalStart.data[f]
        const reduced = [params[0] + sumSlack(params)]
        let greatest = 0
        for (let k = first; k < end; k++)
          if (this.known(this.graph.store.literals.data[k]) === 1) reduced[0] -= params[1 + k - first]
        for (const k of origins) {
          reduced.push(params[1 + k - first])
          greatest += Math.max(0, params[1 + k - first])
        }
        if (greatest > reduced[0]) this.emit(kind, f, literals, origins, reduced)
        return
      }
      case Kind.parity:
        this.emit(kind, f, literals, origins, [(params[0] + ones) & 1])
        return
      default:
        throw new Error(`kind ${kind} is not a logic factor`)
    }
  }

  /**
   * Emits θ·a·b with negations folded into θ and the variables' scores, so that pair factors link plain
   * slots.
   */
  reducePair(f: number, a: number, b: number, theta: number, originA: number, originB: number): void {
    const knownA = this.known(a)
    const knownB = this.known(b)
    if (knownA === 0 || knownB === 0 || theta === 0) return
    if (knownA === 1 && knownB === 1) this.constant += theta
    else if (knownA === 1) this.addScore(b, theta)
    else if (knownB === 1) this.addScore(a, theta)
    else if (a === b) this.addScore(a, theta)
    else if (a !== (b ^ 1)) {
      if ((a & 1) === 1) {
        this.addScore(b, theta)
        this.reducePair(f, a ^ 1, b, -theta, originA, originB)
      } else if ((b & 1) === 1) {
        this.addScore(a, theta)
        this.reducePair(f, a, b ^ 1, -theta, originA, originB)
      } else {
        this.factors.add(Kind.pair, f, [a, b], [theta])
        this.linkOrigin.push(originA)
        this.linkOrigin.push(originB)
      }
    }
  }
}
