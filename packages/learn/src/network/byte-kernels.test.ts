// Products with bytes against exact integer arithmetic, and both implementations against each other, bit for
// bit.
import { Random } from '@parleyjs/core/internal'
import { describe, expect, it } from 'vitest'
import { matrixLength, placeInMatrix } from '../bytes/byte-matrix.js'
import { mostFor } from './byte-kernels.js'
import { packedBytes } from './simd-bytes.js'
import { Workspace } from './workspace.js'

/** Rounds the rows x in both implementations; returns whole numbers and scales, which have to be equal. */
function rounded(x: readonly (readonly number[])[], most: number) {
  const columns = x[0].length
  const [fast, plain] = [true, false].map((simd) => {
    const memory = new Workspace(simd)
    const at = memory.put(x.flat())
    const scales = memory.take(x.length)
    const halves = memory.take((x.length * columns) / 2)
    memory.packed.roundRows(at, 4 * columns, x.length, columns, most, halves, scales)
    return {
      numbers: x.map((_, i) => {
        const from = (halves >> 1) + i * columns
        return Array.from(memory.halves.subarray(from, from + columns))
      }),
      scales: Array.from(memory.floats.subarray(scales >> 2, (scales >> 2) + x.length)),
    }
  })
  expect(plain).toEqual(fast)
  return fast
}

interface Product {
  readonly x: readonly (readonly number[])[]
  readonly bytes: (row: number, column: number) => number
  readonly columns: number
  readonly scales: readonly number[]
  readonly bias: readonly number[]
}

/** The product of whole numbers with bytes, in both implementations. */
function product({ x, bytes, columns, scales, bias }: Product) {
  const length = x[0].length
  const [fast, plain] = [true, false].map((simd) => {
    const memory = new Workspace(simd)
    const matrix = new Int8Array(matrixLength(length, columns))
    for (let k = 0; k < length; k++)
      for (let j = 0; j < columns; j++) matrix[placeInMatrix(k, j, length)] = bytes(k, j)
    const halves = memory.take((x.length * length) / 2)
    memory.halves.set(x.flat(), halves >> 1)
    const [rowScales, columnScales, shift] = [x.map(() => 1), scales, bias].map((row) => memory.put(row))
    const at = memory.place(matrix)
    const y = memory.take(x.length * columns)
    memory.packed.byteProducts(
      ...([halves, x.length, length, at, columns, rowScales, columnScales, shift, y, 4 * columns] as const),
    )
    return x.map((_, i) => {
      const from = (y >> 2) + i * columns
      return Array.from(memory.floats.subarray(from, from + columns))
    })
  })
  expect(plain).toEqual(fast)
  return fast
}

/** A whole number from −most to most. */
const whole = (random: Random, most: number) => Math.round((2 * random.uniform() - 1) * most)

describe('products with bytes', () => {
  it('run as WebAssembly here, in few enough bytes for browsers that compile at most 4,096 at once', () => {
    expect(new Workspace(true).packed.constructor).not.toBe(new Workspace(false).packed.constructor)
    expect(packedBytes().length).toBeLessThan(4096)
  })

  it.each([1, 2, 3, 4, 5, 7, 13])('are those of exact integers, for %i rows', (rows) => {
    const random = Random.of(rows)
    for (const [length, columns] of [
      [8, 8],
      [24, 16],
      [96, 40],
    ]) {
      const x = Array.from({ length: rows }, () => Array.from({ length }, () => whole(random, 32767)))
      const matrix = Array.from({ length }, () => Array.from({ length: columns }, () => whole(random, 127)))
      const scales = Array.from({ length: columns }, (_, j) => 2 ** ((j % 5) - 20))
      const bias = Array.from({ length: columns }, (_, j) => j - 3)
      const y = product({ x, bytes: (k, j) => matrix[k][j], columns, scales, bias })
      x.forEach((row, i) => {
        for (let j = 0; j < columns; j++) {
          const sum = row.reduce((total, a, k) => total + BigInt(a) * BigInt(matrix[k][j]), 0n)
          const scaled = Math.fround(Math.fround(Number(sum)) * scales[j])
          expect(y[i][j]).toBe(Math.fround(scaled + bias[j]))
        }
      })
    }
  })

  it.each([8, 384, 1536, 4096])('do not overflow for the largest numbers in rows of %i', (length) => {
    const most = mostFor(length)
    for (const byte of [-128, 127]) {
      const x = [1, -1].map((sign) => Array.from({ length }, () => sign * most))
      const y = product({
        x,
        bytes: () => byte,
        columns: 8,
        scales: new Array(8).fill(1),
        bias: new Array(8).fill(0),
      })
      expect(y).toEqual([1, -1].map((sign) => new Array(8).fill(Math.fround(sign * most * byte * length))))
    }
  })
})

describe('rounding', () => {
  it('finds the nearest whole number, halves to even ones', () => {
    const most = 8191
    const random = Random.of(3)
    const rows = Array.from({ length: 5 }, (_, i) =>
      Array.from({ length: 24 }, () => Math.fround((2 * random.uniform() - 1) * 10 ** (3 * i - 6))),
    )
    const { numbers, scales } = rounded(rows, most)
    rows.forEach((row, i) => {
      const largest = Math.max(...row.map(Math.abs))
      expect(scales[i]).toBe(Math.fround(largest / most))
      expect(Math.max(...numbers[i].map(Math.abs))).toBe(most)
      row.forEach((x, k) => {
        expect(Math.abs(numbers[i][k] - (x / largest) * most)).toBeLessThan(0.502)
      })
    })
    expect(rounded([[8, 0.5, 1.5, 2.5, -0.5, -1.5, -2.5, 3]], 8).numbers).toEqual([
      [8, 0, 2, 2, 0, -2, -2, 3],
    ])
  })

  it('keeps within bounds for extreme numbers', () => {
    const row = (...numbers: number[]) => [...numbers, ...new Array(8 - numbers.length).fill(0)]
    const { numbers, scales } = rounded(
      [
        row(),
        row(1e-31, -1e-40),
        row(3.4e38, -3.4e38, 1),
        row(Number.POSITIVE_INFINITY, 1),
        row(Number.NaN, 1),
        row(-1, 1, Number.NaN, Number.NEGATIVE_INFINITY),
      ],
      32767,
    )
    expect(numbers).toEqual([row(), row(), row(32767, -32767), row(), row(), row()])
    expect(scales.map((scale) => (scale > 0 ? 1 : scale))).toEqual([
      0,
      0,
      1,
      Number.NaN,
      Number.NaN,
      Number.NaN,
    ])
  })

  it('takes no whole number above what fits', () => {
    for (const length of [8, 100, 384, 1536, 40_000])
      expect(128 * length * mostFor(length)).toBeLessThan(2 ** 31)
    expect(mostFor(384)).toBe(32767)
    expect(mostFor(1536)).toBe(10922)
  })
})
