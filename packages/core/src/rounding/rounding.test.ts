// Rounding finds feasible assignments of good score, against enumeration, and the same ones each time.
import { describe, expect, it } from 'vitest'
import { assignments, randomGraph } from '../../test-support/random-graph.js'
import { FactorGraph } from '../graph/graph.js'
import { SORTS, seeded } from '../kinds/common/random-scores.js'
import { evaluateSlots, slotValues } from '../problem/evaluate.js'
import { compile, type Problem } from '../problem/problem.js'
import { Rounder } from './rounding.js'

/** The best score of all assignments, by enumeration; −Infinity if the graph is infeasible. */
function optimum(graph: FactorGraph): number {
  let best = Number.NEGATIVE_INFINITY
  for (const assignment of assignments(graph))
    best = Math.max(best, evaluateSlots(graph, slotValues(graph, assignment)))
  return best
}

function relaxed(problem: Problem, seed: number, sharp: boolean): Float64Array {
  const random = seeded(seed)
  return Float64Array.from({ length: problem.slots }, () => (sharp ? random.below(2) : random.uniform()))
}

function round(problem: Problem, p: Float64Array, effort: number): Rounder {
  const rounder = new Rounder(problem)
  rounder.round(p, effort)
  return rounder
}

describe('Rounder', () => {
  it('claims only feasible assignments, at the score that they have, whatever the relaxed solution', () => {
    for (let seed = 0; seed < 4000; seed++) {
      const sort = SORTS[seed % SORTS.length]
      const graph = randomGraph(seeded(seed), 6, 8, sort)
      const problem = compile(graph)
      const rounder = round(problem, relaxed(problem, seed, seed % 3 === 0), seed % 3)
      if (rounder.value === Number.NEGATIVE_INFINITY) continue
      const value = evaluateSlots(graph, rounder.values.subarray(0, graph.slotCount))
      const size = 1 + graph.scores.data.subarray(0, graph.slotCount).reduce((sum, s) => sum + Math.abs(s), 0)
      expect(value, `seed ${seed}: feasible`).not.toBe(Number.NEGATIVE_INFINITY)
      expect(Math.abs(value - rounder.value), `seed ${seed} (${sort})`).toBeLessThan(1e-6 + 1e-9 * size)
    }
  })

  it('finds a feasible assignment in 99 % of small feasible graphs, and the best one in most', () => {
    let feasible = 0
    let found = 0
    let best = 0
    for (let seed = 0; seed < 3000; seed++) {
      const graph = randomGraph(seeded(7e6 + seed), 6, 10)
      const most = optimum(graph)
      if (most === Number.NEGATIVE_INFINITY) continue
      feasible++
      const problem = compile(graph)
      const { value } = round(problem, relaxed(problem, seed, false), 2)
      if (value > Number.NEGATIVE_INFINITY) found++
      if (value > most - 1e-9 * (1 + Math.abs(most))) best++
    }
    expect(feasible).toBeGreaterThan(500)
    expect(found / feasible).toBeGreaterThan(0.99)
    expect(best / feasible).toBeGreaterThan(0.8)
  })

  it('finds nothing in infeasible graphs', () => {
    for (let seed = 0; seed < 1500; seed++) {
      const graph = randomGraph(seeded(9e6 + seed), 4, 14)
      if (optimum(graph) > Number.NEGATIVE_INFINITY) continue
      const problem = compile(graph)
      expect(round(problem, relaxed(problem, seed, false), 2).value).toBe(Number.NEGATIVE_INFINITY)
    }
  })

  it('gives the same bits twice, and never gets worse from call to call', () => {
    for (let seed = 0; seed < 200; seed++) {
      const problem = compile(randomGraph(seeded(seed), 12, 16))
      const a = new Rounder(problem)
      const b = new Rounder(problem)
      let last = Number.NEGATIVE_INFINITY
      for (let call = 0; call < 4; call++) {
        const p = relaxed(problem, seed + call, false)
        expect(a.round(p, call % 3)).toBe(b.round(p, call % 3))
        expect(a.value).toBe(b.value)
        expect(a.values).toEqual(b.values)
        expect(a.value).toBeGreaterThanOrEqual(last)
        last = a.value
      }
    }
  })

  it('keeps a relaxed solution that is whole and feasible', () => {
    const graph = new FactorGraph()
    const [a, b, c] = [graph.binary(1), graph.binary(2), graph.binary(-1)]
    graph.xor([a, b, c])
    const problem = compile(graph)
    const rounder = round(problem, Float64Array.of(1, 0, 0), 0)
    expect(rounder.value).toBe(1)
    expect([...rounder.values]).toEqual([1, 0, 0])
  })
})

describe('local search', () => {
  it('solves frustrated grids that the relaxation says nothing about', () => {
    for (let seed = 0; seed < 5; seed++) {
      const random = seeded(seed)
      const graph = new FactorGraph()
      const n = 4
      const at = Array.from({ length: n * n }, () => graph.binary(random.uniform() - 0.5))
      for (let i = 0; i < n * n; i++) {
        if (i % n < n - 1) graph.pair(at[i], at[i + 1], 4 * random.uniform() - 2)
        if (i + n < n * n) graph.pair(at[i], at[i + n], 4 * random.uniform() - 2)
      }
      const problem = compile(graph)
      expect(round(problem, new Float64Array(n * n).fill(0.5), 2).value).toBeCloseTo(optimum(graph), 9)
    }
  })

  it('swaps the members of a budget and of exactly-one factors', () => {
    const graph = new FactorGraph()
    const items = Array.from({ length: 12 }, (_, i) => graph.binary(i))
    graph.budget(items, { atLeast: 3, atMost: 3 })
    graph.atMostOne(items.slice(8))
    const problem = compile(graph)
    const p = new Float64Array(12).fill(0.4)
    expect(round(problem, p, 2).value).toBe(11 + 7 + 6)
  })
})
