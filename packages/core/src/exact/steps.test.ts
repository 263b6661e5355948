// Exact search that is stopped at any step has a bound and a value that hold, and reports that it was
// interrupted.
import { describe, expect, it } from 'vitest'
import { FactorGraph } from '../graph/graph.js'
import { SORTS, seeded } from '../kinds/testing/random.js'
import { Deadline } from '../limits/deadline.js'
import { finishSteps } from '../limits/steps.js'
import { evaluate } from '../problem/evaluate.js'
import { assignments, randomGraph } from '../problem/testing/random-graph.js'
import type { Solution } from '../result/solution.js'
import { type ExactOptions, exact, exactSteps } from '../solvers/exact.js'
import { kBestSteps } from '../solvers/k-best.js'
import { verify } from '../verify/verify.js'

function bruteForce(graph: FactorGraph): number {
  let best = Number.NEGATIVE_INFINITY
  for (const assignment of assignments(graph)) best = Math.max(best, evaluate(graph, assignment))
  return best
}

function clique(n: number, seed: number): FactorGraph {
  const random = seeded(seed)
  const graph = new FactorGraph()
  const variables = Array.from({ length: n }, () => graph.binary(random.uniform() * 2 - 1))
  for (const a of variables)
    for (const b of variables) if (a.index < b.index) graph.pair(a, b, random.uniform() * 2 - 1)
  return graph
}

/**
 * Ends after `hard` steps. The limit itself is reached after `soft` steps, as a time limit is reached before
 * its grace period ends.
 */
function stopped(graph: FactorGraph, options: ExactOptions, soft: number, hard: number): Solution {
  const deadline = new Deadline(options)
  let steps = 0
  return finishSteps(exactSteps(graph, options, deadline), () => {
    steps++
    if (steps >= soft) deadline.stop()
    return steps >= hard
  })
}

function stepsOf(graph: FactorGraph, options: ExactOptions): number {
  let steps = 0
  finishSteps(exactSteps(graph, options, new Deadline(options)), () => {
    steps++
    return false
  })
  return steps
}

function expectValid(graph: FactorGraph, solution: Solution, best: number, place: string): void {
  const slack = Number.isFinite(best) ? 1e-9 * Math.max(1, Math.abs(best)) : 0
  expect(solution.bound, place).toBeGreaterThanOrEqual(best - slack)
  expect(solution.value, place).toBeLessThanOrEqual(best + slack)
  if (solution.status === 'infeasible') expect(best, place).toBe(Number.NEGATIVE_INFINITY)
  // Marginals cannot follow contradictory evidence if there was no time to notice the contradiction.
  if (best > Number.NEGATIVE_INFINITY || solution.status === 'infeasible')
    expect(verify(graph, solution).problems, place).toEqual([])
}

describe('exact that is stopped', () => {
  it('after any number of steps keeps a bound and a value that hold', () => {
    const seen = new Set<string>()
    for (let seed = 0; seed < 120; seed++) {
      const random = seeded(seed)
      const graph = seed % 4 === 0 ? clique(8, seed) : randomGraph(random, 7, 9, SORTS[seed % SORTS.length])
      const options: ExactOptions =
        seed % 2 === 0 ? { tableLimit: 0 } : { tableLimit: 8, tighten: seed % 3 !== 0 }
      const best = bruteForce(graph)
      const steps = stepsOf(graph, options)
      for (let k = 0; k < 4; k++) {
        const hard = random.below(steps + 2)
        const soft = hard - random.below(3)
        const solution = stopped(graph, options, soft, hard)
        expectValid(graph, solution, best, `seed ${seed}, stopped after ${soft} and ${hard} of ${steps}`)
        seen.add(solution.status)
      }
    }
    expect([...seen].sort()).toEqual(['infeasible', 'interrupted', 'optimal'])
  })

  it('at every step of one search', () => {
    const graph = clique(18, 1)
    const options = { tableLimit: 0, tighten: false }
    const best = exact(graph).value
    const steps = stepsOf(graph, options)
    expect(steps).toBeGreaterThan(10)
    for (let hard = 0; hard <= steps; hard += 2)
      expectValid(graph, stopped(graph, options, hard, hard), best, `after ${hard} of ${steps}`)
  })

  it('gives the same bits however it is resumed', () => {
    for (let seed = 0; seed < 3; seed++) {
      const graph = clique(12, seed)
      const options = { tableLimit: 0 }
      expect(finishSteps(exactSteps(graph, options, new Deadline()))).toEqual(exact(graph, options))
    }
  })

  it('holds for the k best, too', () => {
    for (let seed = 0; seed < 150; seed++) {
      const random = seeded(seed)
      const graph = randomGraph(random, 6, 6, 'ordinary')
      const values = Array.from(assignments(graph), (a) => evaluate(graph, a)).sort((a, b) => b - a)
      const deadline = new Deadline()
      const end = random.below(60)
      let steps = 0
      const solutions = finishSteps(kBestSteps(graph, 4, {}, deadline), () => {
        if (++steps >= end) deadline.stop()
        return steps >= end
      })
      solutions.forEach((solution, i) => {
        const place = `seed ${seed}, solution ${i}, stopped after ${end}`
        if (solution.status === 'optimal') expect(solution.value, place).toBeCloseTo(values[i], 6)
        else expect(solution.bound, place).toBeGreaterThanOrEqual(values[i] - 1e-9)
      })
    }
  })
})

/** A grid of n × n variables, each with `values` values. */
function grid(n: number, values: number): FactorGraph {
  const random = seeded(5)
  const graph = new FactorGraph()
  const table = (size: number) => Float64Array.from({ length: size }, () => random.uniform())
  const cells = Array.from({ length: n * n }, () => graph.categorical(table(values)))
  for (let i = 0; i < n; i++)
    for (let j = 0; j < n; j++) {
      if (i > 0) graph.dense([cells[(i - 1) * n + j], cells[i * n + j]], table(values * values))
      if (j > 0) graph.dense([cells[i * n + j - 1], cells[i * n + j]], table(values * values))
    }
  return graph
}

describe('exact on large graphs, stopped at once', () => {
  it.each([0, 50, 100, 200, 400])('after %i steps, needs few steps more', (after) => {
    const graph = grid(40, 6)
    const deadline = new Deadline()
    let steps = 0
    const solution = finishSteps(exactSteps(graph, {}, deadline), () => {
      if (++steps > after) deadline.stop()
      return steps > after
    })
    expect(steps - after).toBeLessThan(40)
    expect(verify(graph, solution).problems).toEqual([])
    if (after >= 400) {
      expect(solution.bound).toBeLessThan(Number.POSITIVE_INFINITY)
      expect(solution.assignment).not.toBeNull()
    }
  })
})
