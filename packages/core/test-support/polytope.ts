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
  const more = c.kind.broken?.(u, graph.store.paramsOf(0)) ?? []
  return Math.max(0, ...u.map((v) => -v), ...u.map((v) => v - 1), ...more)
}
