import { ParleyError } from '../error.js'

// A variable is a handle into a graph. Inside, a binary variable is one slot (its value is the slot's),
// a categorical variable one slot per value, exactly one of which is 1.

/** A statement about a variable that is true or false: `x`, `x.not`, `c.is(2)`. What factors link. */
export interface Literal {
  readonly slot: number
  readonly negated: boolean
  /** The opposite statement. */
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

/** A variable that is 0 or 1, made by `graph.binary`. Used as a literal it says "this is 1". */
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

  /** 0 or 1 in the solution's assignment; null if it has none. */
  valueIn(solution: Readable): number | null {
    return solution.assignment === null ? null : solution.assignment[this.index]
  }

  /** The relaxed solution's weight on 1. */
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

  /** The relaxed solution's weights, one per value. */
  marginalIn(solution: Readable): Float64Array {
    return solution.marginals.slice(this.slot, this.slot + this.size)
  }
}

export type Variable = BinaryVariable | CategoricalVariable
