// Propagation: what evidence implies, and which factors clash.
import { describe, expect, it } from 'vitest'
import { FactorGraph } from '../graph/graph.js'
import { KINDS } from '../kinds/registry.js'
import { seeded } from '../kinds/testing/random.js'
import { evaluateSlots, factorScore, slotValues } from './evaluate.js'
import { propagate } from './fixing.js'
import { compile } from './problem.js'
import { addRandomFactor, assignments, randomGraph } from './testing/random-graph.js'

describe('propagate', () => {
  it('names factors that cannot be satisfied together under the evidence', () => {
    let conflicts = 0
    for (let seed = 0; seed < 6000; seed++) {
      const graph = randomGraph(seeded(seed), 5, 8)
      const { conflict } = propagate(graph)
      if (conflict === null) continue
      conflicts++
      for (const assignment of assignments(graph)) {
        const values = slotValues(graph, assignment)
        const possible = values.every((v, s) => graph.evidence.data[s] === -1 || graph.evidence.data[s] === v)
        const clash = conflict.some((f) => factorScore(graph, f, values) === Number.NEGATIVE_INFINITY)
        expect(
          possible && !clash,
          `seed ${seed}: ${assignment.join()} satisfies factors ${conflict.join()}`,
        ).toBe(false)
      }
    }
    expect(conflicts).toBeGreaterThan(500)
  })

  it('draws every consequence of a single factor', () => {
    let checked = 0
    for (let seed = 0; seed < 4000; seed++) {
      const random = seeded(seed)
      const graph = new FactorGraph()
      for (let v = 0; v < 5; v++) graph.binary()
      addRandomFactor(graph, random, () => random.uniform())
      const kind = graph.store.kind.data[0]
      const slots = Array.from(graph.store.literalsOf(0), (l) => l >> 1)
      if (KINDS[kind].opaque || new Set(slots).size < slots.length) continue
      for (let v = 0; v < 5; v++) if (random.chance(0.3)) graph.fix(graph.variable(v), random.below(2))
      const { fixed, conflict } = propagate(graph)
      const possible = Array.from({ length: 5 }, () => [false, false])
      let feasible = false
      for (const assignment of assignments(graph)) {
        if (evaluateSlots(graph, slotValues(graph, assignment)) === Number.NEGATIVE_INFINITY) continue
        feasible = true
        assignment.forEach((value, v) => {
          possible[v][value] = true
        })
      }
      expect(conflict === null, `seed ${seed}: feasible`).toBe(feasible)
      if (!feasible) continue
      for (let s = 0; s < 5; s++) {
        const only = possible[s][0] === possible[s][1] ? -1 : possible[s][1] ? 1 : 0
        expect(fixed[s], `seed ${seed}: slot ${s} of ${graph.factorLabel(0)}`).toBe(only)
      }
      checked++
    }
    expect(checked).toBeGreaterThan(1500)
  })

  it('finds no conflict in evidence that agrees, and one in decisions that contradict it', () => {
    const graph = new FactorGraph()
    const a = graph.binary()
    graph.fix(a, 1)
    expect(propagate(graph, [2 * a.slot + 1]).conflict).toBeNull()
    expect(propagate(graph, [2 * a.slot]).conflict).toEqual([])
  })

  it('forbidding all values of a variable is a conflict without factors', () => {
    const graph = new FactorGraph()
    const c = graph.categorical([0, 0])
    graph.forbid(c, 0)
    graph.forbid(c, 1)
    expect(propagate(graph).conflict).toEqual([])
  })

  it('a budget of at least 2 and at most 1 is a conflict', () => {
    const graph = new FactorGraph()
    graph.budget([graph.binary(), graph.binary(), graph.binary()], { atLeast: 2, atMost: 1 })
    expect(propagate(graph).conflict).toEqual([0])
  })
})

describe('a knapsack of decimals', () => {
  it('0.1 + 0.2 ≤ 0.3 holds before and after the items are known', () => {
    const graph = new FactorGraph()
    const items = [0.1, 0.2, 0.4, -0.1].map(() => graph.binary())
    graph.knapsack(items, [0.1, 0.2, 0.4, -0.1], 0.3)
    graph.fix(items[0], 1)
    graph.fix(items[1], 1)
    const problem = compile(graph)
    expect(evaluateSlots(graph, [1, 1, 0, 0])).toBe(0)
    expect(problem.conflict).toBeNull()
    const group = problem.groups[0]
    if (group !== undefined) {
      expect(group.score(0, Float64Array.of(0, 0))).toBe(0)
      expect(group.bound(new Float64Array(2))).toBe(0)
    }
  })
})
