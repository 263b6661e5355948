// Inequalities of those marginal polytopes that have short descriptions, from the papers.
import type { FactorCase } from './factor-case.js'

/**
 * The amount by which z (over the links) violates the factor's polytope, 0 inside. Pairs are only limited by
 * the cube. Tables and custom factors have no short description; their points are mixtures of configurations
 * by construction.
 */
export function violation(c: FactorCase, z: Float64Array): number {
  const { graph, fixed, linkSlot } = c.problem
  const slots = new Float64Array(graph.slotCount)
  for (let s = 0; s < slots.length; s++) slots[s] = fixed[s]
  for (let l = 0; l < c.links; l++) slots[linkSlot[l]] = z[l]
  const u = Array.from(graph.store.literalsOf(0), (literal) =>
    (literal & 1) === 1 ? 1 - slots[literal >> 1] : slots[literal >> 1],
  )
  const params = graph.store.paramsOf(0)
  const sum = u.reduce((total, v) => total + v, 0)
  const broken = [0, ...u.map((v) => -v), ...u.map((v) => v - 1)]
  switch (c.group.kind) {
    case 'xor':
      broken.push(Math.abs(sum - 1))
      break
    case 'at-most-one':
      broken.push(sum - 1)
      break
    case 'or':
      broken.push(1 - sum)
      break
    case 'or-out': {
      // Paper 1, Eq. 21, corrected: z₀ ≤ Σ z_i and z₀ ≥ z_i.
      const output = u.at(-1)!
      broken.push(output - (sum - output), ...u.map((v) => v - output))
      break
    }
    case 'budget':
      broken.push(params[0] - sum, sum - params[1])
      break
    case 'knapsack': {
      const costs = Array.from(params.subarray(1))
      const used = costs.reduce((total, cost, i) => total + cost * u[i], 0)
      const size = costs.reduce((total, cost) => total + Math.abs(cost), 0)
      broken.push((used - params[0]) / size)
      break
    }
    case 'parity':
      broken.push(worstOddSet(u, params[0]))
      break
  }
  return Math.max(...broken)
}

/**
 * Jeroslow (1975): every corner V of the wrong parity is at a distance of at least 1, Σ_{V} (1 − u) + Σ_{∉V}
 * u ≥ 1.
 */
function worstOddSet(u: number[], target: number): number {
  let worst = Number.NEGATIVE_INFINITY
  for (let bits = 0; bits < 1 << u.length; bits++) {
    let distance = 0
    let parity = 0
    for (let i = 0; i < u.length; i++) {
      const on = (bits >> i) & 1
      parity ^= on
      distance += on === 1 ? 1 - u[i] : u[i]
    }
    if (parity !== target) worst = Math.max(worst, 1 - distance)
  }
  return worst
}
