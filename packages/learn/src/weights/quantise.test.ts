// Weights as bytes: accuracy, and that packing restored weights gives the same bytes.
import { Random } from '@parleyjs/core/internal'
import { expect, it } from 'vitest'
import { quantise, restore } from './quantise.js'
import { Weights } from './weights.js'

/** Many small weights, few great ones, as training leaves them. */
function weights(seed: number): Weights {
  const table = new Weights(12)
  const random = new Random(seed)
  for (let i = 0; i < table.values.length; i++) table.values[i] = (2 * random.uniform() - 1) ** 9
  return table
}

it('keeps weights to within a few hundredths of their spread', () => {
  for (let seed = 1; seed <= 10; seed++) {
    const table = weights(seed)
    const { bytes, scale } = quantise(table)
    const back = restore(bytes, scale)
    expect(back.bits).toBe(12)
    let error = 0
    let spread = 0
    table.values.forEach((value, i) => {
      error += (value - back.values[i]) ** 2
      spread += value ** 2
      expect(value * back.values[i]).toBeGreaterThanOrEqual(0)
    })
    expect(Math.sqrt(error / spread)).toBeLessThan(0.03)
  }
})

it('gives the same bytes for weights that were bytes before', () => {
  for (let seed = 1; seed <= 10; seed++) {
    const first = quantise(weights(seed))
    expect(quantise(restore(first.bytes, first.scale))).toEqual(first)
  }
})

it('keeps a table of zeros', () => {
  const { bytes, scale } = quantise(new Weights(4))
  expect(restore(bytes, scale).values.every((value) => value === 0)).toBe(true)
})
