// What a cost function of a .wcsp file is after reading: a table, or the meaning of its name.
import type { WcspModel } from './model.js'

/** One cost function of a .wcsp file, by its table or by its name. */
export interface CostFunction {
  /** Description for messages. */
  readonly name: string
  readonly scope: readonly number[]
  /** Cost of every combination of values in row-major order; for functions without a name. */
  readonly table?: Float64Array
  /** Meaning of a named function. */
  readonly meaning?: Meaning
}

/** What a named cost function means. Costs of at least the upper bound are forbidden. */
export interface Meaning {
  /** The cost of an assignment to the variables of the scope. */
  cost(values: ArrayLike<number>): number
  /** Adds the function without a table. If it is missing, a table is needed, and combinations must be few. */
  add?(model: WcspModel, scope: readonly number[]): void
  /** True if `add` needs no additional variables, so that it is better than a table. */
  readonly plain?: boolean
}
