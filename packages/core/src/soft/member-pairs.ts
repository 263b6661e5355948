import type { SoftProblem } from './soft-problem.js'

/** The pairs in which each variable v comes first: pairs[start[v]] … pairs[start[v + 1] − 1]. */
export function pairsByMember({ pairFirst, pairCount, variableCount }: SoftProblem): {
  start: Int32Array
  pairs: Int32Array
} {
  const start = new Int32Array(variableCount + 1)
  for (let p = 0; p < pairCount; p++) start[pairFirst.data[p] + 1]++
  for (let v = 0; v < variableCount; v++) start[v + 1] += start[v]
  const next = start.slice()
  const pairs = new Int32Array(pairCount)
  for (let p = 0; p < pairCount; p++) pairs[next[pairFirst.data[p]]++] = p
  return { start, pairs }
}
