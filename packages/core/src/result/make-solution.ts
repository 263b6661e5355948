// The end of every solver: turns its numbers into the solution record.
import { FactorGraph } from '../graph/graph.js'
import { finishSteps, type Steps } from '../limits/steps.js'
import { evaluateSlots } from '../problem/evaluate.js'
import type { Problem } from '../problem/problem.js'
import type { Solvable } from '../problem/solvable.js'
import { findClashSteps } from './clash.js'
import type { Certificate, Solution, Status } from './solution.js'

/** A value per variable from the values of the slots. */
export function assignmentOf(graph: FactorGraph, values: ArrayLike<number>): Int32Array {
  const assignment = new Int32Array(graph.variableCount)
  for (let v = 0; v < graph.variableCount; v++) {
    const start = graph.variableStart.data[v]
    if (graph.variableBinary.data[v] === 1) assignment[v] = values[start]
    else {
      const end = graph.variableStart.data[v + 1]
      for (let s = start; s < end; s++) if (values[s] === 1) assignment[v] = s - start
    }
  }
  return assignment
}

export interface Outcome {
  status: Status
  bound: number
  /** Values of the problem's slots, or null. */
  values: Uint8Array | null
  /** Consensus beliefs of the problem's slots. */
  beliefs: Float64Array
  certificate: Certificate
  iterations: number
}

/** The solution record; the value is recomputed from the user's own numbers. */
export function makeSolution(problem: Problem, outcome: Outcome): Solution {
  const { graph } = problem
  const value = outcome.values === null ? Number.NEGATIVE_INFINITY : evaluateSlots(graph, outcome.values)
  const feasible = value !== Number.NEGATIVE_INFINITY
  // A rounding error must not make a bound smaller than a value that it meets.
  const bound = Math.max(outcome.bound, value)
  return withinDemand(graph, {
    status: outcome.status,
    assignment: feasible ? assignmentOf(graph, outcome.values!) : null,
    value,
    bound,
    gap: bound - value,
    marginals: marginalsOf(problem, outcome.beliefs),
    iterations: outcome.iterations,
    certificate: outcome.certificate,
  })
}

/**
 * Applies `scoreAbove`: a solution that does not exceed it loses its assignment, and is infeasible if nothing
 * can exceed it.
 */
export function withinDemand(graph: FactorGraph, solution: Solution): Solution {
  const { status, assignment, value, bound } = solution
  if (status === 'infeasible' || value > graph.scoreAbove || !Number.isFinite(graph.scoreAbove))
    return solution
  const none = { ...solution, assignment: null, value: Number.NEGATIVE_INFINITY }
  return bound <= graph.scoreAbove || (status === 'optimal' && assignment !== null)
    ? { ...none, status: 'infeasible', bound: Number.NEGATIVE_INFINITY, gap: 0 }
    : { ...none, gap: Number.POSITIVE_INFINITY }
}

/** The solution of a run that was stopped before the graph was compiled: no bound and no assignment. */
export function unstartedSolution(input: Solvable): Solution {
  const graph = input instanceof FactorGraph ? input : input.graph
  const { slotCount, variableCount, variableStart, variableBinary, evidence } = graph
  const marginals = new Float64Array(slotCount)
  for (let v = 0; v < variableCount; v++) {
    const start = variableStart.data[v]
    const end = variableStart.data[v + 1]
    let free = 0
    let chosen = -1
    for (let s = start; s < end; s++)
      if (evidence.data[s] === -1) free++
      else if (evidence.data[s] === 1) chosen = s
    const binary = variableBinary.data[v] === 1
    for (let s = start; s < end; s++) {
      const open = evidence.data[s] === -1 && chosen < 0
      marginals[s] = s === chosen ? 1 : open ? (binary ? 0.5 : 1 / free) : 0
    }
  }
  return {
    status: 'interrupted',
    assignment: null,
    value: Number.NEGATIVE_INFINITY,
    bound: Number.POSITIVE_INFINITY,
    gap: Number.POSITIVE_INFINITY,
    marginals,
    iterations: 0,
    certificate: { kind: 'open' },
  }
}

/** The solution record of an infeasible graph. */
export function infeasibleSolution(problem: Problem, iterations: number, certificate: Certificate): Solution {
  return finishSteps(infeasibleSolutionSteps(problem, iterations, certificate))
}

/**
 * `infeasibleSolution` as a generator. If it is stopped, the clash may be larger than necessary, or empty.
 */
export function* infeasibleSolutionSteps(
  problem: Problem,
  iterations: number,
  certificate: Certificate,
): Steps<Solution> {
  const solution = makeSolution(problem, {
    status: 'infeasible',
    bound: Number.NEGATIVE_INFINITY,
    values: null,
    beliefs: new Float64Array(problem.slots),
    certificate,
    iterations,
  })
  solution.gap = 0
  solution.clash = yield* findClashSteps(problem.graph)
  return solution
}

function marginalsOf(problem: Problem, beliefs: Float64Array): Float64Array {
  const { graph, fixed, degree, score } = problem
  const marginals = new Float64Array(graph.slotCount)
  for (let s = 0; s < marginals.length; s++) {
    const belief = degree[s] === 0 ? (score[s] > 0 ? 1 : 0) : beliefs[s]
    marginals[s] = fixed[s] === -1 ? Math.min(1, Math.max(0, belief)) : fixed[s]
  }
  for (let v = 0; v < graph.variableCount; v++) {
    if (graph.variableBinary.data[v] === 1) continue
    const start = graph.variableStart.data[v]
    const end = graph.variableStart.data[v + 1]
    let sum = 0
    for (let s = start; s < end; s++) sum += marginals[s]
    for (let s = start; s < end; s++) marginals[s] = sum > 0 ? marginals[s] / sum : 1 / (end - start)
  }
  return marginals
}

/** The certificate for the link scores x: their multipliers. */
export function certificateOf(problem: Problem, x: Float64Array): Certificate {
  return { kind: 'multipliers', multipliers: multipliersOf(problem, x), origins: problem.linkOrigin }
}

/**
 * The multiplier λ of each link from its score, λ = x − θ/degree, centred so that Σ λ = 0 at every slot
 * despite rounding errors.
 */
export function multipliersOf(problem: Problem, x: Float64Array): Float64Array {
  const { slots, slotStart, slotLinks, score } = problem
  const multipliers = new Float64Array(x.length)
  for (let s = 0; s < slots; s++) {
    const from = slotStart[s]
    const to = slotStart[s + 1]
    const share = score[s] / (to - from)
    let sum = 0
    for (let j = from; j < to; j++) sum += x[slotLinks[j]] - share
    for (let j = from; j < to; j++) multipliers[slotLinks[j]] = x[slotLinks[j]] - share - sum / (to - from)
  }
  return multipliers
}
