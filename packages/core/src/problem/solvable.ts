// The beginning of every solver: what it takes, a graph or a compiled problem, and how it compiles it.
import { ParleyError } from '../error.js'
import { requireExactSums } from '../graph/exact-sums.js'
import { FactorGraph } from '../graph/graph.js'
import { finishSteps, type Steps } from '../limits/steps.js'
import { compileSteps, type Problem } from './problem.js'

/** A graph, or the result of `compile`, which saves the preparation when a graph is solved again. */
export type Solvable = FactorGraph | Problem

export function toProblem(input: Solvable): Problem {
  return finishSteps(toProblemSteps(input))!
}

/** Compiles the graph unless that is done already. Null if it was stopped. */
export function* toProblemSteps(input: Solvable): Steps<Problem | null> {
  if (input instanceof FactorGraph) {
    requireExactSums(input)
    return yield* compileSteps(input)
  }
  if (typeof input === 'object' && input !== null && input.graph instanceof FactorGraph) return input
  throw new ParleyError('bad-argument', 'A solver takes a FactorGraph, or what `compile` made of one.')
}

/**
 * Checks the size of a graph's scores and compiles it, with further decisions (2·slot + value). If `stop` is
 * given, it is called regularly; when it returns true, the result is null.
 */
export function prepare(graph: FactorGraph, decisions?: ArrayLike<number>): Problem
export function prepare(graph: FactorGraph, decisions: ArrayLike<number>, stop: () => boolean): Problem | null
export function prepare(
  graph: FactorGraph,
  decisions: ArrayLike<number> = [],
  stop?: () => boolean,
): Problem | null {
  requireExactSums(graph)
  return finishSteps(compileSteps(graph, decisions), stop)
}
