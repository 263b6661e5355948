import { expect, test } from 'vitest'
import { calibrate, kernel } from './calibrate.js'

test('the kernel clips x = a + b[index] / 2 to [0, 1], round after round', () => {
  const a = Float64Array.of(0.5, -1, 2)
  const b = new Float64Array(3)
  const sum = kernel(a, b, Int32Array.of(2, 0, 0), 2)
  // Round 1: 0.5, 0 (of −0.75), 1 (of 2.25). Round 2: 1, 0 (of −0.5), 1.
  expect(sum).toBe(1.5 + 2)
  expect([...b]).toEqual([1, 0, 1])
})

test('the time is positive', () => {
  expect(calibrate(1)).toBeGreaterThan(0)
})
