// Copies a graph, so that exact search can add factors without changing the user's graph.
import { FactorGraph } from '../graph/graph.js'

/**
 * A copy of a graph without its names, to which factors can be added. Variables and factors keep their
 * numbers.
 */
export function cloneGraph(graph: FactorGraph): FactorGraph {
  const copy = new FactorGraph()
  for (let v = 0; v < graph.variableCount; v++) {
    copy.variableStart.push(graph.variableStart.data[v + 1])
    copy.variableBinary.push(graph.variableBinary.data[v])
    copy.baseScores.push(graph.baseScores.data[v])
  }
  for (let s = 0; s < graph.slotCount; s++) {
    copy.scores.push(graph.scores.data[s])
    copy.evidence.push(graph.evidence.data[s])
  }
  const { store } = graph
  for (let f = 0; f < store.count; f++)
    copy.store.add(store.kind.data[f], f, store.literalsOf(f), store.paramsOf(f))
  for (const factor of graph.customFactors) copy.customFactors.push(factor)
  return copy
}
