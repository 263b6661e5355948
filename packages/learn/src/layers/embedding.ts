// Rows of a table by their numbers: the vectors of words, pieces, characters or positions.
import { ParleyError } from '@parleyjs/core'
import type { ByteTable, Table } from '../bytes/byte-matrix.js'
import type { Tape } from '../tensors/tape.js'
import type { Tensor } from '../tensors/tensor.js'

/** Row i of the result is row ids[i] of the table. */
export function embedding(tape: Tape, table: Table, ids: ArrayLike<number>): Tensor {
  const { memory } = tape
  const y = tape.tensor(ids.length, table.columns)
  for (let i = 0; i < ids.length; i++)
    if (!(ids[i] >= 0 && ids[i] < table.rows))
      throw new ParleyError('bad-argument', `A table of ${table.rows} rows has no row ${ids[i]}.`)
  if ('scales' in table) {
    tape.requireFloats('embedding')
    unpackRows(tape, table, ids, y)
    return y
  }
  const { floats } = memory
  for (let i = 0; i < ids.length; i++) {
    const from = (table.at >> 2) + ids[i] * table.step
    floats.copyWithin((y.at >> 2) + i * y.step, from, from + table.columns)
  }
  tape.record(() => {
    if (table.slopes === 0) return
    const { floats } = memory
    for (let i = 0; i < ids.length; i++) {
      const from = (y.slopes >> 2) + i * y.step
      const to = (table.slopes >> 2) + ids[i] * table.step
      for (let j = 0; j < table.columns; j++) floats[to + j] += floats[from + j]
    }
  })
  return y
}

function unpackRows({ memory }: Tape, table: ByteTable, ids: ArrayLike<number>, y: Tensor): void {
  const { floats, bytes } = memory
  for (let i = 0; i < ids.length; i++) {
    const scale = floats[(table.scales >> 2) + ids[i]]
    const from = table.bytes + ids[i] * table.columns
    const to = (y.at >> 2) + i * y.step
    for (let j = 0; j < table.columns; j++) floats[to + j] = scale * bytes[from + j]
  }
}
