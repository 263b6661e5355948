// The noisy channels have the error rates that theory gives.
import { expect, test } from 'vitest'
import { gaussian, symmetric } from './channel.js'
import { seeded } from './random.js'

const word = Uint8Array.from({ length: 20_000 }, (_, i) => i % 2)
const share = (ratios: Float64Array) =>
  ratios.reduce((wrong, ratio, i) => wrong + (ratio > 0 === (word[i] === 1) ? 0 : 1), 0) / word.length

test('the symmetric channel flips the share of bits it says, and all ratios weigh the same', () => {
  const ratios = symmetric(0.1).send(word, seeded(1))
  expect(Math.abs(share(ratios) - 0.1)).toBeLessThan(0.01)
  expect(new Set(ratios.map(Math.abs))).toEqual(new Set([Math.log(9)]))
})

test('Gaussian noise at 0 dB and rate ½ has variance 1: Φ(−1) = 15.87 % of the hard decisions are wrong', () => {
  const ratios = gaussian(0, 0.5).send(word, seeded(2))
  expect(Math.abs(share(ratios) - 0.1587)).toBeLessThan(0.01)
})
