// The parameters of a network from the arrays of a model file, in a byte per number. They are not copied if
// the file lies in the memory of the workspace, as it does where threads share a model.
import { ParleyError } from '@parleyjs/core'
import type { Model } from '../model/container.js'
import { arrayOf, requireRange } from '../model/fields.js'
import type { Workspace } from '../network/workspace.js'
import type { NetworkWeights } from '../tensors/network-weights.js'
import type { Shape } from '../tensors/parameters.js'
import { stepOf, type Tensor } from '../tensors/tensor.js'
import { type ByteMatrix, type ByteTable, matrixLength } from './byte-matrix.js'
import { scalesOf } from './pack.js'

/** Larger numbers are not those of a network that learned something. */
const MOST = 1e6

export class ByteParameters implements NetworkWeights {
  private readonly rows = new Map<string, Tensor>()
  private readonly matrices = new Map<string, ByteMatrix>()
  private readonly tables = new Map<string, ByteTable>()

  /** `tables`: as in `packParameters`. Arrays of other types or lengths than expected are refused. */
  constructor(
    readonly memory: Workspace,
    readonly shapes: Readonly<Record<string, Shape>>,
    model: Pick<Model, 'arrays'>,
    tables: readonly string[],
  ) {
    for (const [name, [rows, columns]] of Object.entries(shapes)) {
      const step = stepOf(columns)
      const numbers = (array: string, count: number, least: number) => {
        const found = arrayOf(model, array, Float32Array, count)
        requireRange(array, found, least, MOST)
        return memory.place(found)
      }
      const bytes = (count: number) => memory.place(arrayOf(model, name, Int8Array, count))
      const scales = (count: number) => numbers(scalesOf(name), count, 0)
      if (tables.includes(name))
        this.tables.set(name, { rows, columns, bytes: bytes(rows * columns), scales: scales(rows) })
      else if (rows === 1)
        this.rows.set(name, { rows, columns, step, at: numbers(name, step, -MOST), slopes: 0 })
      else {
        const matrix = {
          rows,
          columns,
          step,
          bytes: bytes(matrixLength(rows, columns)),
          scales: scales(step),
        }
        this.matrices.set(name, matrix)
      }
    }
  }

  of(name: string): Tensor {
    return found(this.rows, name, 'row')
  }

  matrix(name: string): ByteMatrix {
    return found(this.matrices, name, 'matrix')
  }

  table(name: string): ByteTable {
    return found(this.tables, name, 'table')
  }
}

function found<T>(map: ReadonlyMap<string, T>, name: string, what: string): T {
  const value = map.get(name)
  if (value === undefined)
    throw new ParleyError('bad-argument', `The network has no ${what} ${JSON.stringify(name)}.`)
  return value
}
