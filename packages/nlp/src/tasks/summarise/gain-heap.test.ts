import fc from 'fast-check'
import { expect, test } from 'vitest'
import { GainHeap } from './gain-heap.js'

test('the first item is always one of greatest gain, and of these the one with the least number', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 20 }),
      fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 30 }),
      (gains, lowered) => {
        const heap = new GainHeap(gains.length)
        const known = [...gains]
        gains.forEach((gain, item) => {
          heap.push(item, gain)
        })
        for (const wanted of [9, ...lowered]) {
          const greatest = Math.max(...known)
          expect(heap.greatest).toBe(greatest)
          expect(heap.first).toBe(known.indexOf(greatest))
          const gain = Math.min(greatest, wanted)
          known[heap.first] = gain
          heap.lower(gain)
        }
      },
    ),
  )
})

test('an empty heap gains nothing', () => {
  const heap = new GainHeap(2)
  heap.push(1, 3)
  heap.clear()
  expect(heap.greatest).toBe(0)
})
