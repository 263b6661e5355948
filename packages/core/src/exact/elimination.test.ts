// Variable elimination against enumeration, and its limits.
import { expect, it } from 'vitest'
import { assignments, randomGraph } from '../../test-support/random-graph.js'
import { FactorGraph } from '../graph/graph.js'
import { SORTS, seeded } from '../kinds/common/random-scores.js'
import { evaluate, evaluateSlots } from '../problem/evaluate.js'
import { compile } from '../problem/problem.js'
import { eliminate } from './elimination.js'

function bruteForce(graph: FactorGraph): number {
  let best = Number.NEGATIVE_INFINITY
  for (const assignment of assignments(graph)) best = Math.max(best, evaluate(graph, assignment))
  return best
}

it('elimination finds the optimum of random graphs of all kinds of factor', () => {
  let solved = 0
  let infeasible = 0
  for (let seed = 0; seed < 3000; seed++) {
    const sort = SORTS[seed % SORTS.length]
    const graph = randomGraph(seeded(seed), 6, 7, sort)
    const result = eliminate(compile(graph))
    const best = bruteForce(graph)
    if (result === null) continue
    solved++
    if (best === Number.NEGATIVE_INFINITY) {
      infeasible++
      expect(result.value, `seed ${seed}`).toBe(best)
      continue
    }
    const close = 1e-12 * Math.max(1, Math.abs(best)) + 1e-7 * (sort.includes('huge') ? 1 : 0)
    expect(Math.abs(result.value - best), `seed ${seed}: ${result.value} ${best}`).toBeLessThanOrEqual(
      Math.max(close, 1e-9),
    )
    expect(Math.abs(evaluateSlots(graph, result.values) - best), `seed ${seed}`).toBeLessThanOrEqual(
      Math.max(close, 1e-9),
    )
  }
  expect(solved).toBeGreaterThan(2500)
  expect(infeasible).toBeGreaterThan(100)
})

it('gives up where tables would be too large', () => {
  const random = seeded(1)
  const graph = new FactorGraph()
  const variables = Array.from({ length: 12 }, () => graph.binary(random.uniform()))
  for (const a of variables)
    for (const b of variables) if (a.index < b.index) graph.pair(a, b, random.uniform() - 0.5)
  expect(eliminate(compile(graph), { largest: 1 << 8 })).toBeNull()
  expect(eliminate(compile(graph))!.value).toBeCloseTo(bruteForce(graph), 9)
})
