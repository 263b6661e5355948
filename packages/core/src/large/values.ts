import { type LargeMemory, Told } from './memory.js'
import type { Share } from './shares.js'

// What a thread contributes to the numbers of a large graph (solvers/ad3-engine.ts says what they mean), block by block.

/** x and the maxima of the factors that are out of date; the sums of all maxima. */
export function addMaxima(memory: LargeMemory, share: Share, member: number): void {
  const { block, told, stale, factorStart, linkSlot, target, p, x, best, blockStart, factorSums, beats } =
    memory
  const { group, first, end, staleList, firstBlock, endBlock } = share
  const eta = told[Told.eta]!
  const all = told[Told.allStale] === 1
  let count = 0
  for (let f = first; f < end; f++) {
    if (!all && stale[f] === 0) continue
    stale[f] = 0
    staleList[count++] = f
    for (let l = factorStart[f]!; l < factorStart[f + 1]!; l++) x[l] = eta * (target[l]! - p[linkSlot[l]!]!)
  }
  for (let k = 0; k < count; k += block) {
    group.maxima(staleList, k, Math.min(count, k + block), x, best)
    beats[member]!++
  }
  for (let b = firstBlock; b < endBlock; b++) {
    let sum = 0
    for (let f = blockStart[b]!; f < blockStart[b + 1]!; f++) sum += best[f]!
    factorSums[3 * b] = sum
  }
}

/** Own scores of the local beliefs, the Lagrangian without them, and what is contested. */
export function addRelaxed(memory: LargeMemory, share: Share): void {
  const { x, z, mean, linkSlot, factorStart, blockStart, factorSums } = memory
  const { group, firstBlock, endBlock } = share
  for (let b = firstBlock; b < endBlock; b++) {
    const [first, end] = [blockStart[b]!, blockStart[b + 1]!]
    let own = 0
    for (let f = first; f < end; f++) own += group.relaxedScore(f, z)
    let lagrangian = 0
    let disagreement = 0
    for (let l = factorStart[first]!; l < factorStart[end]!; l++) {
      lagrangian += x[l]! * z[l]!
      disagreement += Math.abs(x[l]! * (z[l]! - mean[linkSlot[l]!]!))
    }
    factorSums[3 * b] = own
    factorSums[3 * b + 1] = lagrangian
    factorSums[3 * b + 2] = disagreement
  }
}

/** The own scores of the mean beliefs of a block of slots. */
export function addScores(memory: LargeMemory, b: number): void {
  const { block, score, mean, linkedSlots, slotSums } = memory
  let linear = 0
  for (let q = b * block; q < Math.min(linkedSlots.length, (b + 1) * block); q++)
    linear += score[linkedSlots[q]!]! * mean[linkedSlots[q]!]!
  slotSums[4 * b] = linear
}

/** The mean vote of the slots at these places; returns how many slots' factors do not agree. */
export function meanVotes(memory: LargeMemory, first: number, end: number): number {
  const { linkedSlots, slotStart, slotLinks, z, votes } = memory
  let open = 0
  for (let q = first; q < end; q++) {
    const s = linkedSlots[q]!
    let sum = 0
    for (let j = slotStart[s]!; j < slotStart[s + 1]!; j++) sum += z[slotLinks[j]!]!
    const vote = sum / (slotStart[s + 1]! - slotStart[s]!)
    votes[s] = vote
    if (vote !== 0 && vote !== 1) open++
  }
  return open
}
