// The laws that every solver must obey on every graph. A law is checked against enumeration.

import type { FactorGraph } from '../graph/graph.js'
import { SORTS, seeded } from '../kinds/testing/random.js'
import { evaluate } from '../problem/evaluate.js'
import { compile } from '../problem/problem.js'
import { assignments, randomGraph } from '../problem/testing/random-graph.js'
import { typicalScore } from '../problem/typical-score.js'
import type { Solution, SolveOptions } from '../result/solution.js'
import { ad3 } from '../solvers/ad3/ad3.js'
import { exact } from '../solvers/exact.js'
import { mplp } from '../solvers/mplp/mplp.js'
import { type StepRule, subgradient } from '../solvers/subgradient/subgradient.js'
import { verify } from '../verify/verify.js'

export type Solver = (graph: FactorGraph, options?: SolveOptions) => Solution

const withRule =
  (step: StepRule): Solver =>
  (graph, options) =>
    subgradient(graph, { ...options, step })

/** Every solver by name; a new solver added here is tested by the laws. */
export const SOLVERS: Readonly<Record<string, Solver>> = {
  ad3: (graph, options) => ad3(graph, options),
  exact: (graph, options) => exact(graph, options),
  'ad3, as printed': (graph, options) => ad3(graph, { ...options, accelerate: false }),
  'ad3, tightened': (graph, options) => ad3(graph, { ...options, tighten: true }),
  mplp: (graph, options) => mplp(graph, options),
  'mplp, tightened': (graph, options) => mplp(graph, { ...options, tighten: true }),
  'subgradient, polyak': withRule('polyak'),
  'subgradient, koo': withRule('koo'),
  'subgradient, rush': withRule('rush'),
  'subgradient, sqrt': withRule('sqrt'),
  'subgradient, harmonic': withRule('harmonic'),
}

/** A random graph for a seed: up to 6 variables and 8 factors of any kind, with scores of any sort. */
export function lawGraph(seed: number): FactorGraph {
  return randomGraph(seeded(seed), 6, 8, SORTS[seed % SORTS.length])
}

/** The best score of any assignment, by enumeration. */
export function bruteForce(graph: FactorGraph): number {
  let best = Number.NEGATIVE_INFINITY
  for (const assignment of assignments(graph)) best = Math.max(best, evaluate(graph, assignment))
  return best
}

/** Size of the graph's numbers, on which the allowed rounding error depends. */
export function scoreSize(graph: FactorGraph): number {
  let size = 0
  for (let v = 0; v < graph.variableCount; v++) size += Math.abs(graph.baseScores.data[v])
  for (let s = 0; s < graph.slotCount; s++) size += Math.abs(graph.scores.data[s])
  for (let f = 0; f < graph.factorCount; f++) {
    if (!['pair', 'dense', 'custom'].includes(graph.factorLabel(f))) continue
    let largest = 0
    for (const p of graph.store.paramsOf(f)) if (Number.isFinite(p)) largest = Math.max(largest, Math.abs(p))
    size += largest
  }
  return size
}

/** Describes the laws that the solution breaks. `optimum` comes from enumeration. */
export function brokenLaws(graph: FactorGraph, solution: Solution, optimum: number): string[] {
  const broken: string[] = []
  const { status, value, bound, assignment } = solution
  const infeasible = optimum === Number.NEGATIVE_INFINITY
  const rounding = 1e-9 * Math.abs(infeasible ? 0 : optimum) + 1e-12 * scoreSize(graph)
  const floor = Math.min(1, typicalScore(compile(graph)))
  if (!(bound >= optimum - rounding)) broken.push(`bound ${bound} is below the optimum ${optimum}`)
  if (!(value <= optimum + rounding)) broken.push(`value ${value} is above the optimum ${optimum}`)
  if (status === 'infeasible' && !infeasible) broken.push(`called infeasible, but the optimum is ${optimum}`)
  if (status === 'optimal' && !(optimum - value <= 1e-6 * Math.max(floor, Math.abs(bound)) + rounding))
    broken.push(`called optimal at ${value}, but the optimum is ${optimum}`)
  if (assignment !== null && evaluate(graph, assignment) !== value)
    broken.push(`value ${value}, but the assignment scores ${evaluate(graph, assignment)}`)
  broken.push(...unbalanced(graph, solution), ...verify(graph, solution).problems)
  return broken
}

/** Finds slots at which the multipliers do not sum to 0. */
function unbalanced(graph: FactorGraph, solution: Solution): string[] {
  if (solution.certificate.kind !== 'multipliers') return []
  const { multipliers } = solution.certificate
  const problem = compile(graph)
  const { slots, slotStart, slotLinks, score } = problem
  // If all scores are 0, the solvers still compute in units of their own.
  const unit = Math.max(scoreSize(graph), typicalScore(problem))
  const broken: string[] = []
  for (let s = 0; s < slots; s++) {
    let sum = 0
    let size = Math.abs(score[s])
    for (let j = slotStart[s]; j < slotStart[s + 1]; j++) {
      sum += multipliers[slotLinks[j]]
      size += Math.abs(multipliers[slotLinks[j]])
    }
    if (!(Math.abs(sum) <= 1e-12 * size + 1e-14 * unit))
      broken.push(`the multipliers of slot ${s} sum to ${sum}`)
  }
  return broken
}

/** Whether two solutions have the same bits. */
export function sameBits(a: Solution, b: Solution): boolean {
  const list = (solution: Solution) => [
    solution.status,
    solution.value,
    solution.bound,
    solution.gap,
    solution.iterations,
    ...(solution.assignment ?? []),
    ...solution.marginals,
    ...(solution.clash ?? []),
    ...(solution.certificate.kind === 'multipliers' ? solution.certificate.multipliers : []),
  ]
  const [left, right] = [list(a), list(b)]
  return left.length === right.length && left.every((x, i) => Object.is(x, right[i]))
}
