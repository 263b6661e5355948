// Rechecks the proof of a bound from the graph alone.
import { type Prove, proveElimination, proveFixing, proveParts, proveTightened } from '../exact/proof.js'
import { tighten } from '../exact/tighten.js'
import type { FactorGraph } from '../graph/graph.js'
import { propagate } from '../problem/fixing.js'
import { leastValue } from '../problem/least-value.js'
import { compile } from '../problem/problem.js'
import type { BranchLeaf, Certificate } from '../result/solution.js'

/** A bound that a certificate proves. `rounding` is the size of the numbers summed, for tolerances. */
export interface ProvenBound {
  bound: number
  rounding: number
  /** The dual value, if it is the proof that nothing is feasible. */
  dual?: number
}

/** Share of the summed numbers that counts as rounding error where a falling dual proves infeasibility. */
const ROUNDING = 1e-12
const NOTHING: ProvenBound = { bound: Number.POSITIVE_INFINITY, rounding: 0 }
const IMPOSSIBLE: ProvenBound = { bound: Number.NEGATIVE_INFINITY, rounding: 0 }

/**
 * The bound that a certificate proves under further decisions: +Infinity if it proves nothing, −Infinity if
 * it proves that there is no assignment. Faults of the certificate are added to `problems`.
 *
 * @example
 * provenBound(graph, solution.certificate, problems).bound // 3.25
 */
export function provenBound(
  graph: FactorGraph,
  certificate: Certificate,
  problems: string[],
  decisions: readonly number[] = [],
): ProvenBound {
  switch (certificate.kind) {
    case 'multipliers':
      return multiplierBound(graph, certificate, problems, decisions)
    case 'branches':
      return branchBound(graph, certificate.leaves, problems, decisions)
    case 'elimination':
      return eliminationBound(graph, problems, decisions)
    case 'fixing': {
      const inside: Prove = (inner, rest, further) => provenBound(inner, rest, problems, further)
      const proven = proveFixing(graph, certificate, decisions, inside)
      if (proven === null)
        problems.push('The certificate has multipliers or decisions that do not fit the graph.')
      return proven ?? NOTHING
    }
    case 'tightened':
      return proveTightened(graph, certificate, decisions, (inner, rest, further) =>
        provenBound(inner, rest, problems, further),
      )
    case 'parts': {
      const inside: Prove = (part, proof, further) => provenBound(part, proof, problems, further)
      const proven = proveParts(graph, certificate, decisions, inside)
      if (proven === null)
        problems.push('The certificate is about another number of parts than the graph has.')
      return proven ?? NOTHING
    }
    case 'too-large':
      problems.push(
        `The proof that ${certificate.bound} bounds what was searched was too large to keep, so it cannot be rechecked. ` +
          'Solve again with a larger `proofMemory`.',
      )
      return NOTHING
    case 'open':
      return NOTHING
    case 'none':
      return propagate(graph, decisions).conflict === null ? NOTHING : IMPOSSIBLE
    default:
      problems.push('The certificate is of no kind that Parley knows.')
      return NOTHING
  }
}

/**
 * g(λ) = Σ of the local maxima under θ + λ (paper 2, Eq. 1.12), with λ centred so that it sums to 0 at each
 * slot.
 */
function multiplierBound(
  graph: FactorGraph,
  certificate: Extract<Certificate, { kind: 'multipliers' }>,
  problems: string[],
  decisions: readonly number[],
): ProvenBound {
  const { multipliers } = certificate
  const base = compile(graph, decisions)
  if (base.conflict !== null) return IMPOSSIBLE
  const clusters = certificate.clusters ?? []
  const problem = clusters.length === 0 ? base : compile(tighten(base, clusters).graph)
  const links = problem.linkSlot.length
  if (multipliers.length !== links) {
    problems.push(`The certificate has ${multipliers.length} multipliers, but the graph has ${links} links.`)
    return NOTHING
  }
  const x = new Float64Array(links)
  let bound = problem.constant
  let rounding = Math.abs(problem.constant)
  for (let s = 0; s < problem.slots; s++) {
    const from = problem.slotStart[s]
    const to = problem.slotStart[s + 1]
    const score = problem.score[s]
    rounding += Math.abs(score)
    if (from === to) {
      bound += Math.max(0, score)
      continue
    }
    let sum = 0
    for (let j = from; j < to; j++) sum += multipliers[problem.slotLinks[j]]
    for (let j = from; j < to; j++) {
      const l = problem.slotLinks[j]
      x[l] = multipliers[l] + (score - sum) / (to - from)
      rounding += Math.abs(x[l])
    }
  }
  if (!Number.isFinite(rounding)) {
    problems.push('The certificate has multipliers that are not finite numbers.')
    return NOTHING
  }
  for (const group of problem.groups) {
    const part = group.bound(x)
    bound += part
    if (Number.isFinite(part)) rounding += Math.abs(part)
  }
  // A dual below the least value of any assignment proves that there is no assignment.
  if (bound < leastValue(problem) - ROUNDING * rounding) return { ...IMPOSSIBLE, rounding, dual: bound }
  return { bound, rounding }
}

interface Branch {
  decisions: number[]
  leaves: BranchLeaf[]
}

/** The greatest bound of the leaves, if they cover every assignment that is not ruled out by propagation. */
function branchBound(
  graph: FactorGraph,
  leaves: readonly BranchLeaf[],
  problems: string[],
  decisions: readonly number[],
): ProvenBound {
  let result = IMPOSSIBLE
  const open: Branch[] = [{ decisions: [...decisions], leaves: [...leaves] }]
  for (let branch = open.pop(); branch !== undefined; branch = open.pop()) {
    const depth = branch.decisions.length - decisions.length
    const here = branch.leaves.find((leaf) => leaf.decisions.length === depth)
    if (here !== undefined) {
      // A leaf covers everything below it, so other leaves in the list there do not matter.
      const proven = provenBound(graph, here.certificate, problems, branch.decisions)
      const bound = Math.max(result.bound, proven.bound)
      result = { bound, rounding: Math.max(result.rounding, proven.rounding) }
      continue
    }
    if (branch.leaves.length === 0) {
      if (propagate(graph, branch.decisions).conflict !== null) continue
      problems.push(`The leaves of the certificate leave out the branch [${branch.decisions.join(', ')}].`)
      return NOTHING
    }
    const slot = branch.leaves[0].decisions[depth] >> 1
    if (!(slot >= 0 && slot < graph.slotCount)) {
      problems.push(`The certificate decides slot ${slot}, but the graph has ${graph.slotCount} slots.`)
      return NOTHING
    }
    const sides: BranchLeaf[][] = [[], []]
    for (const leaf of branch.leaves) {
      const decision = leaf.decisions[depth]
      // A leaf that decides something else belongs to neither branch, so it covers nothing.
      if (decision >> 1 === slot) sides[decision & 1].push(leaf)
    }
    for (const value of [0, 1])
      open.push({ decisions: [...branch.decisions, 2 * slot + value], leaves: sides[value] })
  }
  return result
}

/** The optimum, recomputed from scratch. */
function eliminationBound(graph: FactorGraph, problems: string[], decisions: readonly number[]): ProvenBound {
  if (propagate(graph, decisions).conflict !== null) return IMPOSSIBLE
  const proven = proveElimination(graph, decisions)
  if (proven === null) problems.push('The certificate says elimination, but the tables would be too large.')
  return proven ?? NOTHING
}
