// The k best assignments and diverse ones, against enumeration.
import { describe, expect, it } from 'vitest'
import { FactorGraph } from '../graph/graph.js'
import { SORTS, seeded } from '../kinds/testing/random.js'
import { evaluate } from '../problem/evaluate.js'
import { assignments, randomGraph } from '../problem/testing/random-graph.js'
import { verify } from '../verify/verify.js'
import { kBest } from './k-best.js'

/** All feasible assignments with their scores, the best first. */
function enumerate(graph: FactorGraph): { assignment: number[]; value: number }[] {
  const all: { assignment: number[]; value: number }[] = []
  for (const assignment of assignments(graph)) {
    const value = evaluate(graph, assignment)
    if (value > Number.NEGATIVE_INFINITY) all.push({ assignment: assignment.slice(), value })
  }
  return all.sort((a, b) => b.value - a.value)
}

function distance(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let count = 0
  for (let v = 0; v < a.length; v++) if (a[v] !== b[v]) count++
  return count
}

const close = (a: number, b: number) => Math.abs(a - b) <= 1e-6 * Math.max(1, Math.abs(b))

describe('kBest', () => {
  it('gives the k best assignments of random graphs, in order, each once', () => {
    let fewer = 0
    for (let seed = 0; seed < 600; seed++) {
      const graph = randomGraph(seeded(seed), 5, 6, SORTS[seed % SORTS.length])
      const k = 1 + (seed % 7)
      // By partition if elimination is allowed, otherwise by constraints.
      const solutions = kBest(graph, k, seed % 2 === 0 ? {} : { tableLimit: 0 })
      const all = enumerate(graph)
      expect(solutions.length, `seed ${seed}`).toBe(Math.min(k, all.length))
      if (all.length < k) fewer++
      const seen = new Set<string>()
      solutions.forEach((solution, i) => {
        const place = `seed ${seed}, solution ${i}: ${solution.value} instead of ${all[i].value}`
        expect(close(solution.value, all[i].value), place).toBe(true)
        expect(close(evaluate(graph, solution.assignment!), solution.value), place).toBe(true)
        expect(solution.status, place).toBe('optimal')
        seen.add(solution.assignment!.join())
      })
      expect(seen.size, `seed ${seed}`).toBe(solutions.length)
      if (solutions.length > 0) expect(verify(graph, solutions[0]).problems, `seed ${seed}`).toEqual([])
    }
    expect(fewer).toBeGreaterThan(20)
  })

  it('diverse solutions are each the best at the asked distance from all earlier ones', () => {
    for (let seed = 0; seed < 300; seed++) {
      const graph = randomGraph(seeded(seed), 6, 5, 'ordinary')
      const diverse = 2 + (seed % 2)
      const solutions = kBest(graph, 4, { diverse })
      const all = enumerate(graph)
      const chosen: ArrayLike<number>[] = []
      for (let i = 0; i < 4; i++) {
        const best = all.find(({ assignment }) => chosen.every((c) => distance(c, assignment) >= diverse))
        const solution = solutions[i]
        const place = `seed ${seed}, solution ${i}`
        expect(solution === undefined, place).toBe(best === undefined)
        if (best === undefined || solution === undefined) break
        expect(close(solution.value, best.value), `${place}: ${solution.value} ${best.value}`).toBe(true)
        for (const c of chosen)
          expect(distance(c, solution.assignment!), place).toBeGreaterThanOrEqual(diverse)
        chosen.push(solution.assignment!)
      }
    }
  })

  it('stops at a limit with what it has', () => {
    const random = seeded(3)
    const graph = new FactorGraph()
    const variables = Array.from({ length: 30 }, () => graph.binary(random.uniform()))
    for (const a of variables)
      for (const b of variables) if (a.index < b.index) graph.pair(a, b, random.uniform() - 0.6)
    const solutions = kBest(graph, 3, { maxIterations: 1, tighten: false })
    expect(solutions.length).toBeGreaterThanOrEqual(1)
    expect(solutions.at(-1)!.status).toBe('interrupted')
    for (const solution of solutions) expect(solution.bound).toBeGreaterThanOrEqual(solution.value)
  })

  it('refuses numbers that make no sense', () => {
    const graph = new FactorGraph()
    graph.binary(1)
    expect(() => kBest(graph, 0)).toThrow('number of solutions')
    expect(() => kBest(graph, 1.5)).toThrow('number of solutions')
    expect(() => kBest(graph, 2, { diverse: -1 })).toThrow('The option diverse is -1')
  })
})
