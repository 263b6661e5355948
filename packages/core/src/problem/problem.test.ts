// A compiled problem gives every assignment the same score as its graph.
import { describe, expect, it } from 'vitest'
import { assignments, randomGraph } from '../../test-support/random-graph.js'
import { FactorGraph } from '../graph/graph.js'
import { type Random, SORTS, seeded } from '../kinds/common/random-scores.js'
import { evaluateSlots, slotValues } from './evaluate.js'
import { compile, type Problem } from './problem.js'

/** Score of 0/1 values of all slots, those that Parley added too. */
function compiledScore(problem: Problem, values: ArrayLike<number>): number {
  let total = problem.constant
  for (let s = 0; s < problem.slots; s++) total += problem.score[s] * values[s]
  const z = Float64Array.from(problem.linkSlot, (slot) => values[slot])
  for (const group of problem.groups)
    for (let f = group.first; f < group.first + group.count; f++) total += group.score(f, z)
  return total
}

/** Best compiled score over the values of the slots that Parley added. */
function bestOverCopies(problem: Problem, values: Uint8Array): number {
  const copies = problem.slots - values.length
  const all = new Uint8Array(problem.slots)
  all.set(values)
  let best = Number.NEGATIVE_INFINITY
  for (let bits = 0; bits < 1 << copies; bits++) {
    for (let k = 0; k < copies; k++) all[values.length + k] = (bits >> k) & 1
    best = Math.max(best, compiledScore(problem, all))
  }
  return best
}

function randomDecisions(graph: FactorGraph, random: Random): number[] {
  const decisions: number[] = []
  while (random.chance(0.3)) decisions.push(random.below(2 * graph.slotCount))
  return decisions
}

function scale(graph: FactorGraph): number {
  let size = 1
  for (let s = 0; s < graph.slotCount; s++) size += Math.abs(graph.scores.data[s])
  for (let v = 0; v < graph.variableCount; v++) size += Math.abs(graph.baseScores.data[v])
  for (let k = 0; k < graph.store.params.length; k++)
    if (Number.isFinite(graph.store.params.data[k])) size += Math.abs(graph.store.params.data[k])
  return size
}

function checkGraph(
  graph: FactorGraph,
  decisions: number[],
  name: string,
): { feasible: number; conflict: boolean } {
  const problem = compile(graph, decisions)
  const tolerance = 1e-12 * scale(graph)
  let feasible = 0
  for (const assignment of assignments(graph)) {
    const values = slotValues(graph, assignment)
    if (decisions.some((d) => values[d >> 1] !== (d & 1))) continue
    const value = evaluateSlots(graph, values)
    if (value !== Number.NEGATIVE_INFINITY) feasible++
    if (problem.conflict !== null) {
      if (value !== Number.NEGATIVE_INFINITY)
        expect.fail(`${name}: conflict, but ${assignment.join()} is worth ${value}`)
      continue
    }
    if (values.some((v, s) => problem.fixed[s] !== -1 && problem.fixed[s] !== v)) {
      if (value !== Number.NEGATIVE_INFINITY)
        expect.fail(
          `${name}: ${assignment.join()} is worth ${value}, but was ruled out by ${problem.fixed.join()}`,
        )
      continue
    }
    const compiled = bestOverCopies(problem, values)
    if (compiled !== value && !(Math.abs(compiled - value) <= tolerance))
      expect.fail(`${name}: ${assignment.join()} is worth ${value}, compiled ${compiled}`)
    if (value === Number.NEGATIVE_INFINITY) continue
    for (let d = 0; d + 1 < problem.domainStart.length; d++) {
      let ones = 0
      for (let k = problem.domainStart[d]; k < problem.domainStart[d + 1]; k++)
        ones += problem.domainSlots[k] < values.length ? values[problem.domainSlots[k]] : 0
      const own = problem.domainSlots.subarray(problem.domainStart[d], problem.domainStart[d + 1])
      if (own.every((s) => s < values.length)) expect(ones, `${name}: domain ${own.join()}`).toBe(1)
    }
  }
  return { feasible, conflict: problem.conflict !== null }
}

