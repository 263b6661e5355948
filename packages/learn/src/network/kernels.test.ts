// The kernels against plain sums in double precision, and both implementations against each other, bit for
// bit.

import { Random } from '@parleyjs/core/internal'
import { describe, expect, it } from 'vitest'
import { ARC_ENTRY, WIDTH } from './kernels.js'
import { simdBytes, simdModule } from './simd.js'
import { Workspace } from './workspace.js'

const SIZE = 40_000

/** Two memories with the same random numbers, one for each implementation. */
function memories(seed: number): [Workspace, Workspace] {
  const random = Random.of(seed)
  const values = Float32Array.from({ length: SIZE }, () => 2 * random.uniform() - 1)
  const both = [new Workspace(true), new Workspace(false)] as const
  for (const memory of both) memory.put(values)
  return [...both]
}

/** Does the same in both memories, which have to be equal then; returns the numbers before and after. */
function run(
  [fast, plain]: [Workspace, Workspace],
  what: (memory: Workspace) => void,
): [before: Float32Array, after: Float32Array] {
  const before = fast.floats.slice()
  for (const memory of [fast, plain]) what(memory)
  const [a, b] = [fast, plain].map(({ words }) => words.subarray(0, SIZE))
  expect(a.findIndex((word, i) => word !== b[i])).toBe(-1)
  expect(fast.words.subarray(0, SIZE).some((word, i) => word !== new Int32Array(before.buffer)[i])).toBe(true)
  return [before, fast.floats]
}

