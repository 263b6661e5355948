import { ParleyError } from '@parleyjs/core'
import { describe, expect, it } from 'vitest'
import { GeneralTree, GrandparentHeadAutomaton, HeadAutomaton, Sequence, SequenceBudget } from '../index.js'

const states = [2, 3, 1, 2]
const degree = 8
const edges = 2 + 6 + 3 + 2 + 2

/** Scores without structure, and all paths with their totals. */
function example(scale: number, forbidden: number[] = []) {
  const own = Float64Array.from({ length: edges }, (_, i) => scale * Math.sin(3 * i + 1))
  for (const i of forbidden) own[i] = -Infinity
  const scores = Float64Array.from({ length: degree }, (_, i) => scale * Math.cos(5 * i))
  const paths: { links: number[]; parts: number[]; total: number }[] = []
  for (let a = 0; a < 2; a++)
    for (let b = 0; b < 3; b++)
      for (let d = 0; d < 2; d++) {
        const links = [a, 2 + b, 5, 6 + d]
        const parts = [a, 2 + 3 * a + b, 8 + b, 11 + d, 13 + d]
        const total = links.reduce((sum, i) => sum + scores[i], 0) + parts.reduce((sum, i) => sum + own[i], 0)
        paths.push({ links, parts, total })
      }
  return { own, scores, paths }
}

describe('Sequence.marginals', () => {
  it.each([
    ['ordinary scores', 1, []],
    ['forbidden transitions', 2, [0, 5, 9]],
    ['scores of ±1e6', 1e6, []],
    ['scores of 1e−9', 1e-9, []],
  ])('are sums over all paths with %s', (_, scale, forbidden) => {
    const { own, scores, paths } = example(scale, forbidden)
    const top = Math.max(...paths.map(({ total }) => total))
    const sum = paths.reduce((z, { total }) => z + Math.exp(total - top), 0)
    const probabilities = new Float64Array(degree)
    const expected = new Float64Array(edges)
    const logZ = new Sequence({ states, scores: own }).marginals(scores, probabilities, expected)
    expect(logZ).toBeCloseTo(top + Math.log(sum), scale > 1e3 ? 6 : 10)
    const mass = (has: (path: (typeof paths)[0]) => boolean) =>
      paths.filter(has).reduce((p, { total }) => p + Math.exp(total - top) / sum, 0)
    for (let i = 0; i < degree; i++)
      expect(probabilities[i]).toBeCloseTo(
        mass(({ links }) => links.includes(i)),
        7,
      )
    for (let i = 0; i < edges; i++)
      expect(expected[i]).toBeCloseTo(
        mass(({ parts }) => parts.includes(i)),
        7,
      )
  })

  it('are all 0 where nothing is allowed', () => {
    const probabilities = new Float64Array(1).fill(7)
    const sequence = new Sequence({ states: [1], scores: [-Infinity, 0] })
    expect(sequence.marginals(new Float64Array(1), probabilities)).toBe(-Infinity)
    expect([...probabilities]).toEqual([0])
  })
})

describe('the examples of the doc comments', () => {
  it('HeadAutomaton', () => {
    const links = new Float64Array(2)
    const automaton = new HeadAutomaton({ siblings: [0, 0, 0, 5, 0, 0] })
    expect(automaton.maximize(Float64Array.of(-1, -2), links)).toBe(5)
    expect([...links]).toEqual([1, 1])
  })
  it('GrandparentHeadAutomaton', () => {
    const links = new Float64Array(3)
    const options = { grandparentCount: 2, grandparents: [0, 4], siblings: [0, 0, 0] }
    expect(new GrandparentHeadAutomaton(options).maximize(Float64Array.of(1, 0, -1), links)).toBe(4)
    expect([...links]).toEqual([0, 1, 1])
  })
  it('Sequence', () => {
    const links = new Float64Array(4)
    const sequence = new Sequence({ states: [2, 2], scores: [0, 0, 0, 3, 0, 0, 0, 0] })
    expect(sequence.maximize(Float64Array.of(0, 1, 1, 0), links)).toBe(3)
    expect([...links]).toEqual([1, 0, 0, 1])
  })
  it('SequenceBudget', () => {
    const links = new Float64Array(4)
    const sequence = new SequenceBudget({ states: [2, 2], scores: [0, 0, 0, 0, 0, 0, 0, 0], budget: 1 })
    expect(sequence.maximize(Float64Array.of(2, 0, 3, 0), links)).toBe(0)
    expect([...links]).toEqual([0, 1, 1, 0])
  })
  it('GeneralTree', () => {
    const links = new Float64Array(6)
    const tree = new GeneralTree({ states: [2, 2, 2], parents: [-1, 0, 0], scores: [0, 1, 0, 0, 0, 2, 0, 0] })
    expect(tree.maximize(Float64Array.of(0, 2, 0, 0, 0, 0), links)).toBe(3)
    expect([...links]).toEqual([1, 0, 0, 1, 0, 1])
  })
})

describe('bad arguments are refused with figures', () => {
  it.each([
    [
      'a score too few',
      () => new Sequence({ states: [2, 2], scores: new Float64Array(7) }),
      /8 expected.*7 found/,
    ],
    ['no positions', () => new Sequence({ states: [], scores: [] }), /at least one position/],
    ['a position without states', () => new Sequence({ states: [2, 0], scores: [] }), /position 2.*is 0/],
    ['NaN', () => new Sequence({ states: [1], scores: [0, Number.NaN] }), /number 2 of 2 is NaN/],
    ['+∞', () => new HeadAutomaton({ siblings: [Infinity] }), /number 1 of 1 is Infinity/],
    [
      'a negative budget',
      () => new SequenceBudget({ states: [1], scores: [0, 0], budget: -1 }),
      /budget.*is -1/,
    ],
    ['5 sibling scores', () => new HeadAutomaton({ siblings: new Float64Array(5) }), /5 found/],
    ['no sibling scores', () => new HeadAutomaton({ siblings: [] }), /1 expected.*0 found/],
    [
      'uneven grandparent scores',
      () => new GrandparentHeadAutomaton({ grandparentCount: 2, grandparents: [1, 2, 3], siblings: [0] }),
      /3 found.*multiple of the 2/,
    ],
    [
      'no grandparents',
      () => new GrandparentHeadAutomaton({ grandparentCount: 0, grandparents: [], siblings: [0] }),
      /is 0.*at least 1/,
    ],
    [
      'a tree with a cycle',
      () => new GeneralTree({ states: [1, 1, 1], parents: [-1, 2, 1], scores: [0, 0] }),
      /cycle: 2 of 3 nodes/,
    ],
    [
      'a tree too few scores',
      () => new GeneralTree({ states: [2, 2], parents: [-1, 0], scores: [0] }),
      /4 expected.*1 found/,
    ],
  ])('%s', (_, make, message) => {
    expect(make).toThrow(ParleyError)
    expect(make).toThrow(message)
  })
})
