// IntTable against a Map, on random hashes that recur and collide.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { IntTable } from './hash-table.js'

it('numbers hashes as a map would, whatever they are', () => {
  // Few different hashes, so that they recur, and hashes with equal low bits, so that they collide.
  const hash = fc.oneof(
    fc.integer({ min: -9, max: 9 }),
    fc.integer(),
    fc.integer().map((x) => x << 12),
  )
  fc.assert(
    fc.property(fc.uniqueArray(hash, { maxLength: 300 }), fc.array(hash), (known, asked) => {
      const numbers = IntTable.numbering(Int32Array.from(known))
      const map = new Map(known.map((one, i) => [one, i + 1]))
      for (const one of [...known, ...asked]) {
        expect(numbers.get(one)).toBe(map.get(one) ?? 0)
        expect(numbers.has(one)).toBe(map.has(one))
      }
    }),
  )
})
