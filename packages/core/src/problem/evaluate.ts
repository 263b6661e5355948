// Scores an assignment from the numbers that the user gave. It is the reference for all solvers.
import { ParleyError } from '../error.js'
import type { FactorGraph } from '../graph/graph.js'
import { isTrue } from '../kinds/common/logic.js'
import { KINDS } from '../kinds/registry.js'
import { carveBytes } from '../numeric/carve.js'

/** Value of each slot, 0 or 1, under an assignment (a value per variable). */
export function slotValues(graph: FactorGraph, assignment: ArrayLike<number>): Uint8Array {
  if (assignment.length !== graph.variableCount)
    throw new ParleyError(
      'bad-argument',
      `The assignment has ${assignment.length} values, but the graph has ${graph.variableCount} variables.`,
    )
  const values = carveBytes(graph.slotCount)
  for (let v = 0; v < graph.variableCount; v++) {
    const start = graph.variableStart.data[v]
    const size = graph.variableBinary.data[v] === 1 ? 2 : graph.variableStart.data[v + 1] - start
    const value = assignment[v]
    if (!Number.isInteger(value) || value < 0 || value >= size)
      throw new ParleyError(
        'bad-argument',
        `${graph.describeVariable(v)} has values 0 to ${size - 1}, not ${value}.`,
        {
          variable: graph.describeVariable(v),
        },
      )
    if (graph.variableBinary.data[v] === 1) values[start] = value
    else values[start + value] = 1
  }
  return values
}

/** Score of one factor under the values of all slots; −Infinity if it is violated. */
export function factorScore(graph: FactorGraph, factor: number, values: ArrayLike<number>): number {
  const { kind, literals, literalStart } = graph.store
  // Plain indices instead of typed-array views, which cost time with millions of factors.
  let ones = 0
  for (let i = literalStart.data[factor]; i < literalStart.data[factor + 1]; i++)
    if (isTrue(literals.data[i], values)) ones++
  return KINDS[kind.data[factor]].score(graph, factor, values, ones)
}

/**
 * The score of an assignment (a value per variable). It is −Infinity if the assignment violates a hard factor
 * or the evidence, or if it does not exceed the score set by `requireMore`.
 *
 * @example
 * const graph = new FactorGraph()
 * graph.atMostOne([graph.binary(1), graph.binary(0.5)])
 * evaluate(graph, [0, 1]) // 0.5
 * evaluate(graph, [1, 1]) // -Infinity
 */
export function evaluate(graph: FactorGraph, assignment: ArrayLike<number>): number {
  const score = evaluateSlots(graph, slotValues(graph, assignment))
  return score > graph.scoreAbove ? score : Number.NEGATIVE_INFINITY
}

/**
 * The score of given slot values, without regard to `requireMore`. The slots of a categorical variable must
 * be one-hot.
 */
export function evaluateSlots(graph: FactorGraph, values: ArrayLike<number>): number {
  let total = 0
  for (let v = 0; v < graph.variableCount; v++) total += graph.baseScores.data[v]
  for (let s = 0; s < graph.slotCount; s++) {
    const evidence = graph.evidence.data[s]
    if (evidence !== -1 && evidence !== values[s]) return Number.NEGATIVE_INFINITY
    if (values[s] === 1) total += graph.scores.data[s]
  }
  for (let f = 0; f < graph.factorCount; f++) {
    total += factorScore(graph, f, values)
    if (total === Number.NEGATIVE_INFINITY) return total
  }
  return total
}
