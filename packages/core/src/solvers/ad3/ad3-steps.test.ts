// Watching AD³ changes nothing: the steps are those of the solver.
import { describe, expect, test } from 'vitest'
import { FactorGraph } from '../../graph/graph.js'
import { lawGraph } from '../../testing/laws.js'
import { ad3 } from './ad3.js'
import { type Ad3Step, ad3Steps } from './ad3-steps.js'

function first(graph: FactorGraph, count: number): Ad3Step[] {
  const steps: Ad3Step[] = []
  for (const step of ad3Steps(graph)) {
    steps.push(step)
    if (step.iteration === count) break
  }
  return steps
}

describe('steps of AD³', () => {
  test('have the duals, residuals and active factors of the solver’s trace, to the last bit', () => {
    let compared = 0
    for (let seed = 0; seed < 60; seed++) {
      const graph = lawGraph(seed)
      const steps = first(graph, 60)
      for (const row of ad3(graph, { trace: true, maxIterations: 60 }).trace!) {
        const step = steps[row.iteration]
        if (step === undefined) continue
        compared++
        expect([step.dual, step.primalResidual, step.dualResidual, step.activeFactors]).toEqual([
          row.dual,
          row.primalResidual,
          row.dualResidual,
          row.activeFactors,
        ])
      }
    }
    expect(compared).toBeGreaterThan(80)
  })

  test('votes are weights, and agree with the beliefs in the end', () => {
    const graph = new FactorGraph()
    const [a, b, c] = [graph.binary(1), graph.binary(0.8), graph.binary(0.1)]
    graph.atMostOne([a, b])
    graph.implies([a], c)
    graph.pair(a, c.not, 0.05)
    const steps = first(graph, 200)
    const [start, last] = [steps[0], steps.at(-1)!]
    expect(Array.from(start.votes)).toEqual(Array(6).fill(Number.NaN))
    expect(steps.slice(1).every(({ votes }) => votes.every((z) => z > -1e-9 && z < 1 + 1e-9))).toBe(true)
    const slots = [a, b, a, c, a, c].map(({ slot }) => slot)
    for (const [l, z] of last.votes.entries()) expect(z).toBeCloseTo(last.beliefs[slots[l]], 4)
    expect(Array.from(last.beliefs, Math.round)).toEqual([1, 0, 1])
  })

  test('evidence is a belief, and settled factors have no votes', () => {
    const graph = new FactorGraph()
    const [a, b, free] = [graph.binary(1), graph.binary(1), graph.binary(1)]
    graph.atMostOne([a, b])
    graph.fix(a, 1)
    const [{ beliefs, votes }] = first(graph, 1) as [Ad3Step]
    expect(Array.from(beliefs)).toEqual([1, 0, 1])
    expect(votes.every(Number.isNaN)).toBe(true)
    expect(free.slot).toBe(2)
  })

  test('a clash has no steps', () => {
    const graph = new FactorGraph()
    const a = graph.binary()
    graph.or([a])
    graph.fix(a, 0)
    expect(first(graph, 5)).toEqual([])
  })
})
