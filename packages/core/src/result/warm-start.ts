// Warm starts: maps multipliers and beliefs of an earlier solution to the links and slots of a problem.
import type { Problem } from '../problem/problem.js'
import type { Solution } from './solution.js'

/**
 * Link scores to start from: the multipliers of an earlier solution of the same graph, added to the current
 * scores. Under other evidence the compiled links differ: links of the same literal are matched, and the rest
 * start at 0. Undefined if no multiplier can be used.
 *
 * @example
 * const graph = new FactorGraph()
 * graph.atMostOne([graph.binary(1), graph.binary(2)])
 * warmScores(compile(graph), ad3(graph)) // Float64Array [1, 2]
 */
export function warmScores(problem: Problem, earlier: Solution | undefined): Float64Array | undefined {
  if (earlier === undefined || earlier.certificate.kind !== 'multipliers') return undefined
  const multipliers = matchLinks(problem, earlier.certificate.multipliers, earlier.certificate.origins)
  if (multipliers === undefined) return undefined
  const { linkSlot, slots, slotStart, slotLinks, score } = problem
  const x = new Float64Array(linkSlot.length)
  for (let s = 0; s < slots; s++) {
    const from = slotStart[s]
    const to = slotStart[s + 1]
    let sum = 0
    for (let j = from; j < to; j++) sum += multipliers[slotLinks[j]]
    for (let j = from; j < to; j++)
      x[slotLinks[j]] = multipliers[slotLinks[j]] + (score[s] - sum) / (to - from)
  }
  return x.every(Number.isFinite) ? x : undefined
}

function matchLinks(
  problem: Problem,
  multipliers: Float64Array,
  origins: Int32Array | undefined,
): Float64Array | undefined {
  const { linkOrigin } = problem
  const same = multipliers.length === linkOrigin.length
  if (origins === undefined) return same ? multipliers : undefined
  if (same && origins.every((origin, l) => origin === linkOrigin[l])) return multipliers
  const byLiteral = new Float64Array(problem.graph.store.literals.length)
  for (let l = 0; l < multipliers.length; l++) {
    const origin = origins[l]
    if (origin >= 0 && origin < byLiteral.length) byLiteral[origin] = multipliers[l]
  }
  return Float64Array.from(linkOrigin, (origin) => (origin >= 0 ? byLiteral[origin] : 0))
}

/**
 * The relaxed solution of an earlier run as beliefs to start from. Undefined if it does not fit the graph.
 */
export function warmBeliefs(problem: Problem, earlier: Solution | undefined): Float64Array | undefined {
  if (earlier === undefined || earlier.marginals.length !== problem.graph.slotCount) return undefined
  const beliefs = new Float64Array(problem.slots).fill(0.5)
  beliefs.set(earlier.marginals)
  for (let s = 0; s < problem.slots; s++) if (problem.fixed[s] !== -1) beliefs[s] = problem.fixed[s]
  return beliefs
}
