// Finds the best summary of a problem by AD³, with its value and a bound.
import { ad3, type Status } from '@parleyjs/core'
import { summaryGraph } from './summary-graph.js'
import { type SummaryProblem, summaryValue } from './summary-problem.js'
import { SummarySearch } from './summary-search.js'

export interface SolveSummaryOptions {
  /** Maximum number of AD³ iterations. Default 200. */
  readonly maxIterations?: number
  /** The relative gap up to which a summary counts as optimal. Default 1e-4. */
  readonly tolerance?: number
  readonly signal?: AbortSignal
}

/** A summary, its value and its bound. */
export interface SolvedSummary {
  /** 1 for kept units. */
  readonly kept: Uint8Array
  readonly status: Status
  readonly value: number
  /** No summary scores more. */
  readonly bound: number
  readonly gap: number
  readonly iterations: number
}

/**
 * AD³'s penalty, relative to the value per word of the budget in the first summaries. Larger penalties lower
 * the bound more slowly.
 */
const PENALTY = 2
/** The bound counts as settled when it fell by less than this share of itself … */
const SETTLED = 3e-3
/** … in this number of iterations. */
const WINDOW = 15

/**
 * Solves the relaxation by AD³, rounds on the way, and improves the best summary at the end.
 *
 * @example
 * const { kept, status } = solveSummary(makeProblem(trees, concepts, 100))
 */
export function solveSummary(problem: SummaryProblem, options: SolveSummaryOptions = {}): SolvedSummary {
  const { maxIterations = 200, tolerance = 1e-4, signal } = options
  const search = new SummarySearch(problem)
  if (problem.weight.length === 0)
    return { kept: search.best, status: 'optimal', value: 0, bound: 0, gap: 0, iterations: 0 }
  search.start()
  const { graph, complete } = summaryGraph(problem)
  const goesOn = stillFalling()
  let looks = 0
  let nextRounding = 3
  const solution = ad3(graph, {
    maxIterations,
    tolerance,
    penalty: (PENALTY * Math.max(1e-6, search.bestValue)) / Math.max(1, problem.budget),
    ...(signal && { signal }),
    onIteration: goesOn,
    round(marginals, values) {
      // Rounding takes longer than an iteration: it runs at the third, sixth, twelfth … check of the bound.
      if (++looks === nextRounding) {
        nextRounding *= 2
        search.round(marginals)
      }
      complete(search.best, values)
      return true
    },
  })
  if (solution.assignment !== null) search.take(solution.assignment)
  if (solution.status !== 'optimal') {
    search.round(solution.marginals)
    search.widen()
  }
  const value = summaryValue(problem, search.best)
  const bound = Math.max(solution.bound, value)
  const closed = bound - value <= tolerance * Math.abs(bound)
  return {
    kept: search.best,
    status: closed ? 'optimal' : solution.status === 'optimal' ? 'fractional' : solution.status,
    value,
    bound,
    gap: bound - value,
    iterations: solution.iterations,
  }
}

/** Decides at each check of the bound whether it still falls. */
function stillFalling(): (row: { readonly iteration: number; readonly bound: number }) => boolean {
  let since = 0
  let from = Number.POSITIVE_INFINITY
  return ({ iteration, bound }) => {
    if (from - bound > SETTLED * Math.abs(bound)) {
      since = iteration
      from = bound
    }
    return iteration - since < WINDOW
  }
}
