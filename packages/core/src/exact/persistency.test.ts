// Persistent values lose at most the stated loss, against enumeration.
import { expect, it } from 'vitest'
import { assignments, randomGraph } from '../../test-support/random-graph.js'
import type { FactorGraph } from '../graph/graph.js'
import { seeded } from '../kinds/common/random-scores.js'
import { finishSteps } from '../limits/steps.js'
import { evaluate, slotValues } from '../problem/evaluate.js'
import { compile, type Problem } from '../problem/problem.js'
import { persistencyLoss, persistentValues } from './persistency.js'
import { excludedBound, fixings, reducedCosts } from './reduced-costs.js'
import { type Relaxation, relax } from './relax.js'

/** All feasible assignments as slot values, with their scores. */
function feasible(graph: FactorGraph): { values: Uint8Array; value: number }[] {
  const all: { values: Uint8Array; value: number }[] = []
  for (const assignment of assignments(graph)) {
    const value = evaluate(graph, assignment)
    if (value > Number.NEGATIVE_INFINITY) all.push({ values: slotValues(graph, assignment), value })
  }
  return all
}

const follows = (values: Uint8Array, decisions: readonly number[]) =>
  decisions.every((d) => values[d >> 1] === (d & 1))

function* relaxed(
  count: number,
): Generator<{ seed: number; graph: FactorGraph; problem: Problem; at: Relaxation }> {
  for (let seed = 0; seed < count; seed++) {
    const graph = randomGraph(seeded(seed), 6, 6, seed % 3 === 0 ? 'ties' : 'ordinary')
    const problem = compile(graph)
    if (problem.conflict !== null) continue
    const at = relax(problem, undefined, {
      cutoff: Number.NEGATIVE_INFINITY,
      slack: 0,
      relative: 0,
      maxIterations: seed % 2 === 0 ? 300 : 15,
      impatient: false,
      stop: () => false,
    })
    if (at.bound > Number.NEGATIVE_INFINITY) yield { seed, graph, problem, at }
  }
}

it('some best assignment has the persistent values, up to the loss', () => {
  let fixed = 0
  for (const { seed, graph, problem, at } of relaxed(1500)) {
    const allowance = seed % 4 === 0 ? 0.5 : 1e-6
    const { decisions, loss } = finishSteps(persistentValues(problem, at.x, at.beliefs, allowance))
    fixed += decisions.length
    expect(loss).toBeLessThanOrEqual(allowance)
    expect(persistencyLoss(problem, at.x, decisions)).toBeCloseTo(loss, 9)
    const all = feasible(graph)
    if (all.length === 0) continue
    const best = Math.max(...all.map((a) => a.value))
    const kept = Math.max(...all.filter((a) => follows(a.values, decisions)).map((a) => a.value))
    expect(kept, `seed ${seed}: ${decisions.join()}`).toBeGreaterThanOrEqual(best - loss - 1e-9)
  }
  expect(fixed).toBeGreaterThan(500)
})

it('overwriting by values that are not persistent shows as a loss', () => {
  let caught = 0
  for (const { seed, graph, problem, at } of relaxed(300)) {
    const slot = problem.fixed.findIndex(
      (value, s) => value === -1 && problem.slotDomain[s] === -1 && s < graph.slotCount,
    )
    const all = feasible(graph)
    if (slot < 0 || all.length === 0) continue
    const best = Math.max(...all.map((a) => a.value))
    for (const value of [0, 1]) {
      const loss = persistencyLoss(problem, at.x, [2 * slot + value])
      const kept = Math.max(...all.filter((a) => a.values[slot] === value).map((a) => a.value))
      expect(best - kept, `seed ${seed}`).toBeLessThanOrEqual(loss + 1e-9)
      if (loss > 0.01) caught++
    }
  }
  expect(caught).toBeGreaterThan(50)
})

it('every assignment that breaks a fixing scores at most the excluded bound', () => {
  let fixed = 0
  for (const { seed, graph, problem, at } of relaxed(1500)) {
    const costs = reducedCosts(problem, at.x)
    expect(costs.bound, `seed ${seed}`).toBeCloseTo(at.bound, 7)
    const all = feasible(graph)
    const cutoff = all.length === 0 ? at.bound - 1 : Math.max(...all.map((a) => a.value))
    const decisions = fixings(problem, costs, cutoff)
    if (decisions === null) {
      for (const { value } of all) expect(value, `seed ${seed}`).toBeLessThanOrEqual(cutoff + 1e-9)
      continue
    }
    fixed += decisions.length
    const excluded = excludedBound(costs, decisions)
    expect(excluded).toBeLessThanOrEqual(cutoff)
    for (const { values, value } of all)
      if (!follows(values, decisions)) expect(value, `seed ${seed}`).toBeLessThanOrEqual(excluded + 1e-9)
  }
  expect(fixed).toBeGreaterThan(500)
})
