// A simplified graph has the same optimum, against enumeration.
import { expect, it } from 'vitest'
import { assignments, randomGraph } from '../../test-support/random-graph.js'
import { FactorGraph } from '../graph/graph.js'
import { SORTS, seeded } from '../kinds/common/random-scores.js'
import { finishSteps } from '../limits/steps.js'
import { evaluate, evaluateSlots } from '../problem/evaluate.js'
import { compile } from '../problem/problem.js'
import { deadEnds } from './dead-ends.js'
import { eliminate } from './elimination.js'
import { simplify } from './simplify.js'

function bruteForce(graph: FactorGraph, keep: (assignment: number[]) => boolean = () => true): number {
  let best = Number.NEGATIVE_INFINITY
  for (const assignment of assignments(graph))
    if (keep(assignment)) best = Math.max(best, evaluate(graph, assignment))
  return best
}

const close = (a: number, b: number) => a === b || Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(b))

it('the optimum is the constant and the optima of the parts, and lifting finds it', () => {
  let parts = 0
  for (let seed = 0; seed < 2500; seed++) {
    const graph = randomGraph(seeded(seed), 7, 9, SORTS[seed % SORTS.length])
    const simplified = simplify(graph)
    const best = bruteForce(graph)
    const solved = simplified.parts.map((part) => eliminate(compile(part.graph)))
    if (solved.some((s) => s === null)) continue
    parts += simplified.parts.length
    let value = simplified.constant
    for (const part of solved) value += part!.value
    expect(close(value, best), `seed ${seed}: ${value} ${best}`).toBe(true)
    if (best === Number.NEGATIVE_INFINITY) continue
    const lifted = simplified.lift(solved.map((s) => s!.values))
    expect(close(evaluateSlots(graph, lifted), best), `seed ${seed}`).toBe(true)
  }
  expect(parts).toBeGreaterThan(100)
})

it('some best assignment does without the dead values', () => {
  let dead = 0
  for (let seed = 0; seed < 1500; seed++) {
    const graph = randomGraph(seeded(seed), 6, 5, seed % 2 === 0 ? 'ties' : 'ordinary')
    const problem = compile(graph)
    if (problem.conflict !== null) continue
    const decisions = finishSteps(deadEnds(problem))
    dead += decisions.length
    if (decisions.length === 0) continue
    const best = bruteForce(graph)
    for (const d of decisions) graph.evidence.data[d >> 1] = d & 1
    expect(bruteForce(graph), `seed ${seed}`).toBe(best)
  }
  expect(dead).toBeGreaterThan(500)
})

it('cuts unconnected variables apart and keeps what is connected together', () => {
  const random = seeded(7)
  const graph = new FactorGraph()
  for (let c = 0; c < 3; c++) {
    const clique = Array.from({ length: 6 }, () => graph.binary(random.uniform() - 0.5))
    for (const a of clique)
      for (const b of clique) if (a.index < b.index) graph.pair(a, b, 4 * (random.uniform() - 0.5))
  }
  for (let i = 0; i < 50; i++) graph.binary(random.uniform() - 0.5)
  const { parts } = simplify(graph)
  expect(parts.length).toBeLessThanOrEqual(3)
  expect(parts.length).toBeGreaterThanOrEqual(1)
  for (const part of parts) expect(part.graph.variableCount).toBeLessThanOrEqual(6)
})
