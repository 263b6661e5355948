// The laws of knapsacks, whose polytopes have vertices where the budget cuts edges of the cube.
import type { KindCase, Vertex } from '../../../test-support/factor-case.js'
import { overLiterals } from '../../../test-support/factor-case.js'
import { testKind } from '../../../test-support/kind-laws.js'
import { sumSlack } from '../../numeric/sum-slack.js'
import type { Problem } from '../../problem/problem.js'
import type { Random } from '../common/random-scores.js'

/** Knapsacks with costs of one sort, and a budget between the least and the most that they can cost. */
function withCosts(sort: string, cost: (random: Random) => number): KindCase {
  return {
    label: `knapsack: ${sort}`,
    group: 'knapsack',
    build: overLiterals((graph, literals, random) => {
      const costs = literals.map(() => cost(random))
      const low = costs.reduce((sum, c) => sum + Math.min(0, c), 0)
      const high = costs.reduce((sum, c) => sum + Math.max(0, c), 0)
      const budget = low + (high - low) * random.uniform()
      graph.knapsack(literals, costs, costs.every(Number.isInteger) ? Math.floor(budget) : budget)
    }),
    cornersBesides: cutEdges,
    condition(params) {
      const costs = Array.from(params.subarray(1), Math.abs).filter((one) => one > 0)
      return Math.max(...costs) / Math.min(...costs)
    },
    broken(u, params) {
      const costs = Array.from(params.subarray(1))
      const used = costs.reduce((total, one, i) => total + one * u[i], 0)
      return [(used - params[0]) / costs.reduce((total, one) => total + Math.abs(one), 0)]
    },
  }
}

testKind(
  withCosts('positive costs', (random) => 0.01 + random.uniform()),
  withCosts('costs of any sign', (random) => random.uniform() * 2 - 1),
  withCosts('whole costs', (random) => random.below(7) - 2),
  withCosts('costs of all sizes', (random) => 10 ** (random.below(9) - 4) * (random.chance(0.2) ? -1 : 1)),
)

/** Where the budget cuts the edges of the cube: the vertices of a relaxed knapsack that are not whole. */
function cutEdges(points: readonly Vertex[], problem: Problem): Vertex[] {
  const { store } = problem.graph
  const literals = Array.from(store.literalsOf(0))
  const params = store.paramsOf(0)
  const cost = new Float64Array(problem.slots)
  let budget = params[0] + sumSlack(params)
  literals.forEach((literal, i) => {
    const slot = literal >> 1
    const sign = (literal & 1) === 1 ? -1 : 1
    cost[slot] = sign * params[1 + i]
    if (sign < 0) budget -= params[1 + i]
    if (problem.fixed[slot] === 1) budget -= cost[slot]
  })
  const cuts: Vertex[] = []
  for (const point of points) {
    let used = 0
    for (let l = 0; l < point.z.length; l++) used += point.z[l] * cost[problem.linkSlot[l]]
    for (let l = 0; l < point.z.length; l++) {
      const c = cost[problem.linkSlot[l]]
      if (point.z[l] === 1 || c === 0) continue
      const part = (budget - used) / c
      if (!(part >= 0 && part <= 1)) continue
      const z = point.z.slice()
      z[l] = part
      cuts.push({ z, own: 0 })
    }
  }
  return cuts
}
