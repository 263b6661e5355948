import { describe, expect, it } from 'vitest'
import { SORTS, seeded } from '../factors/testing/random.js'
import { evaluate } from '../graph/evaluate.js'
import { FactorGraph } from '../graph/graph.js'
import { assignments, randomGraph } from '../problem/testing/random-graph.js'
import { exact } from './exact.js'
import { verify } from './verify.js'

function bruteForce(graph: FactorGraph): number {
  let best = Number.NEGATIVE_INFINITY
  for (const assignment of assignments(graph)) best = Math.max(best, evaluate(graph, assignment))
  return best
}

/** Binary variables, each pair linked with a random score: fully frustrated. */
function clique(n: number, seed: number): FactorGraph {
  const random = seeded(seed)
  const graph = new FactorGraph()
  const variables = Array.from({ length: n }, () => graph.binary(random.uniform() * 2 - 1))
  for (const a of variables)
    for (const b of variables) if (a.index < b.index) graph.pair(a, b, random.uniform() * 2 - 1)
  return graph
}

describe('exact', () => {
  it('finds and proves the optimum of random graphs of all kinds of factor', () => {
    for (let seed = 0; seed < 3000; seed++) {
      const graph = randomGraph(seeded(seed), 6, 8, SORTS[seed % SORTS.length])
      const solution = exact(graph, seed % 2 === 0 ? {} : { tableLimit: 0 })
      const best = bruteForce(graph)
      const place = `seed ${seed}: ${solution.status} ${solution.value} of ${best}`
      if (best === Number.NEGATIVE_INFINITY) expect(solution.status, place).toBe('infeasible')
      else {
        expect(solution.status, place).toBe('optimal')
        expect(Math.abs(solution.value - best), place).toBeLessThanOrEqual(1e-6 * Math.max(1, Math.abs(best)))
        expect(solution.bound, place).toBeGreaterThanOrEqual(best - 1e-9 * Math.max(1, Math.abs(best)))
      }
      expect(verify(graph, solution).problems, place).toEqual([])
    }
  })

  it('closes frustrated graphs by search alone', () => {
    for (let seed = 0; seed < 20; seed++) {
      const graph = clique(9, seed)
      const solution = exact(graph, { tableLimit: 0 })
      expect(solution.status).toBe('optimal')
      expect(solution.value).toBeCloseTo(bruteForce(graph), 9)
      expect(verify(graph, solution).problems).toEqual([])
    }
  })
})
