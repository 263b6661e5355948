// The paired randomisation test, against exact values for few sentences.
import { expect, test } from 'vitest'
import { seeded } from '../random.js'
import { pairedP } from './paired-test.js'

test('no difference is no evidence', () => {
  expect(pairedP([3, 5, 2], [3, 5, 2])).toBe(1)
  expect(pairedP([3, 5], [5, 3])).toBe(1)
})

test('for few sentences it is the share of signs that reach the sum', () => {
  // Differences 1, 1, 1, 1, 1: only 2 of 32 choices of signs reach ±5.
  expect(pairedP([0, 0, 0, 0, 0], [1, 1, 1, 1, 1])).toBeCloseTo(2 / 32, 1)
  // Differences 4, −1: all sums are at least 3 in size.
  expect(pairedP([0, 1], [4, 0])).toBe(1)
})

test('a gain in most sentences is significant, noise is not', () => {
  const { below } = seeded(7)
  const base = Array.from({ length: 400 }, () => below(20))
  expect(
    pairedP(
      base,
      base.map((count) => count + (below(3) > 0 ? 1 : -1)),
    ),
  ).toBeLessThan(0.001)
  expect(
    pairedP(
      base,
      base.map((count) => count + (below(2) > 0 ? 1 : -1)),
    ),
  ).toBeGreaterThan(0.02)
})
