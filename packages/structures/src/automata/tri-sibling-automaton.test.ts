import { expect, it } from 'vitest'
import { HeadAutomaton, TriSiblingAutomaton } from '../index.js'

it('the example of the doc comment', () => {
  const links = new Float64Array(2)
  const automaton = new TriSiblingAutomaton({ triSiblings: [0, 0, 0, 0, 0, 0, 5] })
  expect(automaton.maximize(Float64Array.of(-1, -2), links)).toBe(5)
  expect([...links]).toEqual([1, 1])
})

it('with pairs alone it is a head automaton', () => {
  for (let n = 0; n < 12; n++) {
    const siblings = Float64Array.from({ length: ((n + 1) * (n + 2)) / 2 }, (_, i) => 2 * Math.sin(7 * i))
    const triSiblings = new Float64Array(n + 1 + (n * (n + 1) * (n + 2)) / 6)
    const scores = Float64Array.from({ length: n }, (_, i) => Math.cos(5 * i))
    const three = new TriSiblingAutomaton({ triSiblings, siblings })
    const two = new HeadAutomaton({ siblings })
    const links = new Float64Array(n)
    const expected = new Float64Array(n)
    expect(three.maximize(scores, links)).toBeCloseTo(two.maximize(scores, expected), 10)
    expect(links).toEqual(expected)
  }
})

it.each([
  ['no scores', { triSiblings: [] }, /0 found.*1 for 0/],
  ['a score too many', { triSiblings: new Float64Array(8) }, /8 found.*7 for 2, 14 for 3/],
  ['NaN', { triSiblings: [Number.NaN] }, /number 1 of 1 is NaN/],
  [
    'a sibling score too few',
    { triSiblings: new Float64Array(7), siblings: [0, 0, 0, 0, 0] },
    /6 expected.*5 found/,
  ],
])('%s is refused with figures', (_, options, message) => {
  expect(() => new TriSiblingAutomaton(options)).toThrow(message)
})
