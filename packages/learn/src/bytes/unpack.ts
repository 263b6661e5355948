// Packed parameters as floats again: to go on learning from a model file, and as an oracle of tests.
import type { Model } from '../model/container.js'
import { arrayOf } from '../model/fields.js'
import type { Parameters } from '../tensors/parameters.js'
import { stepOf } from '../tensors/tensor.js'
import { matrixLength, placeInMatrix } from './byte-matrix.js'
import { scalesOf } from './pack.js'

/** Copies the arrays of `packParameters` to parameters of the same shapes. */
export function unpackParameters(
  parameters: Parameters,
  model: Pick<Model, 'arrays'>,
  tables: readonly string[],
): void {
  for (const [name, [rows, columns]] of Object.entries(parameters.shapes)) {
    const isTable = tables.includes(name)
    if (rows === 1 && !isTable) {
      parameters.set(name, arrayOf(model, name, Float32Array, stepOf(columns)).subarray(0, columns))
      continue
    }
    const count = isTable ? rows * columns : matrixLength(rows, columns)
    const bytes = arrayOf(model, name, Int8Array, count)
    const scales = arrayOf(model, scalesOf(name), Float32Array, isTable ? rows : stepOf(columns))
    const values = new Float32Array(rows * columns)
    for (let i = 0; i < rows; i++)
      for (let j = 0; j < columns; j++)
        values[i * columns + j] = isTable
          ? scales[i] * bytes[i * columns + j]
          : scales[j] * bytes[placeInMatrix(i, j, rows)]
    parameters.set(name, values)
  }
}
