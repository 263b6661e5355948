// HiGHS on a linear program of core.
import type { LinearProgram } from '@parley/core'
import { highs } from '../../core/test-support/highs.js'

/** The optimum of the relaxation (or of the integer program), null if there is none. */
export function solveProgram(program: LinearProgram, integer = false): number | null {
  if (program.columnCount === 0) return emptyOptimum(program)
  const integrality = new Int32Array(program.columnCount)
  integrality.fill(highs.constants.variableType.integer, 0, program.integerCount)
  const model = highs.createModel({
    numCols: program.columnCount,
    numRows: program.rowCount,
    sense: highs.constants.objectiveSense.maximize,
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
  })
  try {
    model.options.set({ output_flag: false })
    const { modelStatus } = model.run()
    const { optimal, empty } = highs.constants.modelStatus
    return modelStatus === optimal || modelStatus === empty ? model.getObjectiveValue() : null
  } finally {
    model.dispose()
  }
}

function emptyOptimum({ constant, rowLower, rowUpper }: LinearProgram): number | null {
  return rowLower.every((low) => low <= 0) && rowUpper.every((high) => high >= 0) ? constant : null
}
