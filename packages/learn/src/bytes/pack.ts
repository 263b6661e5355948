// The parameters of a network as arrays for a model file, a byte per number. Bytes are whole multiples of one
// scale per column (of matrices) or per row (of tables). A scale is not smaller than needed: coarser steps
// make bytes that repeat, which compress better.
import { ParleyError } from '@parleyjs/core'
import type { ModelArray } from '../model/container.js'
import type { Parameters } from '../tensors/parameters.js'
import { stepOf } from '../tensors/tensor.js'
import { matrixLength, placeInMatrix } from './byte-matrix.js'

/** Steps per root mean square, by default: see docs/decisions/046-bytes-in-networks.md. */
const STEPS = { matrices: 32, tables: 16 }

export interface PackOptions {
  /** Names of the parameters that only `embedding` reads. */
  readonly tables: readonly string[]
  /** Steps per root mean square of a column or row; at most 127 steps reach its largest number. */
  readonly steps?: { readonly matrices: number; readonly tables: number }
}

/** The array of the scales of a parameter. */
export const scalesOf = (name: string) => `${name}.scales`

/**
 * Arrays with the name of each parameter, for a model file: `Int8Array` for matrices and tables, with their
 * scales, and `Float32Array` for single rows, such as biases.
 */
export function packParameters(
  parameters: Parameters,
  { tables, steps = STEPS }: PackOptions,
): Record<string, ModelArray> {
  const arrays: Record<string, ModelArray> = {}
  for (const [name, [rows, columns]] of Object.entries(parameters.shapes)) {
    const values = parameters.get(name)
    if (!values.every(Number.isFinite))
      throw new ParleyError(
        'bad-input',
        `The parameter ${JSON.stringify(name)} has numbers that are not finite.`,
      )
    const isTable = tables.includes(name)
    if (rows === 1 && !isTable) {
      arrays[name] = new Float32Array(stepOf(columns))
      arrays[name].set(values)
      continue
    }
    const { bytes, scales } = isTable
      ? packTable(values, rows, columns, steps.tables)
      : packMatrix(values, rows, columns, steps.matrices)
    arrays[name] = bytes
    arrays[scalesOf(name)] = scales
  }
  return arrays
}

interface Packed {
  readonly bytes: Int8Array<ArrayBuffer>
  readonly scales: Float32Array<ArrayBuffer>
}

/** `values`: row by row. */
export function packTable(values: Float32Array, rows: number, columns: number, steps: number): Packed {
  const bytes = new Int8Array(rows * columns)
  const scales = new Float32Array(rows)
  for (let i = 0; i < rows; i++) {
    const row = values.subarray(i * columns, (i + 1) * columns)
    scales[i] = scaleFor(row, steps)
    for (let j = 0; j < columns; j++) bytes[i * columns + j] = byteOf(row[j], scales[i])
  }
  return { bytes, scales }
}

export function packMatrix(values: Float32Array, rows: number, columns: number, steps: number): Packed {
  const bytes = new Int8Array(matrixLength(rows, columns))
  const scales = new Float32Array(stepOf(columns))
  const column = new Float32Array(rows)
  for (let j = 0; j < columns; j++) {
    for (let i = 0; i < rows; i++) column[i] = values[i * columns + j]
    scales[j] = scaleFor(column, steps)
    for (let i = 0; i < rows; i++) bytes[placeInMatrix(i, j, rows)] = byteOf(column[i], scales[j])
  }
  return { bytes, scales }
}

function scaleFor(values: Float32Array, steps: number): number {
  let [most, squares] = [0, 0]
  for (const value of values) {
    most = Math.max(most, Math.abs(value))
    squares += value * value
  }
  return Math.max(most / 127, Math.sqrt(squares / values.length) / steps)
}

function byteOf(value: number, scale: number): number {
  return scale === 0 ? 0 : Math.max(-127, Math.min(127, Math.round(value / scale)))
}
