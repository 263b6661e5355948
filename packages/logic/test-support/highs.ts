// HiGHS on a linear program of core.
import type { LinearProgram } from '@parleyjs/core'
import { highsModel } from '@parleyjs/core/internal'
import { highs } from '../../core/test-support/highs.js'

/** The optimum of the relaxation (or of the integer program), null if there is none. */
export function solveProgram(program: LinearProgram, integer = false): number | null {
  if (program.columnCount === 0) return emptyOptimum(program)
  const model = highs.createModel(highsModel(highs, program, integer))
  try {
    model.options.set({ output_flag: false })
    return model.run().modelStatus === highs.constants.modelStatus.optimal ? model.getObjectiveValue() : null
  } finally {
    model.dispose()
  }
}

function emptyOptimum({ constant, rowLower, rowUpper }: LinearProgram): number | null {
  return rowLower.every((low) => low <= 0) && rowUpper.every((high) => high >= 0) ? constant : null
}
