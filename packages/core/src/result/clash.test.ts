// A clash cannot hold, and every smaller set can, against enumeration.
import { describe, expect, it } from 'vitest'
import { FactorGraph } from '../graph/graph.js'
import { seeded } from '../kinds/testing/random.js'
import { evaluateSlots, factorScore, slotValues } from '../problem/evaluate.js'
import { assignments, randomGraph } from '../problem/testing/random-graph.js'
import { findClash, subgraph } from './clash.js'
import { isFeasible } from './feasibility.js'

/** Whether some assignment respects the evidence and satisfies these factors. */
function canHold(graph: FactorGraph, factors: readonly number[]): boolean {
  for (const assignment of assignments(graph)) {
    const values = slotValues(graph, assignment)
    if (!values.every((v, s) => graph.evidence.data[s] === -1 || graph.evidence.data[s] === v)) continue
    if (factors.every((f) => factorScore(graph, f, values) !== Number.NEGATIVE_INFINITY)) return true
  }
  return false
}

const all = (graph: FactorGraph) => Array.from({ length: graph.factorCount }, (_, f) => f)

describe('isFeasible', () => {
  it('agrees with enumeration on random graphs', () => {
    const counts = { feasible: 0, infeasible: 0, unknown: 0 }
    for (let seed = 0; seed < 2000; seed++) {
      const graph = randomGraph(seeded(seed), 6, 9)
      const result = isFeasible(graph)
      counts[result.answer]++
      expect(result.answer, `seed ${seed}`).toBe(canHold(graph, all(graph)) ? 'feasible' : 'infeasible')
      if (result.answer === 'feasible')
        expect(evaluateSlots(graph, result.values), `seed ${seed}`).toBeGreaterThan(Number.NEGATIVE_INFINITY)
      if (result.answer === 'infeasible') expect(canHold(graph, result.core), `seed ${seed}`).toBe(false)
    }
    expect(counts.feasible).toBeGreaterThan(300)
    expect(counts.infeasible).toBeGreaterThan(300)
  })

  it('says unknown when the effort runs out', () => {
    expect(isFeasible(pigeons(6, 5), { left: 100 }).answer).toBe('unknown')
  })
})

describe('findClash', () => {
  it('names a minimal set of factors that cannot all hold', () => {
    let found = 0
    let searched = 0
    for (let seed = 0; seed < 2500; seed++) {
      const graph = randomGraph(seeded(seed), 6, 10)
      if (canHold(graph, all(graph))) continue
      const clash = findClash(graph)
      expect(canHold(graph, clash), `seed ${seed}: ${clash.join()} can hold`).toBe(false)
      for (const f of clash) {
        const others = clash.filter((other) => other !== f)
        expect(canHold(graph, others), `seed ${seed}: ${clash.join()} without ${f} cannot hold`).toBe(true)
      }
      found++
      if (clash.length > 2) searched++
    }
    expect(found).toBeGreaterThan(400)
    expect(searched).toBeGreaterThan(50)
  })

  it('finds contradictions that propagation does not see', () => {
    const graph = new FactorGraph()
    const [a, b, c, d] = [graph.binary(), graph.binary(), graph.binary(), graph.binary()]
    graph.or([c, d])
    graph.xor([a, b])
    graph.pair(a, b, 3)
    graph.parity([b, c], true)
    graph.atMostOne([c, d])
    graph.xor([a, c])
    expect(findClash(graph)).toEqual([1, 3, 5])
  })

  it('pigeons that do not fit need all of the holes', () => {
    const graph = pigeons(4, 3)
    expect(findClash(graph)).toEqual(all(graph))
  })

  it('keeps a set that cannot hold when the effort runs out', () => {
    const graph = pigeons(5, 4)
    const clash = findClash(graph, { effort: 2000 })
    expect(clash).toEqual(all(graph))
  })

  it('evidence against itself needs no factor, and a graph with an answer has no clash', () => {
    const graph = new FactorGraph()
    const c = graph.categorical([0, 0])
    graph.xor([c.is(0)])
    expect(findClash(graph)).toEqual([])
    graph.forbid(c, 0)
    graph.forbid(c, 1)
    expect(findClash(graph)).toEqual([])
  })

  it('a custom factor that allows nothing is a clash of its own', () => {
    const graph = new FactorGraph()
    const x = Array.from({ length: 30 }, () => graph.binary())
    graph.or(x)
    graph.add({ maximize: () => Number.NEGATIVE_INFINITY }, x)
    expect(findClash(graph)).toEqual([1])
  })

  it('looks only at what clashes in a large graph', () => {
    const graph = new FactorGraph()
    const x = Array.from({ length: 20_000 }, () => graph.binary(1))
    for (let i = 0; i + 1 < x.length; i++) graph.or([x[i], x[i + 1]])
    const [a, b, c] = x
    const odd = [graph.parity([a, b], true), graph.parity([b, c], true), graph.parity([a, c], true)]
    expect(findClash(graph)).toEqual(odd)
  })
})

describe('subgraph', () => {
  it('has the same hard constraints', () => {
    for (let seed = 0; seed < 500; seed++) {
      const random = seeded(seed)
      const graph = randomGraph(random, 4, 6)
      if (!canHold(graph, [])) continue // the evidence contradicts itself
      const chosen = all(graph).filter(() => random.chance(0.6))
      const small = subgraph(graph, chosen)
      expect(small.factorCount).toBe(chosen.length)
      expect(isFeasible(small).answer === 'feasible', `seed ${seed}`).toBe(canHold(graph, chosen))
    }
  })
})

/** Each of n pigeons in one of m holes, no two in one. */
function pigeons(n: number, m: number): FactorGraph {
  const graph = new FactorGraph()
  const sits = Array.from({ length: n }, () => Array.from({ length: m }, () => graph.binary()))
  for (const row of sits) graph.or(row)
  for (let j = 0; j < m; j++) graph.atMostOne(sits.map((row) => row[j]))
  return graph
}
