// The least value is a lower limit for every feasible assignment.
import { expect, it } from 'vitest'
import { FactorGraph } from '../graph/graph.js'
import type { Factor } from '../kinds/custom/factor.js'
import { SORTS, seeded } from '../kinds/testing/random.js'
import { evaluate } from './evaluate.js'
import { leastValue } from './least-value.js'
import { compile } from './problem.js'
import { assignments, randomGraph } from './testing/random-graph.js'

it('no feasible assignment scores less than the least value', () => {
  let finite = 0
  for (let seed = 0; seed < 4000; seed++) {
    const graph = randomGraph(seeded(seed), 5, 6, SORTS[seed % SORTS.length])
    const problem = compile(graph)
    if (problem.conflict !== null) continue
    const least = leastValue(problem)
    if (least > Number.NEGATIVE_INFINITY) finite++
    for (const assignment of assignments(graph)) {
      const value = evaluate(graph, assignment)
      if (value > Number.NEGATIVE_INFINITY) expect(value, `seed ${seed}`).toBeGreaterThanOrEqual(least)
    }
  }
  expect(finite).toBeGreaterThan(1000)
})

it('is met by the worst assignment of independent variables', () => {
  const graph = new FactorGraph()
  graph.binary(-2)
  graph.binary([1, 5])
  graph.categorical([3, -4, 7])
  expect(leastValue(compile(graph))).toBeCloseTo(-2 + 1 - 4, 9)
})

it('a custom factor leaves the least value unknown', () => {
  const graph = new FactorGraph()
  const [a, b] = [graph.binary(1), graph.binary(2)]
  const both: Factor = {
    maximize(_scores, configuration) {
      configuration.fill(1)
      return 3
    },
  }
  graph.add(both, [a, b])
  expect(leastValue(compile(graph))).toBe(Number.NEGATIVE_INFINITY)
})
