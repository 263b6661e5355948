// Bins of confidence, and the calibration error.
import { expect, it } from 'vitest'
import { binsOf, calibrationError } from './calibration.js'

it('sorts predictions into bins, the certain ones into the last', () => {
  const bins = binsOf([0.1, 0.15, 0.95, 1, 0.5], [false, true, true, true, false], 10)
  expect(bins.map(({ count }) => count)).toEqual([0, 2, 0, 0, 0, 1, 0, 0, 0, 2])
  expect(bins[1].confidence).toBeCloseTo(0.125)
  expect(bins[1].accuracy).toBe(0.5)
  expect(bins[9]).toMatchObject({ from: 0.9, to: 1, accuracy: 1 })
  // (2 · 0.375 + 1 · 0.5 + 2 · 0.025) / 5
  expect(calibrationError(bins)).toBeCloseTo(0.26)
})

it('has no error where every bin is as right as it says, and none for no predictions', () => {
  expect(calibrationError(binsOf([0.5, 0.5, 1], [true, false, true], 4))).toBe(0)
  expect(calibrationError(binsOf([], [], 4))).toBe(0)
})
