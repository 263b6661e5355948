// The laws that hold for every solver. `node scripts/laws.mjs` checks them on many more graphs.
import { describe, expect, it } from 'vitest'
import { FactorGraph } from '../graph/graph.js'
import { seeded } from '../kinds/testing/random.js'
import type { Solution, TraceRow } from '../result/solution.js'
import { brokenLaws, bruteForce, lawGraph, SOLVERS, sameBits } from '../testing/laws.js'
import { verify } from '../verify/verify.js'

const GRAPHS = 120

/** A grid of pairs at odds with each other: its relaxation is not tight. */
function oddGrid(size: number): FactorGraph {
  const random = seeded(7)
  const score = () => random.uniform() * 2 - 1
  const graph = new FactorGraph()
  const x = Array.from({ length: size * size }, () => graph.binary(score()))
  for (let i = 0; i < size; i++)
    for (let j = 0; j < size; j++) {
      if (i + 1 < size) graph.pair(x[i * size + j], x[(i + 1) * size + j], 4 * score())
      if (j + 1 < size) graph.pair(x[i * size + j], x[i * size + j + 1], 4 * score())
    }
  return graph
}

const optima = Array.from({ length: GRAPHS }, (_, seed) => bruteForce(lawGraph(seed)))
const grid = oddGrid(14)

describe.each(Object.entries(SOLVERS))('%s', (_name, solve) => {
  it('bound ≥ optimum ≥ value, optimal only where it is, λ sums to 0, and verify agrees', () => {
    let optimal = 0
    for (let seed = 0; seed < GRAPHS; seed++) {
      const graph = lawGraph(seed)
      const solution = solve(graph, { maxIterations: 100 })
      expect(brokenLaws(graph, solution, optima[seed]), `seed ${seed}`).toEqual([])
      if (solution.status === 'optimal') optimal++
    }
    expect(optimal).toBeGreaterThan(GRAPHS / 4)
  })

  it('gives the same bits twice', () => {
    for (let seed = 0; seed < 30; seed++) {
      const [a, b] = [
        solve(lawGraph(seed), { maxIterations: 60 }),
        solve(lawGraph(seed), { maxIterations: 60 }),
      ]
      expect(sameBits(a, b), `seed ${seed}`).toBe(true)
    }
    expect(sameBits(solve(grid, { maxIterations: 30 }), solve(grid, { maxIterations: 30 }))).toBe(true)
  })

  const stillTrue = (solution: Solution) => {
    expect(solution.status).toMatch(/optimal|interrupted|fractional/)
    expect(verify(grid, solution).problems).toEqual([])
    return solution
  }

  it('stops at maxIterations', () => {
    for (const maxIterations of [0, 1, 7])
      expect(stillTrue(solve(grid, { maxIterations })).iterations).toBeLessThanOrEqual(maxIterations)
  })

  it('stops when the time is up', () => {
    const start = performance.now()
    stillTrue(solve(grid, { timeLimit: 0, maxIterations: 1e9 }))
    expect(performance.now() - start).toBeLessThan(5000)
  })

  it('stops when the signal says so', () => {
    const solution = solve(grid, { signal: AbortSignal.abort(), maxIterations: 1e9 })
    expect(stillTrue(solution).iterations).toBeLessThanOrEqual(1)
  })

  it('stops when the caller returns false', () => {
    let calls = 0
    const onIteration = () => ++calls < 3
    const solution = solve(grid, { onIteration, maxIterations: 1e6, timeLimit: 10 })
    stillTrue(solution)
    if (solution.status !== 'optimal') expect(calls).toBe(3)
  })

  it('shows bounds that never rise and values that never fall', () => {
    const seen: TraceRow[] = []
    const onIteration = (row: TraceRow) => {
      seen.push(row)
      return true
    }
    const { trace } = stillTrue(solve(grid, { trace: true, maxIterations: 40, timeLimit: 10, onIteration }))
    expect(trace!.length).toBeGreaterThan(0)
    expect(seen).toEqual(expect.arrayContaining(trace!))
    for (let k = 1; k < trace!.length; k++) {
      expect(trace![k].bound).toBeLessThanOrEqual(trace![k - 1].bound)
      expect(trace![k].value).toBeGreaterThanOrEqual(trace![k - 1].value)
      expect(trace![k].iteration).toBeGreaterThanOrEqual(trace![k - 1].iteration)
    }
  })

  it('starts warm, also after scores changed', () => {
    const graph = oddGrid(6)
    const cold = solve(graph, { maxIterations: 200 })
    const again = solve(graph, { maxIterations: 200, warmStart: cold })
    expect(verify(graph, again).problems).toEqual([])
    expect(again.bound).toBeLessThanOrEqual(cold.bound + 1e-9 * Math.abs(cold.bound))
    graph.setScore(graph.variable(3), 5)
    expect(verify(graph, solve(graph, { maxIterations: 50, warmStart: cold })).problems).toEqual([])
  })

  it('refuses options that make no sense', () => {
    for (const options of [{ tolerance: -1 }, { maxIterations: Number.NaN }, { timeLimit: -1 }])
      expect(() => solve(grid, options)).toThrow(expect.objectContaining({ code: 'bad-argument' }))
  })

  it('solves graphs without factors, without variables, and of one factor', () => {
    const empty = new FactorGraph()
    expect(solve(empty)).toMatchObject({ status: 'optimal', value: 0, bound: 0 })
    const graph = new FactorGraph()
    graph.binary(2)
    graph.binary([3, 1])
    graph.categorical([1, 5, 2])
    expect(solve(graph)).toMatchObject({ status: 'optimal', value: 10, assignment: Int32Array.of(1, 0, 1) })
    const [a, b] = [graph.binary(1), graph.binary(2)]
    graph.atMostOne([a, b])
    expect(solve(graph)).toMatchObject({ status: 'optimal', value: 12 })
  })

  it('names the factors of an infeasible graph that clash', () => {
    const graph = new FactorGraph()
    const [a, b, c] = [graph.binary(1), graph.binary(2), graph.binary(3)]
    graph.pair(a, b, 1)
    graph.atMostOne([a, b, c])
    graph.budget([a, b, c], { atLeast: 2 })
    const solution = solve(graph)
    expect(solution).toMatchObject({ status: 'infeasible', assignment: null, clash: [1, 2] })
    expect(verify(graph, solution).problems).toEqual([])
  })
})
