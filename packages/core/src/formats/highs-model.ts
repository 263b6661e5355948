// Converts a linear program to the input of `highs.createModel` of the package `highs`. Core does not depend
// on that package; it needs only the constants.
import type { LinearProgram } from './linear-program.js'

/** The constants of the package `highs` that a model needs. */
export interface HighsConstants<Sense, Integer> {
  readonly constants: {
    readonly objectiveSense: { readonly maximize: Sense }
    readonly variableType: { readonly integer: Integer }
  }
}

/**
 * A linear program as a model for HiGHS. With `integer`, the slots must be whole numbers.
 *
 * @example
 * const model = highs.createModel(highsModel(highs, linearProgram(graph)))
 * model.run()
 * model.getObjectiveValue()
 */
export function highsModel<Sense, Integer extends number>(
  { constants }: HighsConstants<Sense, Integer>,
  program: LinearProgram,
  integer = false,
) {
  const integrality = new Int32Array(program.columnCount)
  integrality.fill(constants.variableType.integer, 0, program.integerCount)
  return {
    numCols: program.columnCount,
    numRows: program.rowCount,
    sense: constants.objectiveSense.maximize,
    offset: program.constant,
    colCost: program.cost,
    colLower: program.lower,
    colUpper: program.upper,
    rowLower: program.rowLower,
    rowUpper: program.rowUpper,
    matrix: {
      format: 'csr',
      numRows: program.rowCount,
      numCols: program.columnCount,
      starts: program.rowStart,
      indices: program.column,
      values: program.coefficient,
    },
    ...(integer && { integrality }),
  } as const
}
