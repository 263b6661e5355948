// Tightening keeps the optimum and never raises the bound.
import { describe, expect, it } from 'vitest'
import { FactorGraph } from '../graph/graph.js'
import type { Variable } from '../graph/variable.js'
import { type Random, seeded } from '../kinds/testing/random.js'
import { finishSteps } from '../limits/steps.js'
import { evaluate, evaluateSlots } from '../problem/evaluate.js'
import { compile, type Problem } from '../problem/problem.js'
import { addRandomFactor, assignments } from '../problem/testing/random-graph.js'
import { ad3 } from '../solvers/ad3/ad3.js'
import { verify } from '../verify/verify.js'
import { eliminate } from './elimination.js'
import { type Goal, relax, warmth } from './relax.js'
import { tighten } from './tighten.js'
import { tightenFrom, tightenInRounds } from './tightening.js'

const goal = (maxIterations: number): Goal => ({
  cutoff: Number.NEGATIVE_INFINITY,
  slack: 1e-7,
  relative: 0,
  maxIterations,
  impatient: false,
  stop: () => false,
})

/** Pairwise scores between all variables, and sometimes another factor. */
function dense(random: Random, n: number, sizes: readonly number[]): FactorGraph {
  const graph = new FactorGraph()
  const score = () => random.uniform() * 4 - 2
  const variables: Variable[] = Array.from({ length: n }, () => {
    const size = sizes[random.below(sizes.length)]
    return size === 0 ? graph.binary(score()) : graph.categorical(Float64Array.from({ length: size }, score))
  })
  for (let i = 0; i < n; i++)
    for (let j = 0; j < i; j++) {
      if (random.chance(0.3)) continue
      const size = variables[i].size * variables[j].size
      graph.dense([variables[i], variables[j]], Float64Array.from({ length: size }, score))
    }
  if (random.chance(0.5)) addRandomFactor(graph, random, score)
  if (random.chance(0.3)) graph.fix(variables[0], 0)
  return graph
}

/** Cycles through random variables. */
function randomClusters(graph: FactorGraph, random: Random): number[][] {
  return Array.from({ length: 1 + random.below(4) }, () => {
    const left = Array.from({ length: graph.variableCount }, (_, v) => v)
    const picked: number[] = []
    while (picked.length < 3 + random.below(2) && left.length > 0)
      picked.push(graph.variableStart.data[left.splice(random.below(left.length), 1)[0]])
    return picked
  })
}

function bruteForce(graph: FactorGraph): number {
  let best = Number.NEGATIVE_INFINITY
  for (const assignment of assignments(graph)) best = Math.max(best, evaluate(graph, assignment))
  return best
}

const countFixed = (problem: Problem) => problem.fixed.filter((value) => value !== -1).length

const KINDS: [string, number[]][] = [
  ['binary', [0]],
  ['categorical', [2, 3, 4]],
  ['mixed', [0, 2, 3]],
]

describe('tighten', () => {
  it.each(KINDS)('%s: the tighter graph has the same optimum, in the same slots', (_name, sizes) => {
    for (let seed = 0; seed < 200; seed++) {
      const random = seeded(seed)
      const graph = dense(random, 5, sizes)
      const problem = compile(graph)
      const best = bruteForce(graph)
      if (problem.conflict !== null || best === Number.NEGATIVE_INFINITY) continue
      const tight = tighten(problem, randomClusters(graph, random))
      const solved = eliminate(compile(tight.graph))!
      expect(solved.value, `seed ${seed}`).toBeCloseTo(best, 8)
      expect(evaluateSlots(graph, solved.values), `seed ${seed}`).toBeCloseTo(best, 8)
    }
  })

  it.each(KINDS)(
    '%s: the bound falls or stays when clusters are added, and again with more',
    (_name, sizes) => {
      let fell = 0
      for (let seed = 0; seed < 150; seed++) {
        const random = seeded(seed)
        const graph = dense(random, 6, sizes)
        const problem = compile(graph)
        if (problem.conflict !== null) continue
        const root = relax(problem, undefined, goal(20))
        if (root.bound === Number.NEGATIVE_INFINITY) continue
        const clusters = randomClusters(graph, random)
        const state = { x: root.x, beliefs: root.beliefs, eta: root.eta }
        const first = tighten(problem, clusters, state)
        const firstProblem = compile(first.graph)
        // If a cluster decides a variable, scores move to other links, and the starting point moves with
        // them.
        if (countFixed(firstProblem) > countFixed(problem) + 1) continue
        const start = relax(firstProblem, first.start, goal(0))
        expect(start.bound, `seed ${seed}`).toBeLessThanOrEqual(root.bound + 1e-9)
        if (start.bound < root.bound - 1e-6) fell++

        const stopped = relax(firstProblem, first.start, goal(15))
        const more = [...clusters, ...randomClusters(graph, random)]
        const earlier = { tightened: first, stopped: warmth(firstProblem, stopped) }
        const second = tighten(problem, more, state, earlier)
        const secondProblem = compile(second.graph)
        if (countFixed(secondProblem) > countFixed(problem) + 1) continue
        const again = relax(secondProblem, second.start, goal(0))
        expect(again.bound, `seed ${seed}`).toBeLessThanOrEqual(stopped.bound + 1e-9)
      }
      expect(fell).toBeGreaterThan(5)
    },
  )
})

