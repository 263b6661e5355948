// Cuts the part of one shard out of a soft problem.
import { SoftProblem } from '../soft-problem.js'
import { modelCount } from './sweep-shard.js'

/**
 * The part of a problem for one shard: its models, and the sets in which they have members.
 *
 * @example
 * const shards = [0, 1].map((shard) => new SweepShard(problemPart(problem, (f) => f % 2 === shard)))
 */
export function problemPart(problem: SoftProblem, has: (factor: number) => boolean): SoftProblem {
  const { factorFirst, sources, pairFirst, pairSecond, pairTable, tables, variableFactor } = problem
  const part = new SoftProblem()
  const variableAt = new Int32Array(problem.variableCount).fill(-1)
  for (let f = 0; f < modelCount(problem); f++) {
    if (!has(f)) continue
    const [from, to] = [factorFirst.data[f], factorFirst.data[f + 1]]
    const source = sources[f]!
    // A function that makes models gets their numbers in the whole problem.
    const model = typeof source === 'function' ? () => source(f) : source
    const first = part.addFactor(
      model,
      Int32Array.from({ length: to - from }, (_, i) => problem.sizeOf(from + i)),
    )
    for (let v = from; v < to; v++) variableAt[v] = first + v - from
  }
  for (let p = 0; p < problem.pairCount; p++) {
    if (!has(variableFactor.data[pairFirst.data[p]])) continue
    const set = pairSecond.data[p]
    const size = problem.sizeOf(set)
    if (variableAt[set] < 0) variableAt[set] = part.addVariable(size)
    const table = tables.data.subarray(pairTable.data[p], pairTable.data[p] + size)
    part.agree(variableAt[pairFirst.data[p]], variableAt[set], table)
  }
  return part
}
