// The linear program that a modeller would write down for a random program: a column per formula, each
// connective by its inequalities one at a time, counts with a big constant.
import { solveProgram } from './highs.js'
import { type Algebra, eachInstance } from './meaning.js'
import type { RandomProgram } from './random-vocabulary.js'

/** Σ coefficient · column + constant */
interface Linear {
  readonly terms: ReadonlyMap<number, number>
  readonly constant: number
}

class Rows {
  columns = 0
  readonly cost: number[] = []
  readonly starts = [0]
  readonly indices: number[] = []
  readonly values: number[] = []
  readonly lower: number[] = []
  readonly upper: number[] = []

  column(cost = 0): Linear {
    this.cost.push(cost)
    return { terms: new Map([[this.columns++, 1]]), constant: 0 }
  }

  /** Σ weight · part ≥ least */
  atLeast(parts: readonly (readonly [number, Linear])[], least: number): void {
    const sum = new Map<number, number>()
    let constant = 0
    for (const [weight, part] of parts) {
      for (const [column, coefficient] of part.terms)
        sum.set(column, (sum.get(column) ?? 0) + weight * coefficient)
      constant += weight * part.constant
    }
    for (const [column, coefficient] of sum) {
      if (coefficient === 0) continue
      this.indices.push(column)
      this.values.push(coefficient)
    }
    this.starts.push(this.indices.length)
    this.lower.push(least - constant)
    this.upper.push(Number.POSITIVE_INFINITY)
  }
}

/** The optimum of the relaxation, or null if it is infeasible. */
export function directRelaxation(random: RandomProgram): number | null {
  const rows = new Rows()
  const atoms = new Map(Array.from(random.scores, ([name, score]) => [name, rows.column(score)]))
  const not = (of: Linear): Linear => ({
    terms: new Map(Array.from(of.terms, ([column, coefficient]) => [column, -coefficient])),
    constant: 1 - of.constant,
  })
  const constant = (value: boolean): Linear => ({ terms: new Map(), constant: value ? 1 : 0 })
  const or = (parts: readonly Linear[]): Linear => {
    const output = rows.column()
    for (const part of parts)
      rows.atLeast(
        [
          [1, output],
          [-1, part],
        ],
        0,
      )
    rows.atLeast([...parts.map((part) => [1, part] as const), [-1, output]], 0)
    return output
  }
  const and = (parts: readonly Linear[]) => not(or(parts.map(not)))
  const atMost = (parts: readonly Linear[], k: number): Linear => {
    if (k >= parts.length) return constant(true)
    if (k < 0) return constant(false)
    const output = rows.column()
    rows.atLeast([...parts.map((part) => [-1, part] as const), [k - parts.length, output]], -parts.length)
    rows.atLeast([...parts.map((part) => [1, part] as const), [k + 1, output]], k + 1)
    return output
  }
  const algebra: Algebra<Linear> = {
    constant,
    atom: (name) => atoms.get(name) ?? constant(false),
    not,
    and,
    or,
    iff: (left, right) => and([or([not(left), right]), or([left, not(right)])]),
    count: (parts, least, most) => and([not(atMost(parts, least - 1)), atMost(parts, most)]),
  }
  let offset = 0
  eachInstance(random, algebra, (formula, weight) => {
    if (weight === null) rows.atLeast([[1, formula]], 1)
    else {
      // weight · (formula − 1)
      offset += weight * (formula.constant - 1)
      for (const [column, coefficient] of formula.terms) rows.cost[column] += weight * coefficient
    }
  })
  return solveProgram({
    columnCount: rows.columns,
    rowCount: rows.lower.length,
    integerCount: 0,
    constant: offset,
    cost: Float64Array.from(rows.cost),
    lower: new Float64Array(rows.columns),
    upper: new Float64Array(rows.columns).fill(1),
    rowStart: Int32Array.from(rows.starts),
    column: Int32Array.from(rows.indices),
    coefficient: Float64Array.from(rows.values),
    rowLower: Float64Array.from(rows.lower),
    rowUpper: Float64Array.from(rows.upper),
  })
}
