// Arrays from the slab allocator are zeros and do not overlap.
import { expect, test } from 'vitest'
import { carveBytes, carveFloats, carveInts } from './carve.js'

const kinds = [
  ['floats', carveFloats, Float64Array],
  ['integers', carveInts, Int32Array],
  ['bytes', carveBytes, Uint8Array],
] as const

test.each(kinds)('%s have the length that was asked for, and are zeros', (_, carve, kind) => {
  for (const length of [0, 1, 8, 9, 16, 17, 64, 65, 1000, 1024, 1025, 2048, 8192, 8193, 100_000]) {
    const array = carve(length)
    expect(array).toBeInstanceOf(kind)
    expect(array).toHaveLength(length)
    expect(array.every((value) => value === 0)).toBe(true)
    array.fill(1)
  }
})

test('arrays of all kinds and sizes share no byte', () => {
  const arrays = Array.from({ length: 3000 }, (_, i) => kinds[i % 3][1](1 + ((i * 37) % 700)))
  for (const [i, array] of arrays.entries()) array.fill(i % 251)
  for (const [i, array] of arrays.entries()) expect(array.every((value) => value === i % 251)).toBe(true)
})
