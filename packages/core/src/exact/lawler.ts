// The partition behind k-best (Lawler 1972): a subspace without its best assignment y is split by its free
// variables. Piece i has the assignments that follow y before variable i and differ from it there. Reduced
// costs bound each piece before it is solved.
import type { FactorGraph } from '../graph/graph.js'
import type { Steps } from '../limits/steps.js'
import { compileSteps } from '../problem/problem.js'
import { reducedCosts } from './reduced-costs.js'
import { relaxSteps } from './relax.js'

/** Iterations of AD³ for the bounds of the pieces. */
const ITERATIONS = 200

/** The variables of a solved subspace, in the order of the partition. */
export interface Partition {
  decisions: readonly number[]
  /** For each variable, the decision (2·slot + value) that makes it follow y. */
  follow: number[]
  /** For each piece, a bound on the scores of its assignments. */
  bounds: number[]
}

/**
 * Splits the assignments that the decisions allow, without the best one (values of the slots, of score
 * `value`), into pieces. Null if stopped.
 */
export function* partition(
  graph: FactorGraph,
  decisions: readonly number[],
  values: Uint8Array,
  value: number,
  stop: () => boolean,
): Steps<Partition | null> {
  const problem = yield* compileSteps(graph, decisions)
  if (problem === null) return null
  const follow: number[] = []
  for (let v = 0; v < graph.variableCount; v++) {
    const start = graph.variableStart.data[v]
    const end = graph.variableStart.data[v + 1]
    for (let s = start; s < end; s++) {
      if (problem.fixed[s] !== -1) continue
      if (end - start === 1 && graph.variableBinary.data[v] === 1) follow.push(2 * s + values[s])
      else if (values[s] === 1) follow.push(2 * s + 1)
    }
  }
  const relaxation = yield* relaxSteps(problem, undefined, {
    cutoff: Number.NEGATIVE_INFINITY,
    slack: 0,
    relative: 1e-7,
    maxIterations: ITERATIONS,
    impatient: false,
    stop,
  })
  const costs = reducedCosts(problem, relaxation.x)
  const drop = (d: number) => ((d & 1) === 1 ? costs.off[d >> 1] : costs.on[d >> 1])
  // Variables that are likely to change come first, so that later pieces have few open decisions.
  follow.sort((a, b) => drop(a) - drop(b) || a - b)
  const bounds = follow.map((d) => Math.min(value, costs.bound - drop(d)))
  return { decisions, follow, bounds }
}

/** The decisions of piece i of a partition. */
export function pieceDecisions(partition: Partition, i: number): number[] {
  return [...partition.decisions, ...partition.follow.slice(0, i), partition.follow[i] ^ 1]
}
