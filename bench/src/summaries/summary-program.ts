// A summary as an integer program, for general solvers: the baseline of AD³.
import type { LinearProgram } from '@parleyjs/core'
import type { SummaryProblem } from '@parleyjs/nlp/internal'

/**
 * The program. Units are whole numbers, everything else follows from them:
 *
 *   z_u ≤ z_parent + s_u (s_u: u is the top), Σ s ≤ 1 per sentence, pair ≤ both its units, type ≤ Σ its
 *   tokens,
 *   and the score of a cut below a kept parent is cut(u)·(z_parent − z_u + s_u).
 *
 * @example
 * const model = highs.createModel(highsModel(highs, summaryProgram(problem), true))
 */
export function summaryProgram(problem: SummaryProblem): LinearProgram {
  const { sentenceStart, parent, cost, cut, start, budget } = problem
  const units = parent.length
  const builder = new ProgramBuilder(units)
  const budgetRow: [number, number][] = []
  for (let s = 0; s + 1 < sentenceStart.length; s++) {
    const tops: [number, number][] = []
    for (let u = sentenceStart[s]; u < sentenceStart[s + 1]; u++) {
      const p = parent[u]
      const above: [number, number][] = p < 0 ? [] : [[p, -1]]
      let top: [number, number][] = []
      if (start[u] !== Number.NEGATIVE_INFINITY) {
        const column = builder.column(start[u])
        tops.push([column, 1])
        top = [[column, -1]]
      }
      builder.row([[u, 1], ...above, ...top], Number.NEGATIVE_INFINITY, 0)
      budgetRow.push([u, cost[u]])
      if (p < 0) continue
      if (cut[u] === Number.NEGATIVE_INFINITY)
        builder.row(
          [
            [p, 1],
            [u, -1],
          ],
          Number.NEGATIVE_INFINITY,
          0,
        )
      else {
        builder.cost[p] += cut[u]
        builder.cost[u] -= cut[u]
        for (const [column] of top) builder.cost[column] += cut[u]
      }
    }
    if (tops.length > 1) builder.row(tops, Number.NEGATIVE_INFINITY, 1)
  }
  builder.row(budgetRow, Number.NEGATIVE_INFINITY, budget)
  addConcepts(builder, problem)
  return builder.build(units)
}

function addConcepts(builder: ProgramBuilder, problem: SummaryProblem): void {
  const { weight, tokenStart, tokenFirst, tokenSecond } = problem
  const pairs = new Map<string, number>()
  const pairOf = (a: number, b: number): number => {
    const key = `${a} ${b}`
    const known = pairs.get(key)
    if (known !== undefined) return known
    const column = builder.column(0)
    for (const unit of [a, b])
      builder.row(
        [
          [column, 1],
          [unit, -1],
        ],
        Number.NEGATIVE_INFINITY,
        0,
      )
    pairs.set(key, column)
    return column
  }
  for (let c = 0; c < weight.length; c++) {
    const tokens: [number, number][] = []
    for (let t = tokenStart[c]; t < tokenStart[c + 1]; t++)
      tokens.push([tokenSecond[t] < 0 ? tokenFirst[t] : pairOf(tokenFirst[t], tokenSecond[t]), -1])
    builder.row([[builder.column(weight[c]), 1], ...tokens], Number.NEGATIVE_INFINITY, 0)
  }
}

/** Collects columns between 0 and 1, and rows. */
class ProgramBuilder {
  readonly cost: number[]
  private readonly rowStart: number[] = [0]
  private readonly columns: number[] = []
  private readonly coefficients: number[] = []
  private readonly rowLower: number[] = []
  private readonly rowUpper: number[] = []

  constructor(columns: number) {
    this.cost = Array.from({ length: columns }, () => 0)
  }

  column(cost: number): number {
    return this.cost.push(cost) - 1
  }

  row(
    terms: readonly (readonly [column: number, coefficient: number])[],
    lower: number,
    upper: number,
  ): void {
    for (const [column, coefficient] of terms) {
      this.columns.push(column)
      this.coefficients.push(coefficient)
    }
    this.rowStart.push(this.columns.length)
    this.rowLower.push(lower)
    this.rowUpper.push(upper)
  }

  build(integerCount: number): LinearProgram {
    const columnCount = this.cost.length
    return {
      columnCount,
      rowCount: this.rowLower.length,
      integerCount,
      constant: 0,
      cost: Float64Array.from(this.cost),
      lower: new Float64Array(columnCount),
      upper: new Float64Array(columnCount).fill(1),
      rowStart: Int32Array.from(this.rowStart),
      column: Int32Array.from(this.columns),
      coefficient: Float64Array.from(this.coefficients),
      rowLower: Float64Array.from(this.rowLower),
      rowUpper: Float64Array.from(this.rowUpper),
    }
  }
}
