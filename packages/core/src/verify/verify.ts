// Rechecks the claims of a solution from the user's own numbers, without any solver.
import { ParleyError } from '../error.js'
import { largestScore, requireExactSums } from '../graph/exact-sums.js'
import type { FactorGraph } from '../graph/graph.js'
import { KINDS } from '../kinds/registry.js'
import { evaluateSlots, factorScore, slotValues } from '../problem/evaluate.js'
import { propagate } from '../problem/fixing.js'
import { compile } from '../problem/problem.js'
import { typicalScore } from '../problem/typical-score.js'
import { subgraph } from '../result/clash.js'
import { isFeasible } from '../result/feasibility.js'
import type { Solution } from '../result/solution.js'
import { type ProvenBound, provenBound } from './certificate.js'

/**
 * Differences below these shares of a number, or of the numbers that it is the sum of, count as rounding
 * errors.
 */
const RELATIVE = 1e-9
const SUMMED = 1e-12
/** Allowed error of marginals. */
const MARGINAL = 1e-6

export interface Verification {
  /** True if all claims of the solution hold. */
  ok: boolean
  /** The claims that do not hold, in words. */
  problems: string[]
  /** Score of the assignment; −Infinity if there is none, or if it breaks a hard constraint. */
  value: number
  /** The bound that the certificate proves; +Infinity if it proves nothing. */
  bound: number
  /**
   * Names of the custom factors, whose answers are trusted. If `maximize` of one of them does not find the
   * best configuration, value and bound may be wrong all the same; `checkFactor` tests it. Empty if
   * everything was rechecked.
   */
  trusted: string[]
}

/**
 * Rechecks a solution: the assignment is feasible and scores `value`; the certificate proves `bound`; the
 * status claims no more than they show. `tolerance` is the one with which `optimal` was claimed. The answers
 * of custom factors are trusted (see `trusted`); `checkFactor` tests them.
 *
 * @example
 * const solution = ad3(graph)
 * verify(graph, solution).ok // true
 * verify(graph, { ...solution, value: solution.value + 1 }).problems
 * // ['The value is 3.5, but the assignment scores 2.5.', …]
 */
export function verify(graph: FactorGraph, solution: Solution, tolerance = 1e-6): Verification {
  const problems: string[] = []
  if (!(tolerance >= 0))
    throw new ParleyError('bad-argument', `The tolerance is ${tolerance}; it must be a number ≥ 0.`)
  try {
    requireExactSums(graph)
  } catch (error) {
    if (!(error instanceof ParleyError)) throw error
    problems.push(error.message)
  }
  const scored = checkValue(graph, solution, problems)
  const proven = provenBound(graph, solution.certificate, problems)
  const rounding = SUMMED * (Math.max(scored.rounding, proven.rounding) + sizeOfScores(graph))

  const floor = Math.min(1, typicalScore(compile(graph)))
  if (solution.status === 'infeasible') {
    // The best score may be equal to `scoreAbove`, and the bound within the tolerance of it.
    const slack = tolerance * Math.max(floor, Math.abs(proven.bound)) + rounding
    checkInfeasible(graph, solution, Number.isFinite(slack) ? proven.bound - slack : proven.bound, problems)
  } else {
    checkMarginals(graph, solution.marginals, problems)
    checkBound(solution, proven, { tolerance, floor, rounding }, problems)
  }
  const trusted = trustedFactors(graph)
  return { ok: problems.length === 0, problems, value: scored.value, bound: proven.bound, trusted }
}

/**
 * Names of the custom factors of a graph. A proof about the graph holds if these factors answer correctly.
 */
export function trustedFactors(graph: FactorGraph): string[] {
  const { kind } = graph.store
  const names = new Set<string>()
  for (let f = 0; f < graph.factorCount; f++)
    if (KINDS[kind.data[f]].opaque === true) names.add(graph.describeFactor(f))
  return [...names]
}

function checkValue(
  graph: FactorGraph,
  solution: Solution,
  problems: string[],
): { value: number; rounding: number } {
  const none = { value: Number.NEGATIVE_INFINITY, rounding: 0 }
  if (solution.assignment === null) {
    if (solution.value !== Number.NEGATIVE_INFINITY)
      problems.push(`The value is ${solution.value}, but there is no assignment.`)
    return none
  }
  let values: Uint8Array
  try {
    values = slotValues(graph, solution.assignment)
  } catch (error) {
    if (!(error instanceof ParleyError)) throw error
    problems.push(error.message)
    return none
  }
  const value = evaluateSlots(graph, values)
  if (value === Number.NEGATIVE_INFINITY) {
    problems.push(`The assignment breaks ${whatIsBroken(graph, values)}.`)
    return none
  }
  if (value <= graph.scoreAbove)
    problems.push(`The assignment scores ${value}, but the graph demands more than ${graph.scoreAbove}.`)
  let rounding = 0
  for (let v = 0; v < graph.variableCount; v++) rounding += Math.abs(graph.baseScores.data[v])
  for (let s = 0; s < graph.slotCount; s++) if (values[s] === 1) rounding += Math.abs(graph.scores.data[s])
  for (let f = 0; f < graph.factorCount; f++) rounding += Math.abs(factorScore(graph, f, values))
  if (!close(value, solution.value, SUMMED * rounding))
    problems.push(`The value is ${solution.value}, but the assignment scores ${value}.`)
  return { value, rounding }
}

function whatIsBroken(graph: FactorGraph, values: Uint8Array): string {
  for (let f = 0; f < graph.factorCount; f++)
    if (factorScore(graph, f, values) === Number.NEGATIVE_INFINITY) return graph.describeFactor(f)
  return 'the evidence'
}

