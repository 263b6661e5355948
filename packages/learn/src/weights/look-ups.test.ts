// The look-ups in WebAssembly against sums by loops in the order that they promise: the same bits.

import { Random } from '@parleyjs/core/internal'
import { describe, expect, it } from 'vitest'
import { HEAD_ENTRY, hasLookUps, lookUpBytes } from './look-ups.js'
import { TableMemory, type TablePlace } from './table-memory.js'
import { MARGIN, Weights } from './weights.js'

const BITS = 12
const SHIFT = 32 - BITS

/** A table of random bytes in a memory, and rows of random numbers beside it. */
function setUp(seed: number) {
  const random = Random.of(seed)
  const bytes = Uint8Array.from({ length: 2 ** BITS + MARGIN }, () => 256 * random.uniform())
  // Very different sizes, so that another order of additions gives other bits.
  const steps = Float32Array.from(
    { length: 256 },
    () => (random.uniform() - 0.5) * 10 ** (8 * random.uniform()),
  )
  const memory = TableMemory.around(bytes.buffer)!
  const weights = new Weights(BITS, undefined, { codes: bytes, steps })
  weights.moveTo(memory)
  const integers = (count: number) => {
    const list = memory.integers(count)
    for (let i = 0; i < count; i++) list[i] = 2 ** 32 * random.uniform()
    return list
  }
  const at = (place: number) => steps[bytes[place]]
  return { memory, weights, place: weights.placeIn(memory) as TablePlace, integers, at }
}

/** As `Weights.score` adds them up. */
function sum(numbers: readonly number[]): number {
  const every = (first: number) =>
    numbers.reduce((total, number, i) => (i % 2 === first ? total + number : total), 0)
  return every(0) + every(1)
}

const sizes = [1, 2, 3, 4, 5, 6, 7, 8, 15, 28, 30]

describe('look-ups in WebAssembly', () => {
  it('are there, and few enough bytes for browsers that compile at most 4,096 at once', () => {
    expect(hasLookUps()).toBe(true)
    expect(lookUpBytes().length).toBeLessThan(4096)
  })

  it('find places, and the numbers that they are made of', () => {
    const { memory, integers } = setUp(1)
    for (const count of sizes) {
      const [values, views, factors] = [integers(3 * 50), integers(count), integers(count)]
      for (let k = 0; k < count; k++) views[k] = 4 * ((views[k] >>> 1) % 50)
      const made = memory.integers(3 * count)
      memory.lookUps.numbers(
        values.byteOffset,
        200,
        3,
        views.byteOffset,
        factors.byteOffset,
        count,
        made.byteOffset,
      )
      for (let i = 0; i < 3; i++)
        for (let k = 0; k < count; k++)
          expect(made[i * count + k]).toBe(Math.imul(values[50 * i + views[k] / 4], factors[k]))
      const [a, b, c, d] = [1, 2, 3, 4].map(() => integers(count))
      const [at, bt, ct, dt] = [a, b, c, d].map(({ byteOffset }) => byteOffset)
      memory.lookUps.places(at, bt, ct, dt, count, -12345, SHIFT, memory.listAddress)
      const places = Array.from(a, (_, k) => (a[k] + b[k] + c[k] + d[k] - 12345) >>> SHIFT)
      expect([...memory.list.subarray(0, count)]).toEqual(places)
    }
  })

  it('add up the weights of parts, as a list of places would be', () => {
    const { memory, weights, place, integers, at } = setUp(2)
    const { codes, steps } = place
    for (const count of sizes)
      for (const again of [0, 1, 3, 7].filter((n) => n <= count)) {
        const words = [1, 2, 3].map(() => integers(count))
        const [a, b, c] = words.map(({ byteOffset }) => byteOffset)
        const { zeros, listAddress, lookUps } = memory
        const found = lookUps.part(
          ...([a, b, c, zeros, count, 77, SHIFT, again, 5, codes, steps, listAddress] as const),
        )
        const places = Array.from(
          words[0],
          (_, k) => (words[0][k] + words[1][k] + words[2][k] + 77) >>> SHIFT,
        )
        const all = [...places, ...places.slice(0, again).map((p) => p + 5)]
        expect(found).toBe(sum(all.map(at)))
        expect(found).toBe(weights.score(Int32Array.from(all), all.length))
      }
  })

  it('add up the weights of arcs', () => {
    const { memory, place, integers, at } = setUp(3)
    const { codes, steps } = place
    for (const count of [0, 4, 24])
      for (const plain of [0, 4, 56])
        for (const more of [0, 1, 2, 5]) {
          const words = [count, count, plain, plain].map((length) => integers(length))
          const [h, m, ph, pm] = words.map(({ byteOffset }) => byteOffset)
          const extra = Array.from({ length: more }, (_, i) => 11 * i + 3)
          memory.list.set(extra, count + plain)
          const found = memory.lookUps.arc(
            ...([h, m, count, ph, pm, plain, 9, 6, SHIFT, more, codes, steps, memory.listAddress] as const),
          )
          const placesOf = (a: Int32Array, b: Int32Array) =>
            Array.from(a, (_, k) => (a[k] + b[k] + 9) >>> SHIFT)
          const both = placesOf(words[0], words[1]).flatMap((p) => [p, p + 6])
          expect(found).toBe(sum([...both, ...placesOf(words[2], words[3]), ...extra].map(at)))
        }
  })

  it('add up the weights of all heads of a word', () => {
    const { memory, place, integers, at } = setUp(4)
    const [count, words] = [24, 7]
    const [heads, row, entries] = [integers(count * words), integers(count), integers(HEAD_ENTRY * words)]
    const out = memory.doubles(words)
    for (let h = 0; h < words; h++) entries.set([row.byteOffset, h, 3 * h, 5 * h + 1], HEAD_ENTRY * h)
    memory.lookUps.heads(
      heads.byteOffset,
      count,
      entries.byteOffset,
      words,
      SHIFT,
      place.codes,
      place.steps,
      memory.listAddress,
      out.byteOffset,
    )
    for (let h = 0; h < words; h++) {
      const places = Array.from(row, (number, k) => ((heads[h * count + k] + number) >>> SHIFT) + h)
      expect(out[h]).toBe(sum([3 * h, 5 * h + 1, ...places].map(at)))
    }
  })

  it('add up rows of weights', () => {
    const { memory, place, at } = setUp(5)
    for (const rows of [1, 2, 3, 4, 5, 8, 11])
      for (const count of [1, 2, 43]) {
        const offsets = memory.integers(rows)
        const sums = memory.doubles(rows)
        for (let i = 0; i < rows; i++) offsets[i] = (7 * i) % 40
        for (let k = 0; k < count; k++) memory.list[k] = (97 * k) % 4096
        memory.sumRows(count, offsets, 0, rows, place, sums)
        const expected = Array.from(offsets, (offset) => {
          let total = 0
          for (let k = 0; k < count; k++) total += at(memory.list[k] + offset)
          return total
        })
        expect([...sums]).toEqual(expected)
      }
  })
})
