// Plans which factors the shards can move at the same time without changing the result.
import type { MemberPairs } from '../member-pairs.js'
import type { SoftProblem } from '../soft-problem.js'

/**
 * The work of one step: for each shard the factors that it moves, in order. The shards can work at the same
 * time.
 */
export type PlanStep = ReadonlyMap<number, readonly number[]>

/**
 * Cuts an order of factors into steps that give exactly the result of moving one factor after the other. A
 * factor depends on those before it that share a set with it: it comes in a later step if one of them is in
 * another shard, and may come in the same step otherwise.
 */
export function planSweep(
  problem: SoftProblem,
  members: MemberPairs,
  order: ArrayLike<number>,
  shardOf: (factor: number) => number,
): PlanStep[] {
  const { pairSecond, variableCount } = problem
  const lastStep = new Int32Array(variableCount).fill(-1)
  const lastShard = new Int32Array(variableCount)
  const steps: Map<number, number[]>[] = []
  for (let i = 0; i < order.length; i++) {
    const f = order[i]
    const shard = shardOf(f)
    let step = 0
    for (let k = members.from(f); k < members.to(f); k++) {
      const set = pairSecond.data[members.pairs[k]]
      if (lastStep[set] < 0) continue
      step = Math.max(step, lastShard[set] === shard ? lastStep[set] : lastStep[set] + 1)
    }
    for (let k = members.from(f); k < members.to(f); k++) {
      const set = pairSecond.data[members.pairs[k]]
      lastStep[set] = step
      lastShard[set] = shard
    }
    if (steps.length === step) steps.push(new Map())
    const own = steps[step].get(shard)
    if (own === undefined) steps[step].set(shard, [f])
    else own.push(f)
  }
  return steps
}