/**
 * Σ of the sizes of the scores, for each factor the largest one. Scores that are folded together at
 * compilation may cancel, and leave rounding errors of that size.
 */
function sizeOfScores(graph: FactorGraph): number {
  const { store, variableCount, slotCount } = graph
  let size = 0
  for (let v = 0; v < variableCount; v++) size += Math.abs(graph.baseScores.data[v])
  for (let s = 0; s < slotCount; s++) size += Math.abs(graph.scores.data[s])
  for (let f = 0; f < store.count; f++) size += largestScore(store, f)
  return size
}

/**
 * Allowed differences between numbers: tolerance·max(floor, |bound|) for `optimal`, rounding errors for
 * everything else.
 */
interface Tolerances {
  tolerance: number
  floor: number
  rounding: number
}

function checkBound(
  solution: Solution,
  proven: ProvenBound,
  tolerances: Tolerances,
  problems: string[],
): void {
  const { tolerance, floor } = tolerances
  // Multipliers that cancel leave errors of a few units in the last place, even if all scores are 0.
  const rounding = tolerances.rounding + 1e-14 * floor
  const { bound, value, gap, status, assignment } = solution
  // A solver may stop before it notices that its dual proves infeasibility: its claim is still true.
  if (!close(bound, proven.bound, rounding) && !close(bound, proven.dual ?? proven.bound, rounding))
    problems.push(`The bound is ${bound}, but the certificate proves ${proven.bound}.`)
  if (!(bound >= value) && !close(bound, value, rounding))
    problems.push(`The bound ${bound} is less than the value ${value}.`)
  if (
    !close(gap, bound - value, rounding) &&
    !(Math.abs(gap - (bound - value)) <= RELATIVE * Math.abs(bound))
  )
    problems.push(`The gap is ${gap}, but bound − value is ${bound - value}.`)
  const slack = tolerance * Math.max(floor, Math.abs(bound)) + rounding
  switch (status) {
    case 'optimal':
      if (assignment === null) problems.push('The status is optimal, but there is no assignment.')
      if (!(bound - value <= slack))
        problems.push(
          `The status is optimal, but bound − value is ${bound - value} (tolerance ${tolerance}).`,
        )
      break
    case 'fractional':
      if (bound === Number.POSITIVE_INFINITY)
        problems.push('The status is fractional, but the relaxation has no finite bound.')
      if (bound <= value)
        problems.push('The status is fractional, but bound and value meet: the relaxation is tight.')
      break
    case 'interrupted':
      break
    default:
      problems.push(`The status is ${String(status)}, which is not a status that Parley knows.`)
  }
}

/**
 * Checks the claim that there is no assignment: by propagation, by the certificate, or by the factors in
 * `clash`.
 */
function checkInfeasible(graph: FactorGraph, solution: Solution, proven: number, problems: string[]): void {
  const { assignment, bound, clash } = solution
  if (assignment !== null) problems.push('The status is infeasible, but there is an assignment.')
  if (bound !== Number.NEGATIVE_INFINITY)
    problems.push(`The status is infeasible, but the bound is ${bound} instead of −Infinity.`)
  const { conflict } = propagate(graph)
  let shown = conflict !== null || proven === Number.NEGATIVE_INFINITY || proven <= graph.scoreAbove
  if (clash !== undefined && clash.length > 0) {
    if (!clash.every((f) => Number.isInteger(f) && f >= 0 && f < graph.factorCount)) {
      problems.push(`The clash names factors that do not exist: [${clash.join(', ')}].`)
      return
    }
    const { answer } = isFeasible(subgraph(graph, clash))
    if (answer === 'infeasible') shown = true
    if (answer === 'feasible')
      problems.push(`Factors ${clash.join(', ')} are said to clash, but they can all hold.`)
  } else if (conflict !== null && conflict.length > 0 && clash !== undefined)
    problems.push('The graph is infeasible, but no factors are said to clash.')
  if (!shown && isFeasible(graph).answer !== 'infeasible')
    problems.push('The status is infeasible, but nothing shows that there is no assignment.')
}

function checkMarginals(graph: FactorGraph, marginals: Float64Array, problems: string[]): void {
  if (marginals.length !== graph.slotCount) {
    problems.push(`There are ${marginals.length} marginals, but the graph has ${graph.slotCount} slots.`)
    return
  }
  for (let v = 0; v < graph.variableCount; v++) {
    let sum = 0
    for (let s = graph.variableStart.data[v]; s < graph.variableStart.data[v + 1]; s++) {
      const weight = marginals[s]
      sum += weight
      const evidence = graph.evidence.data[s]
      if (!(weight >= -MARGINAL && weight <= 1 + MARGINAL))
        problems.push(`A marginal of ${graph.describeVariable(v)} is ${weight}, outside 0 to 1.`)
      else if (evidence !== -1 && Math.abs(weight - evidence) > MARGINAL)
        problems.push(`A marginal of ${graph.describeVariable(v)} is ${weight}, against the evidence.`)
    }
    if (graph.variableBinary.data[v] === 0 && !(Math.abs(sum - 1) <= MARGINAL))
      problems.push(`The marginals of ${graph.describeVariable(v)} add up to ${sum} instead of 1.`)
  }
}

/** Whether two numbers are equal up to rounding errors. Infinities only equal themselves. */
function close(a: number, b: number, rounding: number): boolean {
  if (a === b) return true
  if (!Number.isFinite(a) || !Number.isFinite(b)) return false
  return Math.abs(a - b) <= RELATIVE * Math.max(Math.abs(a), Math.abs(b)) + rounding
}
