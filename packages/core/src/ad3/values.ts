// The contribution of a block to the values of a large graph (ad3/engine.ts defines them).
import type { FactorGroup } from '../kinds/common/group.js'
import { takeMarks } from './marks.js'
import { type LargeMemory, Told } from './memory.js'

/**
 * Updates x and the maxima of the factors that are out of date. The sum of all maxima goes to the first of
 * the block's sums.
 */
export function addMaxima(memory: LargeMemory, group: FactorGroup, b: number, list: Int32Array): void {
  const { told, staleMarks, factorStart, linkSlot, target, p, x, best, blockStart, factorSums } = memory
  const first = blockStart[b]
  const end = blockStart[b + 1]
  const eta = told[Told.eta]
  let count = end - first
  if (told[Told.allStale] === 1) {
    staleMarks.bytes.fill(0, first, end)
    for (let f = first; f < end; f++) list[f - first] = f
  } else count = takeMarks(staleMarks, first, end, list)
  if (count === 0) return
  for (let k = 0; k < count; k++) {
    const f = list[k]
    for (let l = factorStart[f]; l < factorStart[f + 1]; l++) x[l] = eta * (target[l] - p[linkSlot[l]])
  }
  group.maxima(list, 0, count, x, best)
  let sum = 0
  for (let f = first; f < end; f++) sum += best[f]
  factorSums[4 * b] = sum
}

/** Sums the own scores of the local beliefs, the Lagrangian without them, and the disagreement. */
export function addRelaxed(memory: LargeMemory, group: FactorGroup, b: number): void {
  const { x, z, mean, linkSlot, factorStart, blockStart, factorSums } = memory
  const first = blockStart[b]
  const end = blockStart[b + 1]
  let own = 0
  for (let f = first; f < end; f++) own += group.relaxedScore(f, z)
  let lagrangian = 0
  let disagreement = 0
  for (let l = factorStart[first]; l < factorStart[end]; l++) {
    lagrangian += x[l] * z[l]
    disagreement += Math.abs(x[l] * (z[l] - mean[linkSlot[l]]))
  }
  factorSums[4 * b + 1] = own
  factorSums[4 * b + 2] = lagrangian
  factorSums[4 * b + 3] = disagreement
}

/** Writes the factors' own best configurations to z. */
export function voteOfFactors(memory: LargeMemory, group: FactorGroup, b: number): void {
  const { x, z, blockStart } = memory
  for (let f = blockStart[b]; f < blockStart[b + 1]; f++) group.maximize(f, x, z)
}

/** Sums the scores of the mean beliefs over a block of slots. */
export function addScores(memory: LargeMemory, b: number): void {
  const { block, score, mean, linkedSlots, slotSums } = memory
  let linear = 0
  for (let q = b * block; q < Math.min(linkedSlots.length, (b + 1) * block); q++)
    linear += score[linkedSlots[q]] * mean[linkedSlots[q]]
  slotSums[4 * b] = linear
}

/**
 * Writes the mean votes of the slots at these indices of `linkedSlots`. Returns the number of slots whose
 * factors disagree.
 */
export function meanVotes(memory: LargeMemory, first: number, end: number): number {
  const { linkedSlots, slotStart, slotLinks, z, votes } = memory
  let open = 0
  for (let q = first; q < end; q++) {
    const s = linkedSlots[q]
    let sum = 0
    for (let j = slotStart[s]; j < slotStart[s + 1]; j++) sum += z[slotLinks[j]]
    const vote = sum / (slotStart[s + 1] - slotStart[s])
    votes[s] = vote
    if (vote !== 0 && vote !== 1) open++
  }
  return open
}
