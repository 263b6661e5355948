// Adds factors over encoded literals (2·variable + negated) without allocating objects, and records the
// ground rule of each factor.
import type { FactorGraph, Literal } from '@parleyjs/core'
import { GrowableInts } from '@parleyjs/core/internal'

/** A reusable literal, filled in for every factor; the graph copies its arguments. */
class Scratch implements Literal {
  slot = 0
  negated = false

  get not(): Literal {
    const opposite = new Scratch()
    opposite.slot = this.slot
    opposite.negated = !this.negated
    return opposite
  }
}

export class Factors {
  /** The number of each factor's ground rule; −1 for a factor that defines a part of a formula. */
  readonly ruleOf = new GrowableInts()
  private readonly pool: Scratch[] = []
  private readonly view: Scratch[] = []
  private readonly first = new Scratch()
  private readonly second = new Scratch()

  constructor(readonly graph: FactorGraph) {}

  /** Adds a variable without a score. */
  variable(): number {
    return this.graph.binary().slot
  }

  /** Makes the graph infeasible: a variable must be both true and false. */
  contradiction(rule: number): void {
    this.graph.budget([], { atLeast: 1 })
    this.ruleOf.push(rule)
  }

  /** Exactly one of the literals `list[from..to)` is true. */
  xor(list: Int32Array, from: number, to: number, rule: number): void {
    this.graph.xor(this.literals(list, from, to))
    this.ruleOf.push(rule)
  }

  atMostOne(list: Int32Array, from: number, to: number, rule: number): void {
    this.graph.atMostOne(this.literals(list, from, to))
    this.ruleOf.push(rule)
  }

  or(list: Int32Array, from: number, to: number, rule: number): void {
    this.graph.or(this.literals(list, from, to))
    this.ruleOf.push(rule)
  }

  /** `output` is the "or" of the literals. */
  orOut(list: Int32Array, from: number, to: number, output: number, rule: number): void {
    this.graph.orOut(this.literals(list, from, to), literalOf(output))
    this.ruleOf.push(rule)
  }

  parity(list: Int32Array, from: number, to: number, odd: boolean, rule: number): void {
    this.graph.parity(this.literals(list, from, to), odd)
    this.ruleOf.push(rule)
  }

  budget(list: Int32Array, from: number, to: number, least: number, most: number, rule: number): void {
    this.graph.budget(this.literals(list, from, to), { atLeast: least, atMost: most })
    this.ruleOf.push(rule)
  }

  /** Both literals are equal. */
  equal(a: number, b: number, rule: number): void {
    this.graph.xor([literalOf(a), literalOf(b ^ 1)])
    this.ruleOf.push(rule)
  }

  unit(literal: number, rule: number): void {
    this.graph.xor([literalOf(literal)])
    this.ruleOf.push(rule)
  }

  /** Adds `score` if both are true. */
  pair(a: number, b: number, score: number, rule: number): void {
    this.graph.pair(fill(this.first, a), fill(this.second, b), score)
    this.ruleOf.push(rule)
  }

  /** `output` says whether at most `most` of the literals are true: two inequalities. */
  atMostOut(list: Int32Array, from: number, to: number, most: number, output: number, rule: number): void {
    const size = to - from
    const costs = new Float64Array(size + 1)
    // Σ x + (n − k)·output ≤ n
    costs.fill(1)
    costs[size] = size - most
    this.graph.knapsack([...this.literals(list, from, to), literalOf(output)], costs, size)
    // Σ x + (k + 1)·output ≥ k + 1
    costs.fill(-1)
    costs[size] = -(most + 1)
    this.graph.knapsack([...this.literals(list, from, to), literalOf(output)], costs, -(most + 1))
    this.ruleOf.push(rule)
    this.ruleOf.push(rule)
  }

  /** `output` says whether between `least` and `most` of the literals are true: a table, for few literals. */
  countOut(
    list: Int32Array,
    from: number,
    to: number,
    [least, most]: readonly [number, number],
    output: number,
    rule: number,
  ): void {
    const size = to - from
    const table = Array.from({ length: 2 ** (size + 1) }, (_, entry) => {
      let ones = 0
      for (let i = 1; i <= size; i++) ones += (entry >> i) & 1
      return (entry & 1) === (ones >= least && ones <= most ? 1 : 0) ? 0 : Number.NEGATIVE_INFINITY
    })
    this.graph.dense([...this.literals(list, from, to), literalOf(output)], table)
    this.ruleOf.push(rule)
  }

  private literals(list: Int32Array, from: number, to: number): readonly Literal[] {
    const { pool, view } = this
    const size = to - from
    while (pool.length < size) pool.push(new Scratch())
    view.length = size
    for (let i = 0; i < size; i++) {
      view[i] = fill(pool[i], list[from + i])
    }
    return view
  }
}

function literalOf(encoded: number): Literal {
  return fill(new Scratch(), encoded)
}

function fill(literal: Scratch, encoded: number): Scratch {
  literal.slot = encoded >> 1
  literal.negated = (encoded & 1) === 1
  return literal
}
