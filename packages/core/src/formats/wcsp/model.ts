import type { FactorGraph } from '../../graph/graph.js'
import type { Literal, Variable } from '../../graph/variable.js'
import type { TableBuilder } from '../tables.js'

// The graph of a .wcsp file while it is made: tables, linear constraints, and variables that the file does not have.

/** A literal times a whole number. */
export type Term = readonly [literal: Literal, weight: number]

/** Table entries that a term of a constraint counts for. */
const TERM = 4

export class WcspModel {
  /** No assignment costs more, but for what is forbidden. */
  mostCost = 0
  /** Tables that have become scores, with their largest cost: shared ones are added several times. */
  private readonly scored = new WeakMap<Float64Array, number>()

  constructor(
    readonly builder: TableBuilder,
    /** Costs from here on are forbidden. */
    readonly top: number,
  ) {}

  get graph(): FactorGraph {
    return this.builder.graph
  }

  variable(index: number): Variable {
    return this.builder.variables[index]
  }

  size(index: number): number {
    return this.variable(index).size
  }

  /** The literal that a variable of the file has a value; null if it has no such value. */
  is(index: number, value: number): Literal | null {
    return value >= 0 && value < this.size(index) ? this.variable(index).is(value) : null
  }

  /** Adds a table of costs over variables of the file. They are turned into scores where they are. */
  table(scope: readonly number[], costs: Float64Array): void {
    let most = this.scored.get(costs)
    if (most === undefined) {
      most = scoresOf(costs, this.top)
      this.scored.set(costs, most)
    }
    this.mostCost += most
    this.builder.table(scope, costs)
  }

  /** A variable that the file does not have: true costs so much. */
  flag(cost: number): Literal {
    this.builder.requireRoom(1)
    this.mostCost += cost
    return this.graph.binary(0 - cost).is(1)
  }

  /** A variable of so many values that the file does not have. */
  state(size: number): Variable {
    this.builder.requireRoom(size)
    return size === 2 ? this.graph.binary() : this.graph.categorical(new Float64Array(size))
  }

  /** The weighted sum of the literals is at most `limit`. */
  atMost(terms: readonly Term[], limit: number): void {
    this.builder.requireRoom(TERM * terms.length)
    const merged = merge(terms)
    let least = 0
    let most = 0
    for (const [, weight] of merged)
      if (weight > 0) most += weight
      else least += weight
    if (most <= limit) return
    if (least > limit) {
      // Nothing satisfies it.
      this.graph.or(this.impossible())
      return
    }
    const unit = Math.abs(merged[0][1])
    if (merged.some(([, weight]) => Math.abs(weight) !== unit)) {
      const literals = merged.map(([literal]) => literal)
      const costs = merged.map(([, weight]) => weight)
      this.graph.knapsack(literals, costs, limit)
      return
    }
    // −x is (1 − x) − 1.
    const negative = merged.filter(([, weight]) => weight < 0).length
    const literals = merged.map(([literal, weight]) => (weight < 0 ? literal.not : literal))
    const count = Math.floor(limit / unit) + negative
    if (count === 1) this.graph.atMostOne(literals)
    else this.graph.budget(literals, count)
  }

  private impossible(): Literal[] {
    const literal = this.flag(0)
    this.graph.xor([literal])
    return [literal.not]
  }
}

/** Turns costs into scores, and returns the largest cost that is not forbidden; 0 if all are. */
function scoresOf(costs: Float64Array, top: number): number {
  let most = Number.NEGATIVE_INFINITY
  for (let i = 0; i < costs.length; i++) {
    const cost = costs[i]
    if (cost < top && cost > most) most = cost
    costs[i] = cost >= top ? Number.NEGATIVE_INFINITY : 0 - cost
  }
  return most === Number.NEGATIVE_INFINITY ? 0 : most
}

/** One term for each literal; a literal and its opposite count as one. */
function merge(terms: readonly Term[]): Term[] {
  const bySlot = new Map<number, [Literal, number]>()
  for (const [literal, weight] of terms) {
    const key = 2 * literal.slot + Number(literal.negated)
    const before = bySlot.get(key)
    if (before === undefined) bySlot.set(key, [literal, weight])
    else before[1] += weight
  }
  return [...bySlot.values()].filter(([, weight]) => weight !== 0)
}
