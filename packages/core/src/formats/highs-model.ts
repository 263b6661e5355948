import type { LinearProgram } from './linear-program.js'

// A linear program as the package `highs` takes it, for `highs.createModel`. Core does not depend on that package: what it
// needs of it is its constants.

/** The part of the solver HiGHS that a model needs. */
export interface HighsConstants<Sense, Integer> {
  readonly constants: {
    readonly objectiveSense: { readonly maximize: Sense }
    readonly variableType: { readonly integer: Integer }
  }
}

/**
 * A linear program for HiGHS; with `integer`, the slots are whole numbers.
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
