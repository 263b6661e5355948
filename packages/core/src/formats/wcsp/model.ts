// The graph of a .wcsp file while it is built: tables, linear constraints, and additional variables.
import type { FactorGraph } from '../../graph/graph.js'
import type { Literal, Variable } from '../../graph/variable.js'
import type { TableBuilder } from '../tables.js'

/** A literal times a whole number. */
export type Term = readonly [literal: Literal, weight: number]

/** Number of table entries that a term of a constraint counts as, for the size limit. */
const TERM = 4

export class WcspModel {
  /** Upper limit of the cost of all assignments that are not forbidden. */
  mostCost = 0
  /** Largest cost of each table that was converted to scores. Shared tables are added several times. */
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

  /** The literal "this variable of the file has this value"; null if it has no such value. */
  is(index: number, value: number): Literal | null {
    return value >= 0 && value < this.size(index) ? this.variable(index).is(value) : null
  }

  /** Adds a table of costs over variables of the file. Converts the costs to scores in place. */
  table(scope: readonly number[], costs: Float64Array): void {
    let most = this.scored.get(costs)
    if (most === undefined) {
      most = scoresOf(costs, this.top)
      this.scored.set(costs, most)
    }
    this.mostCost += most
    this.builder.table(scope, costs)
  }

  /** Adds a binary variable that is not in the file; 1 has this cost. */
  flag(cost: number): Literal {
    this.builder.requireRoom(1)
    this.mostCost += cost
    return this.graph.binary(0 - cost).is(1)
  }

  /** Adds a variable with `size` values that is not in the file. */
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
      // No assignment satisfies it.
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

/** Converts costs to scores in place; returns the largest cost that is not forbidden, 0 if all are. */
function scoresOf(costs: Float64Array, top: number): number {
  let most = Number.NEGATIVE_INFINITY
  for (let i = 0; i < costs.length; i++) {
    const cost = costs[i]
    if (cost < top && cost > most) most = cost
    costs[i] = cost >= top ? Number.NEGATIVE_INFINITY : 0 - cost
  }
  return most === Number.NEGATIVE_INFINITY ? 0 : most
}

/** Merges terms, so that each variable has one term for a literal or its negation. */
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
