// The parameters of a network as arrays of a model file: a byte for each number of a matrix, with a scale for
// each row; rows that stand alone (biases, gains) as they are.
import { type Model, type ModelArray, Parameters, type Shape, type Workspace } from '@parleyjs/learn'
import { arrayOf, blockLength, requireRange } from '@parleyjs/learn/internal'

type Shapes = Readonly<Record<string, Shape>>

/** Largest scale of a row, and largest number of a row that stands alone, in a file. */
const LARGEST = 1e3

/** Writes the parameters as arrays `weights`, `scales` and `rows`. */
export function packParameters(
  shapes: Shapes,
  get: (name: string) => ArrayLike<number>,
): Record<string, ModelArray> {
  const { bytes, scales, alone } = countsOf(shapes)
  const arrays = {
    weights: new Int8Array(bytes),
    scales: new Float32Array(scales),
    rows: new Float32Array(alone),
  }
  const at = { weights: 0, scales: 0, rows: 0 }
  for (const [name, [rows, columns]] of Object.entries(shapes)) {
    const values = get(name)
    for (let i = 0; i < rows; i++) {
      const row = Array.from({ length: columns }, (_, j) => values[i * columns + j])
      if (rows === 1) {
        arrays.rows.set(row, at.rows)
        at.rows += columns
        continue
      }
      const scale = Math.fround(row.reduce((most, x) => Math.max(most, Math.abs(x)), 0) / 127)
      arrays.scales[at.scales++] = scale
      for (const x of row) arrays.weights[at.weights++] = scale === 0 ? 0 : Math.round(x / scale)
    }
  }
  return arrays
}

/** Puts the parameters of a model into a workspace, for forward passes only. */
export function unpackParameters(
  memory: Workspace,
  shapes: Shapes,
  model: Pick<Model, 'arrays'>,
): Parameters {
  const { weights, scales, rows: alone } = packedIn(shapes, model)
  const parameters = new Parameters(memory, shapes, { at: memory.take(blockLength(shapes)), slopesAt: 0 })
  const at = { weights: 0, scales: 0, rows: 0 }
  for (const [name, [rows, columns]] of Object.entries(shapes)) {
    if (rows === 1) {
      parameters.set(name, alone.subarray(at.rows, at.rows + columns))
      at.rows += columns
      continue
    }
    const values = new Float32Array(rows * columns)
    for (let i = 0; i < values.length; i++)
      values[i] = scales[at.scales + Math.floor(i / columns)] * weights[at.weights + i]
    parameters.set(name, values)
    at.weights += values.length
    at.scales += rows
  }
  return parameters
}

/** The arrays of a model, checked. */
export function packedIn(shapes: Shapes, model: Pick<Model, 'arrays'>) {
  const { bytes, scales, alone } = countsOf(shapes)
  const packed = {
    weights: arrayOf(model, 'weights', Int8Array, bytes),
    scales: arrayOf(model, 'scales', Float32Array, scales),
    rows: arrayOf(model, 'rows', Float32Array, alone),
  }
  requireRange('scales', packed.scales, 0, LARGEST)
  requireRange('rows', packed.rows, -LARGEST, LARGEST)
  return packed
}

function countsOf(shapes: Shapes) {
  const counts = { bytes: 0, scales: 0, alone: 0 }
  for (const [rows, columns] of Object.values(shapes))
    if (rows === 1) counts.alone += columns
    else {
      counts.bytes += rows * columns
      counts.scales += rows
    }
  return counts
}
