// AD³ by blocks: the laws of solvers, the same steps as in one block, and the same bits for any division of
// the work.
import { describe, expect, test } from 'vitest'
import type { FactorGraph } from '../graph/graph.js'
import { compile, type Problem } from '../problem/problem.js'
import type { Solution } from '../result/solution.js'
import { type Ad3Options, ad3Monitor, startWarm } from '../solvers/ad3/ad3.js'
import { runAd3 } from '../solvers/ad3/run-ad3.js'
import { brokenLaws, bruteForce, lawGraph, sameBits } from '../testing/laws.js'
import { evenCuts } from './blocks.js'
import type { Crew } from './crew.js'
import { Ad3Engine } from './engine.js'
import { Kernel } from './kernel.js'
import { layOut } from './memory.js'

/**
 * An engine whose kernels take turns on one thread, to simulate threads. In each phase another kernel is the
 * first to take blocks.
 */
function engineOf(problem: Problem, members: number, block: number, options: Ad3Options = {}): Ad3Engine {
  const memory = layOut(problem, members, { block })
  const kernels = Array.from(
    { length: members },
    (_, m) => new Kernel(memory, m, members, m === 0 ? problem.groups : undefined),
  )
  let first = 0
  const crew: Crew = {
    run(phase) {
      first = (first + 1) % members
      for (let k = 0; k < members; k++) kernels[(first + k) % members].run(phase)
    },
    close() {},
  }
  return new Ad3Engine(problem, memory, crew, options)
}

function solve(
  graph: FactorGraph,
  members: number,
  block: number,
  options: Ad3Options = {},
): Solution | null {
  const problem = compile(graph)
  if (problem.conflict !== null) return null
  const engine = engineOf(problem, members, block, options)
  startWarm(engine, options)
  const run = runAd3(engine, ad3Monitor(problem, options), options)
  for (;;) {
    const { done, value } = run.next()
    if (done === true) return value
  }
}

describe('AD³ by blocks', () => {
  test('obeys the laws of solvers', () => {
    let solved = 0
    for (let seed = 0; seed < 150; seed++) {
      const graph = lawGraph(seed)
      const solution = solve(graph, 1, 2)
      if (solution === null) continue
      solved++
      expect(brokenLaws(graph, solution, bruteForce(graph)), `seed ${seed}`).toEqual([])
    }
    expect(solved).toBeGreaterThan(80)
  })

  test.each([
    ['accelerated', {}],
    ['as printed', { accelerate: false }],
  ])('has the same bits for every number of threads, %s', (_, options) => {
    let compared = 0
    for (let seed = 0; seed < 150; seed++) {
      const graph = lawGraph(seed)
      const one = solve(graph, 1, 2, options)
      if (one === null) continue
      for (const members of [2, 3, 7]) {
        const other = solve(graph, members, 2, options)!
        expect(sameBits(one, other), `seed ${seed}, ${members} threads`).toBe(true)
        compared++
      }
    }
    expect(compared).toBeGreaterThan(250)
  })

  test('has the same bits with a warm start and with tightening', () => {
    for (let seed = 0; seed < 60; seed++) {
      const graph = lawGraph(seed)
      const first = solve(graph, 1, 2)
      if (first === null) continue
      const options = { warmStart: first, tighten: true }
      expect(sameBits(solve(graph, 1, 2, options)!, solve(graph, 3, 2, options)!), `seed ${seed}`).toBe(true)
    }
  })

  test('takes the steps of one block, but for the order of sums', () => {
    let steps = 0
    for (let seed = 0; seed < 100; seed++) {
      const problem = compile(lawGraph(seed))
      if (problem.conflict !== null) continue
      const [whole, blocks] = [Ad3Engine.solo(problem), engineOf(compile(problem.graph), 2, 2)]
      for (let k = 0; k < 30 && !whole.settled; k++, steps++) {
        whole.step()
        blocks.step()
        expect([blocks.activeFactors, blocks.settled], `seed ${seed}, step ${k}`).toEqual([
          whole.activeFactors,
          whole.settled,
        ])
        if (whole.dual() === Number.NEGATIVE_INFINITY) {
          expect(blocks.dual()).toBe(Number.NEGATIVE_INFINITY)
          break
        }
        const unit = Math.max(1, Math.abs(whole.dual()))
        expect(Math.abs(blocks.dual() - whole.dual()) / unit, `seed ${seed}, step ${k}`).toBeLessThan(1e-9)
        const [a, b] = [whole.relaxedValues(), blocks.relaxedValues()]
        expect(Math.abs(a.lagrangian - b.lagrangian) / unit).toBeLessThan(1e-7)
        expect(Math.abs(a.disagreement - b.disagreement) / unit).toBeLessThan(1e-7)
        for (const [s, mean] of whole.mean.entries()) expect(blocks.mean[s]).toBeCloseTo(mean, 7)
      }
    }
    expect(steps).toBeGreaterThan(300)
  })
})

describe('blocks', () => {
  test('are cut into ranges of about equal weight, in order and without gaps', () => {
    expect(Array.from(evenCuts(0, 4, 2, () => 1))).toEqual([0, 2, 4])
    expect(Array.from(evenCuts(3, 6, 3, (b) => b))).toEqual([3, 4, 5, 6])
    expect(Array.from(evenCuts(0, 1, 3, () => 5))).toEqual([0, 0, 1, 1])
    expect(Array.from(evenCuts(2, 2, 2, () => 1))).toEqual([2, 2, 2])
    expect(Array.from(evenCuts(0, 5, 2, (b) => (b === 4 ? 100 : 1)))).toEqual([0, 4, 5])
  })
})
