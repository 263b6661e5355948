// Rounding to two decimals as the official scripts do.
import { expect, test } from 'vitest'
import { twoDecimals } from './round.js'

// What Python's '%.2f' gives: half-way cases go to the even figure, and only binary fractions are half-way.
test.each([
  [0.125, '0.12'],
  [0.375, '0.38'],
  [0.625, '0.62'],
  [3.125, '3.12'],
  [99.625, '99.62'],
  [99.875, '99.88'],
  [-0.125, '-0.12'],
  [-0.375, '-0.38'],
  [12.5, '12.50'],
  [1.005, '1.00'],
  [2.675, '2.67'],
  [100, '100.00'],
  [0, '0.00'],
])('%d: %s', (value, figure) => {
  expect(twoDecimals(value)).toBe(figure)
})