describe('compile', () => {
  it.each(SORTS)('keeps the score of every assignment, %s scores', (sort) => {
    let conflicts = 0
    let copies = 0
    for (let seed = 0; seed < 1200; seed++) {
      const random = seeded(seed * 31 + sort.length)
      const graph = randomGraph(random, 5, 4, sort)
      const decisions = randomDecisions(graph, random)
      const { conflict } = checkGraph(graph, decisions, `seed ${seed}`)
      if (conflict) conflicts++
      if (compile(graph).slots > graph.slotCount) copies++
    }
    expect(conflicts).toBeGreaterThan(20)
    expect(copies).toBeGreaterThan(20)
  })

  it('allows nothing but one value per variable', () => {
    let checked = 0
    for (let seed = 0; seed < 400; seed++) {
      const random = seeded(seed)
      const graph = randomGraph(random, 5, 4)
      const problem = compile(graph)
      if (problem.conflict !== null || problem.slots > graph.slotCount) continue
      for (let round = 0; round < 30; round++) {
        const values = Array.from(problem.fixed, (f) => (f === -1 ? random.below(2) : f))
        let valid = true
        for (let v = 0; v < graph.variableCount; v++) {
          if (graph.variableBinary.data[v] === 1) continue
          const own = values.slice(graph.variableStart.data[v], graph.variableStart.data[v + 1])
          if (own.filter((value) => value === 1).length !== 1) valid = false
        }
        if (valid) continue
        checked++
        expect(compiledScore(problem, values), `seed ${seed}: ${values.join()}`).toBe(
          Number.NEGATIVE_INFINITY,
        )
      }
    }
    expect(checked).toBeGreaterThan(1000)
  })

  it('needs no copies for a variable that occurs twice in a table', () => {
    const graph = new FactorGraph()
    const a = graph.binary()
    const c = graph.categorical([0, 0, 0])
    const table = (n: number) => Float64Array.from({ length: n }, (_, i) => Math.sin(i))
    graph.dense([a, c, a.not], table(12))
    graph.dense([c, a, c], table(18))
    graph.denseOverGroups(
      [
        [c.is(0), c.is(1), c.is(2)],
        [c.is(2), c.is(0), c.is(1)],
      ],
      table(9),
    )
    graph.dense([a, a], [1, 2, 3, 4])
    expect(compile(graph).slots).toBe(graph.slotCount)
    checkGraph(graph, [], 'repeated variables')
  })

  it('links slots and factors both ways, kind by kind', () => {
    for (let seed = 0; seed < 300; seed++) {
      const problem = compile(randomGraph(seeded(seed), 6, 6))
      let next = 0
      for (const [g, group] of problem.groups.entries()) {
        expect(group.first).toBe(next)
        next += group.count
        for (let f = group.first; f < next; f++) {
          expect(problem.factorGroup[f]).toBe(g)
          for (let l = problem.factorStart[f]; l < problem.factorStart[f + 1]; l++)
            expect(problem.linkFactor[l]).toBe(f)
        }
      }
      expect(next).toBe(problem.factors)
      const seen = new Set<number>()
      for (let s = 0; s < problem.slots; s++) {
        expect(problem.slotStart[s + 1] - problem.slotStart[s]).toBe(problem.degree[s])
        for (let k = problem.slotStart[s]; k < problem.slotStart[s + 1]; k++) {
          expect(problem.linkSlot[problem.slotLinks[k]]).toBe(s)
          seen.add(problem.slotLinks[k])
        }
      }
      expect(seen.size).toBe(problem.linkSlot.length)
      for (let f = 0; f < problem.factors; f++) {
        const slots = problem.linkSlot.slice(problem.factorStart[f], problem.factorStart[f + 1])
        expect(new Set(slots).size, 'a factor links a slot once').toBe(slots.length)
      }
      for (let l = 0; l < problem.linkSlot.length; l++) {
        const origin = problem.linkOrigin[l]
        if (origin < 0) continue
        expect(problem.graph.store.literals.data[origin] >> 1).toBe(problem.linkSlot[l])
        const factor = problem.origin[problem.linkFactor[l]]
        expect(origin).toBeGreaterThanOrEqual(problem.graph.store.literalStart.data[factor])
        expect(origin).toBeLessThan(problem.graph.store.literalStart.data[factor + 1])
      }
    }
  })
})
