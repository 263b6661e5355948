// Single changes until none helps: the result is a local optimum, and skipped slots are those that cannot
// help.
import { expect, test } from 'vitest'
import { randomGraph } from '../../test-support/random-graph.js'
import { FactorGraph } from '../graph/graph.js'
import { type Random, seeded } from '../kinds/common/random-scores.js'
import { finishSteps } from '../limits/steps.js'
import { compile, type Problem } from '../problem/problem.js'
import { improveByFlips } from './flips.js'

function scoreOf(problem: Problem, values: Uint8Array): number {
  const z = linkValues(problem, values)
  let total = problem.constant
  for (let s = 0; s < problem.slots; s++) if (values[s] === 1) total += problem.score[s]
  for (const group of problem.groups)
    for (let f = group.first; f < group.first + group.count; f++) total += group.score(f, z)
  return total
}

function linkValues(problem: Problem, values: Uint8Array): Float64Array {
  return Float64Array.from(problem.linkSlot, (s) => values[s])
}

/** The assignments that differ by one change of a linked, free slot. */
function* neighbours(problem: Problem, values: Uint8Array): Generator<Uint8Array> {
  const { slots, fixed, degree, slotDomain, domainStart, domainSlots } = problem
  for (let s = 0; s < slots; s++) {
    if (fixed[s] !== -1 || degree[s] === 0) continue
    const other = values.slice()
    const domain = slotDomain[s]
    if (domain < 0) other[s] = 1 - values[s]
    else {
      if (values[s] === 1) continue
      for (let k = domainStart[domain]; k < domainStart[domain + 1]; k++) other[domainSlots[k]] = 0
      other[s] = 1
    }
    yield other
  }
}

/**
 * Every second graph has pair factors only: there one flip often makes another flip possible that was tried
 * before.
 */
function graphOf(seed: number, random: Random): FactorGraph {
  if (seed % 2 === 0) return randomGraph(random, 8, 8)
  const graph = new FactorGraph()
  const score = () => 2 * random.uniform() - 1
  const variables = Array.from({ length: 12 }, () => graph.binary(score()))
  for (let k = 0; k < 30; k++)
    graph.pair(variables[random.below(12)], variables[random.below(12)], 2 * score())
  return graph
}

test('no single change improves what flips have left, and the gain is what the score gained', () => {
  let improved = 0
  for (let seed = 0; seed < 400; seed++) {
    const random = seeded(seed)
    const problem = compile(graphOf(seed, random))
    if (problem.conflict !== null) continue
    const { slots, fixed, domainStart, domainSlots } = problem
    const values = Uint8Array.from({ length: slots }, (_, s) => (fixed[s] === 1 ? 1 : 0))
    for (let d = 0; d + 1 < domainStart.length; d++) values[domainSlots[domainStart[d]]] = 1
    const before = scoreOf(problem, values)
    if (before === Number.NEGATIVE_INFINITY) continue
    const z = linkValues(problem, values)
    const gain = finishSteps(improveByFlips(problem, new Float64Array(slots).fill(0.5), values, z))
    expect(z, `seed ${seed}`).toEqual(linkValues(problem, values))
    const after = scoreOf(problem, values)
    expect(after - before, `seed ${seed}`).toBeCloseTo(gain, 8)
    for (const other of neighbours(problem, values))
      expect(scoreOf(problem, other), `seed ${seed}`).toBeLessThanOrEqual(after + 1e-9)
    if (gain > 0) improved++
  }
  expect(improved).toBeGreaterThan(30)
})
