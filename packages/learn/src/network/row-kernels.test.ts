// The loops over rows against their formulas in double precision, and both implementations against each
// other, bit for bit.
import { Random } from '@parleyjs/core/internal'
import { describe, expect, it } from 'vitest'
import { exp32 } from './plain-rows.js'
import { rowBytes } from './simd-rows.js'
import { Workspace } from './workspace.js'

const SIZE = 4096

/** Two memories with the same random numbers of several sizes, one for each implementation. */
function memories(seed: number): [Workspace, Workspace] {
  const random = Random.of(seed)
  const values = Float32Array.from(
    { length: SIZE },
    () => (2 * random.uniform() - 1) * 4 ** (2 * random.uniform()),
  )
  const both = [new Workspace(true), new Workspace(false)] as const
  for (const memory of both) memory.put(values)
  return [...both]
}

/** Does the same in both memories, which have to be equal then; returns the numbers before and after. */
function run([fast, plain]: [Workspace, Workspace], what: (memory: Workspace) => void) {
  const before = Array.from(fast.floats.slice(16, SIZE))
  for (const memory of [fast, plain]) what(memory)
  const [a, b] = [fast, plain].map(({ words }) => words.subarray(0, SIZE))
  expect(a.findIndex((word, i) => word !== b[i])).toBe(-1)
  return { before, after: Array.from(fast.floats.slice(16, SIZE)) }
}

/** Where float i of the memory's numbers is. */
const at = (i: number) => 64 + 4 * i

const erf = (x: number) => {
  // The series converges for the sizes that are tested.
  let sum = 0
  let term = x
  for (let n = 0; n < 200; n++) {
    sum += term / (2 * n + 1)
    term *= (-x * x) / (n + 1)
  }
  return (2 / Math.sqrt(Math.PI)) * sum
}
const phi = (x: number) => (Math.abs(x) > 5 ? (x > 0 ? 1 : 0) : 0.5 * (1 + erf(x / Math.SQRT2)))
const density = (x: number) => Math.exp(-0.5 * x * x) / Math.sqrt(2 * Math.PI)