describe('tightenInRounds', () => {
  /**
   * A ring of variables that prefer to differ from their neighbours, which is impossible for an odd number of
   * variables.
   */
  function ring(n: number, values: number): FactorGraph {
    const graph = new FactorGraph()
    const variables: Variable[] = Array.from({ length: n }, (_, i) =>
      values === 0
        ? graph.binary(0.01 * i)
        : graph.categorical(Float64Array.from({ length: values }, (_, v) => 0.01 * i * v)),
    )
    variables.forEach((a, i) => {
      const b = variables[(i + 1) % n]
      const table = Float64Array.from({ length: a.size * b.size }, (_, c) =>
        c % b.size === Math.floor(c / b.size) ? -1 : 0,
      )
      graph.dense([a, b], table)
    })
    return graph
  }

  it.each([
    [3, 0],
    [5, 0],
    [9, 0],
    [3, 2],
  ])('closes a frustrated ring of %i variables (%i values)', (n, values) => {
    const graph = ring(n, values)
    const problem = compile(graph)
    const root = relax(problem, undefined, goal(2000))
    const best = bruteForce(graph)
    expect(root.bound).toBeGreaterThan(best + 0.1)
    // Short cycles are found by their gain, longer ones as violated inequalities.
    const tight = finishSteps(tightenInRounds(problem, root, goal(2000), {}))
    expect(tight!.relaxation.bound).toBeCloseTo(best, 4)
  })

  it('never goes below the optimum', () => {
    for (let seed = 0; seed < 40; seed++) {
      const graph = dense(seeded(seed), 7, seed % 2 === 0 ? [0] : [2, 3])
      const problem = compile(graph)
      const best = bruteForce(graph)
      if (problem.conflict !== null || best === Number.NEGATIVE_INFINITY) continue
      const root = relax(problem, undefined, goal(300))
      const tight = finishSteps(tightenInRounds(problem, root, goal(300), { rounds: 5 }))
      if (tight === null) continue
      expect(tight.relaxation.bound, `seed ${seed}`).toBeGreaterThanOrEqual(best - 1e-7)
      expect(tight.relaxation.bound, `seed ${seed}`).toBeLessThanOrEqual(root.bound + 1e-9)
    }
  })

  it('continues a solver with a certificate that verify accepts', () => {
    const graph = ring(5, 0)
    const problem = compile(graph)
    const loose = ad3(graph)
    expect(loose.status).toBe('fractional')
    if (loose.certificate.kind !== 'multipliers') throw new Error('expected multipliers')
    const { multipliers } = loose.certificate
    const x = multipliers.map(
      (m, l) => m + problem.score[problem.linkSlot[l]] / problem.degree[problem.linkSlot[l]],
    )
    const reached = { bound: loose.bound, x, beliefs: loose.marginals }
    const limits = { cutoff: loose.value, slack: 1e-7, maxIterations: 1000, stop: () => false }
    const { bound, certificate } = tightenFrom(problem, reached, limits)!
    expect(bound).toBeLessThan(loose.bound - 0.1)
    const best = bruteForce(graph)
    expect(bound).toBeCloseTo(best, 5)
    const solution = {
      ...loose,
      status: 'interrupted' as const,
      bound,
      gap: bound - loose.value,
      certificate,
    }
    expect(verify(graph, solution).problems).toEqual([])
    if (certificate.kind !== 'multipliers') expect.fail('multipliers prove a tightened bound')
    expect(verify(graph, { ...solution, certificate: { ...certificate, clusters: [] } }).ok).toBe(false)
  })
})
