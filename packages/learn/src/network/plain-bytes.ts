// Products with bytes in plain JavaScript: whole numbers are exact, Math.fround rounds the rest.
import { type ByteKernels, LEAST, PANEL } from './byte-kernels.js'
import { EXP } from './row-kernels.js'
import type { Workspace } from './workspace.js'

const { fround } = Math

export class PlainBytes implements ByteKernels {
  constructor(private readonly memory: Pick<Workspace, 'floats' | 'words' | 'halves' | 'bytes'>) {}

  roundRows(
    x: number,
    xStep: number,
    rows: number,
    columns: number,
    most: number,
    halves: number,
    scales: number,
  ): void {
    const { floats, halves: numbers } = this.memory
    for (let i = 0; i < rows; i++) {
      const from = (x + i * xStep) >> 2
      const to = (halves >> 1) + i * columns
      let largest = 0
      for (let k = 0; k < columns; k++) largest = Math.max(largest, Math.abs(floats[from + k]))
      const isUsed = largest > LEAST && largest < Number.POSITIVE_INFINITY
      const times = isUsed ? fround(most / largest) : 0
      for (let k = 0; k < columns; k++)
        numbers[to + k] = isUsed
          ? fround(fround(fround(floats[from + k] * times) + EXP.round) - EXP.round)
          : 0
      floats[(scales >> 2) + i] =
        largest > LEAST || Number.isNaN(largest) ? fround(largest - largest) + fround(largest / most) : 0
    }
  }

  byteProducts(
    halves: number,
    rows: number,
    length: number,
    bytes: number,
    columns: number,
    scales: number,
    columnScales: number,
    bias: number,
    y: number,
    yStep: number,
  ): void {
    const { floats, halves: numbers, bytes: weights } = this.memory
    for (let i = 0; i < rows; i++)
      for (let j = 0; j < columns; j++) {
        const from = (halves >> 1) + i * length
        let at = bytes + (j - (j % PANEL)) * length + 2 * (j % PANEL)
        let sum = 0
        for (let k = 0; k < length; k += 2) {
          sum += numbers[from + k] * weights[at] + numbers[from + k + 1] * weights[at + 1]
          at += 2 * PANEL
        }
        const scale = fround(floats[(scales >> 2) + i] * floats[(columnScales >> 2) + j])
        floats[((y + i * yStep) >> 2) + j] = fround(fround(sum) * scale) + floats[(bias >> 2) + j]
      }
  }
}