describe('kernels', () => {
  it('run as WebAssembly here', () => {
    expect(simdModule()).not.toBeNull()
    expect(new Workspace(true).kernels).not.toBeInstanceOf(new Workspace(false).kernels.constructor)
  })

  it('are few enough bytes for browsers that compile at most 4,096 at once', () => {
    expect(simdBytes().length).toBeLessThan(4096)
  })

  it('multiply matrices of all small sizes, turned ones too', () => {
    const both = memories(1)
    for (const rows of [1, 2, 3, 4, 5, 9])
      for (const columns of [8, 16, 24])
        for (const length of [1, 3, 8])
          for (const turned of [false, true]) {
            const [a, b, y] = [64, 8000, 16_000]
            const [aRow, aColumn] = turned ? [4, 4 * rows] : [4 * length + 8, 4]
            const [bStep, yStep] = [4 * columns + 16, 4 * columns + 32]
            const [before, after] = run(both, ({ kernels }) => {
              kernels.products(a, aRow, aColumn, rows, b, bStep, columns, length, y, yStep)
            })
            const touched = new Set<number>()
            for (let i = 0; i < rows; i++)
              for (let j = 0; j < columns; j++) {
                const at = (y + i * yStep) / 4 + j
                touched.add(at)
                let sum = before[at]
                for (let k = 0; k < length; k++)
                  sum += before[(a + i * aRow + k * aColumn) / 4] * before[(b + k * bStep) / 4 + j]
                expect(after[at]).toBeCloseTo(sum, 4)
              }
            expect(after.every((value, i) => touched.has(i) || Object.is(value, before[i]))).toBe(true)
          }
  })

  it('add rows from a list', () => {
    const both = memories(2)
    const rows = [640, 64, 6400, 640]
    const [before, after] = run(both, ({ kernels, words }) => {
      words.set(rows, 8000)
      kernels.addRows(32_000, rows.length, 48, 16_000)
    })
    for (let j = 0; j < 49; j++) {
      const sum = j === 48 ? 0 : rows.reduce((total, row) => total + before[row / 4 + j], 0)
      expect(after[4000 + j]).toBeCloseTo(before[4000 + j] + sum, 5)
    }
  })

  it('keep what is positive', () => {
    const [before, after] = run(memories(3), ({ kernels }) => kernels.positive(20, 640))
    for (let j = 0; j < 21; j++)
      expect(after[160 + j]).toBe(j === 20 ? before[160 + j] : Math.max(before[160 + j], 0))
    const [was, is] = run(memories(4), ({ kernels }) => kernels.addPositive(6400, 20, 640))
    for (let j = 0; j < 21; j++)
      expect(is[160 + j]).toBe(
        j === 20 ? was[160 + j] : Math.fround(was[1600 + j] + Math.max(was[160 + j], 0)),
      )
  })

  it('sum the rows before each', () => {
    const [before, after] = run(memories(5), ({ kernels }) => kernels.prefixSums(640, 1024, 7, 32_000))
    for (let j = 0; j < WIDTH; j++) {
      let sum = 0
      for (let i = 0; i <= 7; i++) {
        expect(after[8000 + i * WIDTH + j]).toBeCloseTo(sum, 5)
        sum += before[160 + i * 256 + j]
      }
    }
  })

  it('score arcs', () => {
    const random = Random.of(6)
    const count = 9
    const entries = Array.from({ length: count }, () =>
      Array.from({ length: 5 }, () => 64 * Math.floor(random.uniform() * 300) + 64),
    )
    const [before, after] = run(memories(6), ({ kernels, words, floats }) => {
      entries.forEach((rows, a) => {
        words.set(rows, 10_000 + a * ARC_ENTRY)
        floats[10_000 + a * ARC_ENTRY + 5] = 1 / Math.sqrt(a + 1)
      })
      kernels.scoreArcs(40_000, count, 32_000, 60_004)
    })
    entries.forEach((rows, a) => {
      let score = 0
      for (let j = 0; j < WIDTH; j++) {
        const [h, m, d, to, from] = rows.map((row) => before[row / 4 + j])
        score += before[8000 + j] * Math.max(0, h + m + d + (to - from) / Math.sqrt(a + 1))
      }
      expect(after[15_001 + a]).toBeCloseTo(score, 4)
    })
  })

  it('find the slopes of arcs', () => {
    const random = Random.of(8)
    const count = 5
    // Rows, sums and distances, each with space for gradients at these offsets: 4000, 8000 and 2000 bytes.
    const at = [64, 640, 12_000, 24_000, 25_024].map((from) => Math.ceil(from / 64) * 64)
    const [slopes, weights, dWeights] = [48_000, 50_048, 52_032]
    const entries = Array.from({ length: count }, () =>
      at.map((from) => from + 16 * Math.floor(5 * random.uniform())),
    )
    const slopeOf = [0.5, 0, -2, 1, 0.25]
    const [before, after] = run(memories(8), ({ kernels, words, floats }) => {
      entries.forEach((rows, a) => {
        words.set(rows, 15_000 + a * ARC_ENTRY)
        floats[15_000 + a * ARC_ENTRY + 5] = 0.5
        floats[slopes / 4 + a] = slopeOf[a]
      })
      kernels.arcSlopes(60_000, count, slopes, weights, dWeights, 4096, 2048, 8192)
    })
    const expected = Float64Array.from(before)
    entries.forEach((rows, a) => {
      for (let j = 0; j < WIDTH; j++) {
        const [h, m, d, to, from] = rows.map((row) => before[row / 4 + j])
        const z = h + m + d + 0.5 * (to - from)
        if (z <= 0) continue
        expected[dWeights / 4 + j] += slopeOf[a] * z
        const dz = slopeOf[a] * before[weights / 4 + j]
        const away = [4096, 4096, 2048, 8192, 8192]
        for (const [i, factor] of [1, 1, 1, 0.5, -0.5].entries())
          expected[(rows[i] + away[i]) / 4 + j] += factor * dz
      }
    })
    for (let i = 0; i < slopes / 4; i++) expect(Math.abs(after[i] - expected[i])).toBeLessThan(1e-5)
    for (let j = 0; j < WIDTH; j++) expect(after[dWeights / 4 + j]).toBeCloseTo(expected[dWeights / 4 + j], 5)
  })

  it('move weights by Adam', () => {
    const [w, g, m, v] = [64, 4096, 8192, 12_288]
    const [before, after] = run(memories(9), ({ kernels, floats }) => {
      for (let i = 0; i < 40; i++) floats[(v + w) / 4 + i] = Math.abs(floats[(v + w) / 4 + i])
      floats[(g + w) / 4] = floats[(m + w) / 4] = 1e-31
      kernels.adam(w, 36, g, m, v, Math.fround(0.01), 0.5)
    })
    for (let i = w / 4; i < w / 4 + 37; i++) {
      if (i === w / 4 + 36) {
        expect(after[i]).toBe(before[i])
        continue
      }
      const isFirst = i === w / 4
      const slope = isFirst ? 0 : before[i + g / 4] * 0.5
      const mean = isFirst ? 0 : 0.9 * before[i + m / 4] + 0.1 * slope
      const squares = 0.999 * Math.abs(before[i + v / 4]) + 0.001 * slope * slope
      expect(after[i + g / 4]).toBe(0)
      if (isFirst) expect(after[i + m / 4]).toBe(0)
      expect(after[i + m / 4]).toBeCloseTo(mean, 6)
      expect(after[i + v / 4]).toBeCloseTo(squares, 6)
      expect(after[i]).toBeCloseTo(before[i] - (0.01 * mean) / (Math.sqrt(squares) + 1e-8), 5)
    }
  })

  it('add pairs of rows', () => {
    const pairs = [640, 64, 6400, 640, 64, 64]
    const [before, after] = run(memories(7), ({ kernels, words }) => {
      words.set(pairs, 8000)
      kernels.addPairs(32_000, 3, 40_000)
    })
    for (let i = 0; i < 3; i++)
      for (let j = 0; j < WIDTH; j++) {
        const sum = Math.fround(before[pairs[2 * i] / 4 + j] + before[pairs[2 * i + 1] / 4 + j])
        expect(after[10_000 + i * WIDTH + j]).toBe(Math.max(0, sum))
      }
  })
})

describe.each([true, false])('memory (WebAssembly: %s)', (simd) => {
  it('keeps what is in it when it grows, and gives what was taken since a mark again', () => {
    const memory = new Workspace(simd)
    const values = Float32Array.from({ length: 100 }, (_, i) => i)
    const at = memory.put(values)
    const { mark } = memory
    const more = memory.take(200_000)
    expect(more % 64).toBe(0)
    expect(memory.floats.length).toBeGreaterThanOrEqual(more / 4 + 200_000)
    expect(memory.words.buffer).toBe(memory.floats.buffer)
    expect(memory.floats.slice(at / 4, at / 4 + 100)).toEqual(values)
    memory.release(mark)
    expect(memory.take(1)).toBe(more)
  })

  it('says when it is too large', () => {
    expect(() => new Workspace(simd).take(2 ** 30)).toThrow('4294967')
  })
})
