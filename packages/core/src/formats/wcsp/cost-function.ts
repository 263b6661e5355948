import type { WcspModel } from './model.js'

/** One cost function of a .wcsp file, by its table or by its name. */
export interface CostFunction {
  /** How messages call it. */
  readonly name: string
  readonly scope: readonly number[]
  /** A cost for every combination of values, the last variable fastest; of what has no name. */
  readonly table?: Float64Array
  /** What has a name. */
  readonly meaning?: Meaning
}

/** What a named cost function means. Costs of at least the upper bound are forbidden. */
export interface Meaning {
  /** The cost of a value for each variable of the scope. */
  cost(values: ArrayLike<number>): number
  /** Adds it without a table. What has no such function needs a table, and has few combinations of values. */
  add?(model: WcspModel, scope: readonly number[]): void
  /** Whether `add` needs no variables beside those of the file, and so is better than a table. */
  readonly plain?: boolean
}
