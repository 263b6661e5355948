// Builds a linear program row by row.
import type { LinearProgram } from '@parleyjs/core'

/**
 * Collects columns and rows for maximising cost·x.
 *
 * @example
 * const builder = new ProgramBuilder()
 * const [x, y] = [builder.column(1), builder.column(2)]
 * builder.row([[x, 1], [y, 1]], 1, 1)
 * builder.build() // max x + 2y with x + y = 1
 */
export class ProgramBuilder {
  constant = 0
  private readonly cost: number[] = []
  private readonly rowStart: number[] = [0]
  private readonly columns: number[] = []
  private readonly coefficients: number[] = []
  private readonly rowLower: number[] = []
  private readonly rowUpper: number[] = []

  /** A new column between 0 and 1. */
  column(cost: number): number {
    return this.cost.push(cost) - 1
  }

  row(terms: Iterable<readonly [column: number, coefficient: number]>, lower: number, upper: number): void {
    for (const [column, coefficient] of terms) {
      this.columns.push(column)
      this.coefficients.push(coefficient)
    }
    this.rowStart.push(this.columns.length)
    this.rowLower.push(lower)
    this.rowUpper.push(upper)
  }

  build(integerCount = this.cost.length): LinearProgram {
    return {
      columnCount: this.cost.length,
      rowCount: this.rowLower.length,
      integerCount,
      constant: this.constant,
      cost: Float64Array.from(this.cost),
      lower: new Float64Array(this.cost.length),
      upper: new Float64Array(this.cost.length).fill(1),
      rowStart: Int32Array.from(this.rowStart),
      column: Int32Array.from(this.columns),
      coefficient: Float64Array.from(this.coefficients),
      rowLower: Float64Array.from(this.rowLower),
      rowUpper: Float64Array.from(this.rowUpper),
    }
  }
}
