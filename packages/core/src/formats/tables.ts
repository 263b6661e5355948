// Builds graphs from tables, for the readers of .uai and .wcsp files.
import type { FactorGraph } from '../graph/graph.js'
import type { Variable } from '../graph/variable.js'
import type { ReadOptions, TokenReader } from './tokens.js'

const DEFAULT_MAX_VALUES = 2 ** 21
const DEFAULT_MAX_ENTRIES = 2 ** 23

/**
 * Adds variables and tables to a graph. A variable with two values becomes a binary variable, any other a
 * categorical one. A table over one variable is added to the variable's scores, unless it forbids a value.
 */
export class TableBuilder {
  readonly variables: Variable[] = []
  /** Sum of the tables over each single variable. */
  private readonly scores = new Map<number, Float64Array>()
  private readonly maxValues: number
  private readonly maxEntries: number
  private values = 0
  private entries = 0

  constructor(
    readonly graph: FactorGraph,
    private readonly tokens: TokenReader,
    options: ReadOptions,
  ) {
    // Values and entries that are written out are fewer than the characters of the text.
    this.maxValues = options.maxValues ?? Math.max(DEFAULT_MAX_VALUES, tokens.length)
    this.maxEntries = options.maxEntries ?? Math.max(DEFAULT_MAX_ENTRIES, tokens.length)
  }

  variable(size: number): void {
    this.values += size
    if (this.values > this.maxValues)
      throw this.tokens.error(
        `the variables have more than ${this.maxValues} values together (variable ${this.variables.length} ` +
          `has ${size}). If the file is right, raise \`maxValues\`.`,
        'too-large',
      )
    this.variables.push(size === 2 ? this.graph.binary() : this.graph.categorical(new Float64Array(size)))
  }

  /** The number of combinations of values, which may be too large for a table. */
  combinations(scope: readonly number[]): number {
    let size = 1
    for (const v of scope) size *= this.variables[v].size
    return size
  }

  /** Throws if a table of this size would exceed the limit of the whole graph. */
  requireRoom(size: number): void {
    this.entries += size
    if (this.entries > this.maxEntries)
      throw this.tokens.error(
        `the tables have more than ${this.maxEntries} entries together (this one has ${size}). ` +
          'If memory allows, raise `maxEntries`.',
        'too-large',
      )
  }

  /** Adds a table in row-major order: the last variable of the scope changes fastest. */
  table(scope: readonly number[], table: Float64Array): void {
    if (new Set(scope).size < scope.length) {
      const unique = [...new Set(scope)]
      this.table(unique, this.diagonal(scope, unique, table))
    } else if (scope.length === 1 && table.every((score) => score !== Number.NEGATIVE_INFINITY)) {
      const sum = this.scores.get(scope[0]) ?? new Float64Array(table.length)
      for (let v = 0; v < table.length; v++) sum[v] += table[v]
      this.scores.set(scope[0], sum)
    } else {
      this.graph.dense(
        scope.map((v) => this.variables[v]),
        table,
      )
    }
  }

  /** Adds the collected scores of single variables to the graph. */
  finish(): FactorGraph {
    for (const [variable, scores] of this.scores)
      this.tokens.located(() => {
        for (let v = 0; v < scores.length; v++) this.graph.setScore(this.variables[variable], scores[v], v)
      })
    return this.graph
  }

  // A variable that a scope names twice has one value: keep only the entries where both occurrences agree.
  private diagonal(scope: readonly number[], unique: readonly number[], table: Float64Array): Float64Array {
    const sizes = unique.map((v) => this.variables[v].size)
    const reduced = new Float64Array(this.combinations(unique))
    const values = unique.map(() => 0)
    for (let entry = 0; entry < reduced.length; entry++) {
      let from = 0
      for (const v of scope) from = from * this.variables[v].size + values[unique.indexOf(v)]
      reduced[entry] = table[from]
      for (let i = unique.length - 1; i >= 0 && ++values[i] === sizes[i]; i--) values[i] = 0
    }
    return reduced
  }
}
