// Rechecks the proofs that only exact search makes: elimination, fixed values, parts. Each recomputes its
// claim from the graph; proofs inside a proof are passed back to the caller's `prove`.
import type { FactorGraph } from '../graph/graph.js'
import { compile, type Problem } from '../problem/problem.js'
import type { Certificate } from '../result/solution.js'
import { eliminate } from './elimination.js'
import { persistencyLoss } from './persistency.js'
import { excludedBound, reducedCosts } from './reduced-costs.js'
import { simplify } from './simplify.js'
import { tighten } from './tighten.js'

/** A bound, and the size of the numbers summed, for tolerances. */
export interface Proven {
  bound: number
  rounding: number
}

export type Prove = (graph: FactorGraph, certificate: Certificate, decisions: readonly number[]) => Proven

const NEVER = Number.NEGATIVE_INFINITY

/** The optimum under the decisions, by elimination; null if the tables would be too large. */
export function proveElimination(graph: FactorGraph, decisions: readonly number[]): Proven | null {
  const result = eliminate(compile(graph, decisions))
  return result === null ? null : { bound: result.value, rounding: Math.abs(result.value) }
}

/** The bound of a simplified graph's parts. Null if the certificate has another number of parts. */
export function proveParts(
  graph: FactorGraph,
  certificate: Extract<Certificate, { kind: 'parts' }>,
  decisions: readonly number[],
  prove: Prove,
): Proven | null {
  const { constant, parts } = simplify(graph, decisions)
  if (constant === NEVER) return { bound: NEVER, rounding: 0 }
  if (parts.length !== certificate.parts.length) return null
  let bound = constant
  let rounding = Math.abs(constant)
  for (let p = 0; p < parts.length; p++) {
    const proven = prove(parts[p].graph, certificate.parts[p], [])
    if (proven.bound === NEVER) return { bound: NEVER, rounding: 0 }
    bound += proven.bound
    rounding += proven.rounding
  }
  return { bound, rounding }
}

/** The bound that the rest of the certificate proves for the graph with its clusters. */
export function proveTightened(
  graph: FactorGraph,
  certificate: { clusters: readonly (readonly number[])[]; rest: Certificate },
  decisions: readonly number[],
  prove: Prove,
): Proven {
  const problem = compile(graph, decisions)
  if (problem.conflict !== null) return { bound: NEVER, rounding: 0 }
  return prove(tighten(problem, certificate.clusters).graph, certificate.rest, [])
}

/**
 * min(bound of the multipliers, max(bound of what the decisions rule out, bound of the rest) + loss of
 * overwriting). Null if the multipliers do not fit the graph.
 */
export function proveFixing(
  graph: FactorGraph,
  certificate: Extract<Certificate, { kind: 'fixing' }>,
  decisions: readonly number[],
  prove: Prove,
): Proven | null {
  const base = compile(graph, decisions)
  if (base.conflict !== null) return { bound: NEVER, rounding: 0 }
  const clusters = certificate.clusters ?? []
  const problem = clusters.length === 0 ? base : compile(tighten(base, clusters).graph)
  const x = linkScores(problem, certificate.multipliers)
  const listed = [...certificate.decisions, ...certificate.persistent]
  if (x === null || !listed.every((d) => d >= 0 && d >> 1 < graph.slotCount)) return null
  const costs = reducedCosts(problem, x)
  const loss = certificate.persistent.length === 0 ? 0 : persistencyLoss(problem, x, certificate.persistent)
  const rest = prove(graph, certificate.rest, [...decisions, ...listed])
  const inside = Math.max(excludedBound(costs, certificate.decisions), rest.bound)
  let rounding = rest.rounding + Math.abs(problem.constant)
  for (let l = 0; l < x.length; l++) rounding += Math.abs(x[l])
  return { bound: Math.min(costs.bound, inside === NEVER ? NEVER : inside + loss), rounding }
}

/**
 * Link scores from multipliers, which are centred so that they sum to 0 at each slot. Null if they do not
 * fit.
 */
function linkScores(problem: Problem, multipliers: Float64Array): Float64Array | null {
  const { slots, slotStart, slotLinks, score } = problem
  if (multipliers.length !== problem.linkSlot.length || !multipliers.every(Number.isFinite)) return null
  const x = new Float64Array(multipliers.length)
  for (let s = 0; s < slots; s++) {
    const from = slotStart[s]
    const to = slotStart[s + 1]
    let sum = 0
    for (let j = from; j < to; j++) sum += multipliers[slotLinks[j]]
    for (let j = from; j < to; j++)
      x[slotLinks[j]] = multipliers[slotLinks[j]] + (score[s] - sum) / (to - from)
  }
  return x
}
