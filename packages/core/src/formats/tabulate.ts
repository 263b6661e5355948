// Converts any factor to a table over its variables, for formats that have only tables.
import { ParleyError } from '../error.js'
import type { FactorGraph } from '../graph/graph.js'
import { factorScore } from '../problem/evaluate.js'

/** A table over variables (by index), in row-major order. */
export interface Table {
  variables: number[]
  scores: Float64Array
}

/** Converts the factors of a graph to tables; throws if a table has more than `limit` entries. */
export class Tabulator {
  private readonly variableOf: Int32Array
  private readonly slots: Uint8Array

  constructor(
    private readonly graph: FactorGraph,
    private readonly limit: number,
  ) {
    this.slots = new Uint8Array(graph.slotCount)
    this.variableOf = new Int32Array(graph.slotCount)
    for (let v = 0; v < graph.variableCount; v++)
      this.variableOf.fill(v, graph.variableStart.data[v], graph.variableStart.data[v + 1])
  }

  table(factor: number): Table {
    const literals = Array.from(this.graph.store.literalsOf(factor))
    const variables = [...new Set(literals.map((literal) => this.variableOf[literal >> 1]))]
    const sizes = variables.map((v) => this.graph.variable(v).size)
    const size = sizes.reduce((product, values) => product * values, 1)
    if (size > this.limit) throw this.tooLarge(factor, variables.length, size)

    const scores = new Float64Array(size)
    const values = variables.map(() => 0)
    for (const variable of variables) this.set(variable, 0, 1)
    for (let entry = 0; entry < size; entry++) {
      scores[entry] = factorScore(this.graph, factor, this.slots)
      // The next combination, the last variable fastest.
      for (let i = variables.length - 1; i >= 0; i--) {
        this.set(variables[i], values[i], 0)
        values[i] = (values[i] + 1) % sizes[i]
        this.set(variables[i], values[i], 1)
        if (values[i] !== 0) break
      }
    }
    for (const variable of variables) this.set(variable, 0, 0)
    return { variables, scores }
  }

  // Sets the slots of a variable so that it has this value (on = 1), or clears them (on = 0).
  private set(variable: number, value: number, on: number): void {
    const first = this.graph.variableStart.data[variable]
    if (this.graph.variableBinary.data[variable] === 1) this.slots[first] = value & on
    else this.slots[first + value] = on
  }

  private tooLarge(factor: number, arity: number, size: number): ParleyError {
    const name = this.graph.describeFactor(factor)
    return new ParleyError(
      'too-large',
      `${name} as a table over ${arity} variables would have ${size} entries; the limit is ${this.limit}. ` +
        'Parley’s JSON and the LP format need no table for logic, budgets and knapsacks.',
      { factor: name },
    )
  }
}