describe('loops over rows', () => {
  it('run as WebAssembly here, in few enough bytes for browsers that compile at most 4,096 at once', () => {
    expect(new Workspace(true).rows.constructor).not.toBe(new Workspace(false).rows.constructor)
    expect(rowBytes().length).toBeLessThan(4096)
  })

  it('take exponentials of all sizes', () => {
    for (let x = -86.9; x < 88; x += 0.0371)
      expect(exp32(Math.fround(x)) / Math.exp(Math.fround(x))).toBeCloseTo(1, 6)
    expect([-88, -1e30, Number.NEGATIVE_INFINITY].map(exp32)).toEqual([0, 0, 0])
    expect(exp32(0)).toBe(1)
  })

  it.each([4, 12, 32])('softmax of rows of %i, and back', (columns) => {
    const rows = 5
    const step = columns + 8
    const both = memories(columns)
    for (const memory of both) memory.floats[16 + step + 2] = Number.NEGATIVE_INFINITY
    const { before, after } = run(both, (memory) => memory.rows.softmax(at(0), rows, columns, 4 * step, 0.5))
    for (let i = 0; i < rows; i++) {
      const row = before.slice(i * step, i * step + columns).map((x) => Math.exp(0.5 * x))
      const sum = row.reduce((a, b) => a + b)
      row.forEach((value, j) => {
        expect(after[i * step + j]).toBeCloseTo(value / sum, 6)
      })
      expect(after.slice(i * step + columns, (i + 1) * step)).toEqual(
        before.slice(i * step + columns, (i + 1) * step),
      )
    }
    const back = run(both, (memory) => memory.rows.softmaxBack(at(0), at(2000), rows, columns, 4 * step, 0.5))
    for (let i = 0; i < rows; i++) {
      const p = after.slice(i * step, i * step + columns)
      const mean = p.reduce((sum, value, j) => sum + value * back.before[2000 + i * step + j], 0)
      p.forEach((value, j) => {
        const slope = 0.5 * value * (back.before[2000 + i * step + j] - mean)
        expect(back.after[2000 + i * step + j]).toBeCloseTo(slope, 4)
      })
    }
  })

  it.each([4, 16, 36])('normalise rows of %i, and back', (columns) => {
    const rows = 3
    const [gain, bias, hat, inverse, y] = [400, 500, 600, 800, 1000]
    const both = memories(columns)
    const { before, after } = run(both, (memory) =>
      memory.rows.normalise(at(0), rows, columns, at(gain), at(bias), at(hat), at(inverse), at(y)),
    )
    for (let i = 0; i < rows; i++) {
      const row = before.slice(i * columns, (i + 1) * columns)
      const mean = row.reduce((a, b) => a + b) / columns
      const spread = Math.sqrt(row.reduce((sum, x) => sum + (x - mean) ** 2, 0) / columns)
      expect(after[inverse + i]).toBeCloseTo(1 / spread, 4)
      row.forEach((x, j) => {
        const wanted = (before[gain + j] * (x - mean)) / spread + before[bias + j]
        expect(after[y + i * columns + j]).toBeCloseTo(wanted, 4)
      })
    }
    const [dy, dx, dGain, dBias] = [1200, 1400, 1600, 1700]
    const back = run(both, (memory) =>
      memory.rows.normaliseBack(
        at(dy),
        rows,
        columns,
        at(gain),
        at(hat),
        at(inverse),
        at(dx),
        at(dGain),
        at(dBias),
      ),
    )
    for (let j = 0; j < columns; j++) {
      const slopes = [0, 1, 2].map((i) => back.before[dy + i * columns + j])
      const along = slopes.map((slope, i) => slope * after[hat + i * columns + j])
      expect(back.after[dBias + j]).toBeCloseTo(
        slopes.reduce((a, b) => a + b, back.before[dBias + j]),
        3,
      )
      expect(back.after[dGain + j]).toBeCloseTo(
        along.reduce((a, b) => a + b, back.before[dGain + j]),
        3,
      )
    }
    // A change of a whole row by a constant changes nothing: slopes sum to 0.
    for (let i = 0; i < rows; i++) {
      let sum = 0
      for (let j = 0; j < columns; j++)
        sum += back.after[dx + i * columns + j] - back.before[dx + i * columns + j]
      expect(sum).toBeCloseTo(0, 3)
    }
  })

  it('gelu, and back', () => {
    const both = memories(3)
    const { before, after } = run(both, (memory) => memory.rows.gelu(at(0), 400, at(1000)))
    for (let i = 0; i < 400; i++) expect(after[1000 + i]).toBeCloseTo(before[i] * phi(before[i]), 5)
    const back = run(both, (memory) => memory.rows.geluBack(at(0), 400, at(2000), at(3000)))
    for (let i = 0; i < 400; i++) {
      const slope = phi(before[i]) + before[i] * density(before[i])
      expect(back.after[3000 + i]).toBeCloseTo(back.before[3000 + i] + back.before[2000 + i] * slope, 4)
    }
  })

  it('sums', () => {
    const { before, after } = run(memories(5), (memory) => memory.rows.sums(at(8), at(1000), 100, at(2000)))
    const wanted = (i: number) => (i < 100 ? Math.fround(before[8 + i] + before[1000 + i]) : before[2000 + i])
    for (let i = 0; i < 104; i++) expect(after[2000 + i]).toBe(wanted(i))
  })

  it.each([1, 3, 4, 10, 96])('products of rows of %i numbers, in 64 bits', (length) => {
    const count = 7
    // Neither rows nor the second factor lie at multiples of 16 bytes.
    const { before, after } = run(memories(length), (memory) =>
      memory.rows.dots(at(1), count, length, at(1001), at(2002)),
    )
    for (let i = 0; i < count; i++) {
      let sum = 0
      for (let k = 0; k < length; k++) sum += before[1 + i * length + k] * before[1001 + k]
      expect(Math.abs(after[2002 + i] - sum)).toBeLessThan(1e-7 * Math.abs(sum) + 1e-12)
    }
    expect(after[2002 + count]).toBe(before[2002 + count])
  })

  it('a step of AdamW', () => {
    const both = memories(9)
    for (const { floats } of both) for (let i = 16 + 3000; i < 16 + 3100; i++) floats[i] = Math.abs(floats[i])
    const [toSlopes, toMean, toSquares] = [4000, 8000, 12000]
    const { before, after } = run(both, (memory) =>
      memory.rows.adamW(at(0), 100, toSlopes, toMean, toSquares, 0.01, 0.5, 0.9, 0.1, 0.02),
    )
    for (let i = 0; i < 100; i++) {
      const slope = 0.5 * before[1000 + i]
      const mean = 0.9 * before[2000 + i] + 0.1 * slope
      const squares = 0.98 * before[3000 + i] + 0.02 * slope ** 2
      expect(after[2000 + i]).toBeCloseTo(mean, 4)
      expect(after[3000 + i]).toBeCloseTo(squares, 4)
      expect(after[i]).toBeCloseTo(0.9 * before[i] - (0.01 * mean) / Math.sqrt(squares), 4)
    }
  })
})
