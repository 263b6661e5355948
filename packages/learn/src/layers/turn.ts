// Turned (transposed) copies of matrices: the kernel of products reads its second matrix row by row.
import type { Workspace } from '../network/workspace.js'
import { stepOf } from '../tensors/tensor.js'

const TILE = 16

/**
 * A copy with rows and columns exchanged, in newly reserved memory; its rows are stepOf(rows) apart and end
 * with zeros. `step` is the distance of the rows in the matrix. Returns the address.
 */
export function turned(memory: Workspace, at: number, rows: number, columns: number, step: number): number {
  const wide = stepOf(rows)
  const to = memory.take(columns * wide)
  const { floats } = memory
  if (wide > rows) floats.fill(0, to >> 2, (to >> 2) + columns * wide)
  for (let i = 0; i < rows; i += TILE)
    for (let j = 0; j < columns; j += TILE)
      for (let a = i; a < Math.min(i + TILE, rows); a++)
        for (let b = j; b < Math.min(j + TILE, columns); b++)
          floats[(to >> 2) + b * wide + a] = floats[(at >> 2) + a * step + b]
  return to
}
