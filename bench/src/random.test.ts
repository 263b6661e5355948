// The seeded generator is deterministic, and has the right moments.
import { expect, test } from 'vitest'
import { seeded } from './random.js'

test('the same seed gives the same numbers, another seed others', () => {
  const draw = (seed: number) => Array.from({ length: 5 }, seeded(seed).uniform)
  expect(draw(3)).toEqual(draw(3))
  expect(draw(3)).not.toEqual(draw(4))
})

test('uniform numbers fill [0, 1), normal ones have mean 0 and variance 1', () => {
  const random = seeded(7)
  const n = 20_000
  const mean = (numbers: number[]) => numbers.reduce((a, b) => a + b, 0) / n
  const uniform = Array.from({ length: n }, random.uniform)
  expect(uniform.every((x) => x >= 0 && x < 1)).toBe(true)
  expect(Math.abs(mean(uniform) - 0.5)).toBeLessThan(0.01)
  const normal = Array.from({ length: n }, random.normal)
  expect(Math.abs(mean(normal))).toBeLessThan(0.03)
  expect(Math.abs(mean(normal.map((x) => x * x)) - 1)).toBeLessThan(0.05)
})
