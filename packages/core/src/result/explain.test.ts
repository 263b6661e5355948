// The shares of an explanation add up, and name what breaks.
import { expect, it } from 'vitest'
import { FactorGraph } from '../graph/graph.js'
import { SORTS, seeded } from '../kinds/testing/random.js'
import { evaluate } from '../problem/evaluate.js'
import { assignments, randomGraph } from '../problem/testing/random-graph.js'
import { explain } from './explain.js'

it('the shares add up to the value of any assignment', () => {
  let violated = 0
  for (let seed = 0; seed < 800; seed++) {
    const graph = randomGraph(seeded(seed), 4, 6, SORTS[seed % SORTS.length])
    for (const assignment of assignments(graph)) {
      const { total, constant, variables, factors } = explain(graph, assignment)
      const shares = [...variables, ...factors].map(({ score }) => score)
      const size = shares.reduce((sum, score) => sum + Math.abs(score), 0)
      const sum = shares.reduce((a, b) => a + b, constant)
      expect(total).toBe(evaluate(graph, assignment))
      if (total === Number.NEGATIVE_INFINITY) {
        violated++
        expect(sum, `seed ${seed}`).toBe(total)
      } else expect(Math.abs(sum - total), `seed ${seed}`).toBeLessThanOrEqual(1e-14 * size)
      for (const factor of factors) expect(factor.satisfied).toBe(factor.score !== Number.NEGATIVE_INFINITY)
    }
  }
  expect(violated).toBeGreaterThan(500)
})

it('names what it lists', () => {
  const graph = new FactorGraph()
  const rain = graph.binary([0.5, 2], 'rain')
  const sky = graph.categorical([1, 3], 'sky')
  graph.implies([rain], sky.is(0), 'clouds')
  graph.pair(rain, sky.is(1), 4)
  expect(explain(graph, [1, 1])).toEqual({
    total: Number.NEGATIVE_INFINITY,
    constant: 0,
    variables: [
      { index: 0, name: 'rain', value: 1, score: 2 },
      { index: 1, name: 'sky', value: 1, score: 3 },
    ],
    factors: [
      { index: 0, name: 'clouds', kind: 'implication', score: Number.NEGATIVE_INFINITY, satisfied: false },
      { index: 1, name: undefined, kind: 'pair', score: 4, satisfied: true },
    ],
  })
  expect(explain(graph, [0, 1]).total).toBe(3.5)
})

it('refuses an assignment of the wrong shape', () => {
  const graph = new FactorGraph()
  graph.binary(1, 'a')
  expect(() => explain(graph, [0, 0])).toThrow(/2 values.*1 variables/)
  expect(() => explain(graph, [2])).toThrow(/a has values 0 to 1, not 2/)
})
