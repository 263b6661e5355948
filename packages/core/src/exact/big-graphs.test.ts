// Simple graphs that are too large for recursion, spread arguments, lists of all pairs or quadratic passes:
// the stack, the heap or the time of the test would run out.
import { describe, expect, it } from 'vitest'
import { FactorGraph } from '../graph/graph.js'
import type { BinaryVariable } from '../graph/variable.js'
import { seeded } from '../kinds/testing/random.js'
import { findClash } from '../result/clash.js'
import type { Solution } from '../result/solution.js'
import { exact } from '../solvers/exact.js'
import { kBest } from '../solvers/k-best.js'
import { verify } from '../verify/verify.js'

const random = seeded(1)
const score = (size = 1) => size * (2 * random.uniform() - 1)
const scores = (n: number) => Float64Array.from({ length: n }, () => score())
const binaries = (graph: FactorGraph, n: number) => Array.from({ length: n }, () => graph.binary(score()))
const sumOfPositive = (variables: readonly BinaryVariable[], graph: FactorGraph) =>
  variables.reduce((sum, v) => sum + Math.max(0, graph.scores.data[v.slot]), 0)

function expectOptimum(graph: FactorGraph, solution: Solution, optimum: number): void {
  expect(solution.status).toBe('optimal')
  expect(solution.value).toBeCloseTo(optimum, 5)
  expect(verify(graph, solution).problems).toEqual([])
}

/** The optimum of a chain or tree in which each variable has one weighted link to an earlier one. */
function bestOfTree(graph: FactorGraph, parent: readonly number[], weight: readonly number[]): number {
  const on = Float64Array.from({ length: parent.length }, (_, v) => graph.scores.data[v])
  const off = new Float64Array(parent.length)
  for (let v = parent.length - 1; v > 0; v--) {
    on[parent[v]] += Math.max(off[v], on[v] + weight[v])
    off[parent[v]] += Math.max(off[v], on[v])
  }
  return Math.max(on[0], off[0])
}

describe('exact on very many variables', () => {
  it('that are independent', () => {
    const graph = new FactorGraph()
    const variables = binaries(graph, 300_000)
    expectOptimum(graph, exact(graph), sumOfPositive(variables, graph))
  })

  it.each([
    ['a chain', 130_000, (v: number) => v - 1, 0.1],
    ['a tree', 50_000, (v: number) => (v - 1) >> 1, 2],
    ['a star', 50_000, () => 0, 2],
  ])('that form %s', (_name, n, parentOf, size) => {
    const graph = new FactorGraph()
    const variables = binaries(graph, n)
    const parent = variables.map((_, v) => parentOf(v))
    const weight = variables.map(() => score(size))
    for (let v = 1; v < n; v++) graph.pair(variables[parent[v]], variables[v], weight[v])
    expectOptimum(graph, exact(graph), bestOfTree(graph, parent, weight))
  })

  it('that all hang on the same three', () => {
    const graph = new FactorGraph()
    const [a, b, c, ...others] = binaries(graph, 3000) as [BinaryVariable, BinaryVariable, BinaryVariable]
    for (const other of others as BinaryVariable[])
      for (const hub of [a, b, c]) graph.pair(hub, other, score())
    const solution = exact(graph)
    expect(solution.status).toBe('optimal')
    expect(verify(graph, solution).problems).toEqual([])
  })
})

describe('exact on one factor over very many variables', () => {
  it.each([
    ['xor', 100_000, (graph: FactorGraph, v: BinaryVariable[]) => graph.xor(v)],
    ['at most one', 20_000, (graph: FactorGraph, v: BinaryVariable[]) => graph.atMostOne(v)],
    ['or', 20_000, (graph: FactorGraph, v: BinaryVariable[]) => graph.or(v)],
    ['or with output', 20_000, (graph: FactorGraph, v: BinaryVariable[]) => graph.orOut(v.slice(1), v[0])],
    [
      'budget',
      20_000,
      (graph: FactorGraph, v: BinaryVariable[]) => graph.budget(v, { atLeast: 5000, atMost: 9000 }),
    ],
    ['parity', 20_000, (graph: FactorGraph, v: BinaryVariable[]) => graph.parity(v, true)],
  ])('%s', (_name, n, add) => {
    const graph = new FactorGraph()
    add(graph, binaries(graph, n))
    const solution = exact(graph)
    expect(solution.status).toBe('optimal')
    expect(verify(graph, solution).problems).toEqual([])
  })

  it('a variable of 100,000 values, alone and beside another one', () => {
    for (const linked of [false, true]) {
      const graph = new FactorGraph()
      const many = graph.categorical(scores(100_000))
      if (linked) graph.dense([many, graph.binary(score())], scores(200_000))
      if (linked) graph.forbid(many, 17)
      const solution = exact(graph)
      expect(solution.status).toBe('optimal')
      expect(verify(graph, solution).problems).toEqual([])
    }
  })
})

describe('exact on dense graphs', () => {
  it('bounds a complete bipartite graph, whose squares are too many to list', () => {
    const graph = new FactorGraph()
    const [left, right] = [binaries(graph, 120), binaries(graph, 120)]
    for (const a of left) for (const b of right) graph.pair(a, b, score())
    const solution = exact(graph, { timeLimit: 2 })
    expect(solution.value).toBeGreaterThan(0)
    expect(verify(graph, solution).problems).toEqual([])
  })
})

it('a clash of 20,001 factors takes no more than the effort allowed', () => {
  const graph = new FactorGraph()
  const ring = binaries(graph, 20_001)
  for (let i = 0; i < ring.length; i++) graph.xor([ring[i], ring[(i + 1) % ring.length]])
  expect(findClash(graph, { effort: 1e6 })).toHaveLength(20_001)
})

it('kBest on 20,000 independent variables', () => {
  const graph = new FactorGraph()
  const variables = binaries(graph, 20_000)
  const best = sumOfPositive(variables, graph)
  const drops = variables.map((v) => Math.abs(graph.scores.data[v.slot])).sort((a, b) => a - b)
  const values = kBest(graph, 3).map((solution) => solution.value)
  expect(values[0]).toBeCloseTo(best, 6)
  expect(values[1]).toBeCloseTo(best - drops[0], 6)
  expect(values[2]).toBeCloseTo(best - Math.min(drops[1], drops[0] + drops[1]), 6)
})
