// Growth of typed arrays.
import { expect, test } from 'vitest'
import { grown } from './grown.js'

test.each([Uint8Array, Int16Array, Uint16Array, Int32Array, Float32Array, Float64Array])(
  'a longer %o has the same numbers and the same type',
  (Type) => {
    const numbers = Type.of(3, 4)
    expect(grown<InstanceType<typeof Type>>(numbers)).toEqual(Type.of(3, 4, 0, 0))
    expect(grown<InstanceType<typeof Type>>(numbers, 3)).toEqual(Type.of(3, 4, 0))
  },
)

test('a part of a larger array grows by its own length', () => {
  expect(grown(Int32Array.of(1, 2, 3, 4).subarray(1, 3))).toEqual(Int32Array.of(2, 3, 0, 0))
})
