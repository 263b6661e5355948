// Explains the score of an assignment: the share of every variable and factor.

import type { FactorGraph } from '../graph/graph.js'
import type { FactorLabel } from '../kinds/registry.js'
import { evaluateSlots, factorScore, slotValues } from '../problem/evaluate.js'

export interface VariableShare {
  index: number
  name: string | undefined
  value: number
  /** The score of the value; −Infinity if the evidence rules it out. */
  score: number
}

export interface FactorShare {
  index: number
  name: string | undefined
  kind: FactorLabel
  /** Score that the factor adds; −Infinity if it is violated. */
  score: number
  satisfied: boolean
}

/** The result of `explain`: constant + Σ variables' scores + Σ factors' scores = total. */
export interface Explanation {
  total: number
  /** Always 0: every score of a graph belongs to a variable or a factor. */
  constant: number
  variables: VariableShare[]
  factors: FactorShare[]
}

/**
 * The contribution of every variable and factor to the score of an assignment (a value per variable),
 * feasible or not.
 *
 * @example
 * const graph = new FactorGraph()
 * const [a, b] = [graph.binary(1, 'a'), graph.binary(0.5, 'b')]
 * graph.pair(a, b, -2, 'rivals')
 * explain(graph, [1, 1]).factors // [{ index: 0, name: 'rivals', kind: 'pair', score: -2, satisfied: true }]
 */
export function explain(graph: FactorGraph, assignment: ArrayLike<number>): Explanation {
  const values = slotValues(graph, assignment)
  const variables: VariableShare[] = []
  for (let v = 0; v < graph.variableCount; v++) {
    let score = graph.baseScores.data[v]
    for (let s = graph.variableStart.data[v]; s < graph.variableStart.data[v + 1]; s++) {
      const evidence = graph.evidence.data[s]
      if (evidence !== -1 && evidence !== values[s]) score = Number.NEGATIVE_INFINITY
      else if (values[s] === 1) score += graph.scores.data[s]
    }
    variables.push({ index: v, name: graph.variableName(v), value: assignment[v], score })
  }
  const factors: FactorShare[] = []
  for (let f = 0; f < graph.factorCount; f++) {
    const score = factorScore(graph, f, values)
    const satisfied = score !== Number.NEGATIVE_INFINITY
    factors.push({ index: f, name: graph.factorName(f), kind: graph.factorLabel(f), score, satisfied })
  }
  return { total: evaluateSlots(graph, values), constant: 0, variables, factors }
}
