// Refuses graphs whose scores are so large that sums of them are not exact enough.

import { KINDS } from '../kinds/registry.js'
import { ScoreSum } from '../numeric/score-limit.js'
import type { FactorGraph } from './graph.js'
import type { FactorStore } from './store.js'

/**
 * Throws if the scores of the graph are so large that values and bounds would not be exact enough. The scores
 * of custom factors are checked when the factors return them.
 */
export function requireExactSums(graph: FactorGraph): void {
  const { variableStart, variableBinary, scores, baseScores, store } = graph
  const sum = new ScoreSum()
  for (let v = 0; v < graph.variableCount; v++) {
    const base = baseScores.data[v]
    let size = variableBinary.data[v] === 1 ? Math.abs(base) : 0
    for (let s = variableStart.data[v]; s < variableStart.data[v + 1]; s++)
      size = Math.max(size, Math.abs(base + scores.data[s]))
    sum.add(size, v)
  }
  for (let f = 0; f < store.count; f++) {
    const size = largestScore(store, f)
    if (size > 0) sum.add(size, graph.variableCount + f)
  }
  sum.require((index) =>
    index < graph.variableCount
      ? graph.describeVariable(index)
      : graph.describeFactor(index - graph.variableCount),
  )
}

/** The largest absolute value of the scores that a factor adds by itself; 0 if it only forbids. */
export function largestScore(store: FactorStore, factor: number): number {
  const { params, paramStart } = store
  const kind = KINDS[store.kind.data[factor]]
  if (kind.largestScore !== undefined) return kind.largestScore(store.paramsOf(factor))
  const first = kind.firstScore?.(params.data, paramStart.data[factor])
  if (first === undefined) return 0
  let largest = 0
  for (let i = first; i < paramStart.data[factor + 1]; i++) {
    const size = Math.abs(params.data[i])
    if (size > largest && size < Number.POSITIVE_INFINITY) largest = size
  }
  return largest
}
