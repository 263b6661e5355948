import { ParleyError } from '@parleyjs/core'
import { describe, expect, it } from 'vitest'
import { Sequence, TrigramSequence } from '../index.js'

const wave = (n: number, step: number) =>
  Float64Array.from({ length: n }, (_, i) => 2 * Math.sin(step * i + 1))

it('the example of the doc comment', () => {
  const scores = (_: number, beforeThat: number, before: number, state: number) =>
    beforeThat === 0 && before === 1 && state === 0 ? 3 : 0
  const sequence = new TrigramSequence({ states: [2, 2, 2], scores })
  const links = new Float64Array(6)
  expect(sequence.maximize(Float64Array.of(0, 1, 0, 0, 0, 1), links)).toBe(3)
  expect([...links]).toEqual([1, 0, 0, 1, 1, 0])
})

it('a function is asked for every start, triple and stop once, with −1 outside the sequence', () => {
  const asked: string[] = []
  const scores = (...triple: number[]) => {
    asked.push(triple.join(' '))
    return 0
  }
  new TrigramSequence({ states: [2, 1], scores })
  expect(asked).toEqual(['0 -1 -1 0', '0 -1 -1 1', '1 -1 0 0', '1 -1 1 0', '2 0 0 -1', '2 1 0 -1'])
})

it('with scores of pairs alone it is a sequence, also where there are many states', () => {
  const states = [7, 1, 12, 30, 3, 1, 9]
  const degree = states.reduce((a, b) => a + b, 0)
  const starts = [0]
  for (let t = 0; t < states.length; t++) starts.push(starts[t] + (t ? states[t - 1] : 1) * states[t])
  const own = wave(starts[states.length] + 9, 3)
  const pair = (t: number, _: number, before: number, state: number) =>
    own[starts[t] + Math.max(before, 0) * (states[t] ?? 1) + Math.max(state, 0)]
  const three = new TrigramSequence({ states, scores: pair })
  const two = new Sequence({ states, scores: own })
  const scores = wave(degree, 5)
  const [found, expected] = [new Float64Array(degree), new Float64Array(degree)]
  expect(three.maximize(scores, found)).toBeCloseTo(two.maximize(scores, expected), 10)
  expect(found).toEqual(expected)
  expect(three.marginals(scores, found)).toBeCloseTo(two.marginals(scores, expected), 10)
  for (let i = 0; i < degree; i++) expect(found[i]).toBeCloseTo(expected[i], 10)
})

describe('expected', () => {
  it.each([[[3]], [[2, 3]], [[2, 3, 1, 2, 2]]])(
    'is the derivative of the normaliser by every score (states %j)',
    (states) => {
      const padded = [1, 1, ...states, 1]
      const count = padded.slice(2).reduce((sum, k, t) => sum + padded[t] * padded[t + 1] * k, 0)
      const own = wave(count, 3)
      own[count - 1] = -Infinity
      const degree = states.reduce((a, b) => a + b, 0)
      const scores = wave(degree, 5)
      const expected = new Float64Array(count).fill(7)
      const links = new Float64Array(degree)
      new TrigramSequence({ states, scores: own }).marginals(scores, links, expected)
      const h = 1e-5
      for (let i = 0; i < count; i++) {
        const at = (x: number) => {
          const moved = own.slice()
          moved[i] += x
          return new TrigramSequence({ states, scores: moved }).marginals(scores, links)
        }
        expect(expected[i]).toBeCloseTo((at(h) - at(-h)) / (2 * h), 8)
      }
    },
  )
})

it.each([
  ['no positions', { states: [], scores: [] }, /at least one position/],
  ['a position without states', { states: [2, 0], scores: [] }, /position 2.*is 0/],
  ['a score too few', { states: [2, 2], scores: new Float64Array(9) }, /10 expected.*9 found/],
  ['NaN', { states: [1], scores: () => Number.NaN }, /number 1 of 2 is NaN/],
])('%s is refused with figures', (_, options, message) => {
  expect(() => new TrigramSequence(options)).toThrow(ParleyError)
  expect(() => new TrigramSequence(options)).toThrow(message)
})
