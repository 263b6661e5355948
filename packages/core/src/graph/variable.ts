// Variables and literals: handles into a graph. A binary variable has one slot, whose value is its own; a
// categorical variable has one slot per value, and exactly one of them is 1.
import { ParleyError } from '../error.js'

/** A statement about a variable that is true or false: `x`, `x.not`, `c.is(2)`. Factors link literals. */
export interface Literal {
  readonly slot: number
  readonly negated: boolean
  /** The negation. */
  readonly not: Literal
}

/** The parts of a solution that a variable needs to find its own value. */
export interface Readable {
  readonly assignment: Int32Array | null
  readonly marginals: Float64Array
}

class PlainLiteral implements Literal {
  constructor(
    readonly slot: number,
    readonly negated: boolean,
  ) {}

  get not(): Literal {
    return new PlainLiteral(this.slot, !this.negated)
  }
}

/** A variable that is 0 or 1, made by `graph.binary`. As a literal it means "this variable is 1". */
export class BinaryVariable implements Literal {
  readonly kind = 'binary'
  readonly negated = false

  constructor(
    readonly index: number,
    readonly slot: number,
  ) {}

  get size(): number {
    return 2
  }

  get not(): Literal {
    return new PlainLiteral(this.slot, true)
  }

  /** The literal "this variable has this value". */
  is(value: number): Literal {
    if (value !== 0 && value !== 1)
      throw new ParleyError('bad-argument', `A binary variable is 0 or 1, not ${String(value)}.`)
    return new PlainLiteral(this.slot, value === 0)
  }

  /** The value in the solution's assignment, 0 or 1; null if the solution has no assignment. */
  valueIn(solution: Readable): number | null {
    return solution.assignment === null ? null : solution.assignment[this.index]
  }

  /** The marginal of the value 1 in the relaxed solution. */
  marginalIn(solution: Readable): number {
    return solution.marginals[this.slot]
  }
}

/** A variable with one of `size` values, numbered from 0, made by `graph.categorical`. */
export class CategoricalVariable {
  readonly kind = 'categorical'

  constructor(
    readonly index: number,
    readonly slot: number,
    readonly size: number,
  ) {}

  /** The literal "this variable has this value". */
  is(value: number): Literal {
    if (!Number.isInteger(value) || value < 0 || value >= this.size)
      throw new ParleyError(
        'bad-argument',
        `Value ${String(value)} does not exist: this variable has values 0 to ${this.size - 1}.`,
      )
    return new PlainLiteral(this.slot + value, false)
  }

  valueIn(solution: Readable): number | null {
    return solution.assignment === null ? null : solution.assignment[this.index]
  }

  /** The marginals in the relaxed solution, one per value. */
  marginalIn(solution: Readable): Float64Array {
    return solution.marginals.slice(this.slot, this.slot + this.size)
  }
}

export type Variable = BinaryVariable | CategoricalVariable
