import { ParleyError } from '@parleyjs/core'
import { expect, it } from 'vitest'
import { HeadBigrams } from '../index.js'

it('the example of the doc comment', () => {
  const links = new Float64Array(4)
  const bigrams = new HeadBigrams({ counts: [2, 2], pairs: [0, 3, 0, 0] })
  expect(bigrams.maximize(Float64Array.of(0, 1, 1, 0), links)).toBe(3)
  expect([...links]).toEqual([1, 0, 0, 1])
})

it.each([
  ['no words', { counts: [], pairs: [] }, /at least one word/],
  ['a word without heads', { counts: [1, 0], pairs: [] }, /word 2 is 0/],
  ['a score too few', { counts: [2, 3], pairs: [0, 0, 0, 0, 0] }, /6 expected.*5 found/],
  ['NaN', { counts: [1, 1], pairs: [Number.NaN] }, /is NaN/],
])('%s is refused with figures', (_, options, message) => {
  expect(() => new HeadBigrams(options)).toThrow(ParleyError)
  expect(() => new HeadBigrams(options)).toThrow(message)
})
