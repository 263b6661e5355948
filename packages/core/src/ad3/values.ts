// The contribution of a block to the values of a problem (Ad3Engine defines them).
import type { FactorGroup } from '../kinds/common/group.js'
import { firstFactor, firstLink } from './blocks.js'
import { takeMarks } from './marks.js'
import { type Ad3Memory, Told } from './memory.js'

/** The groups of a problem; undefined where another thread has the group to itself. */
export type Groups = readonly (FactorGroup | undefined)[]

/** What the sums of a block begin with. If there is only one block, that is the score of no link. */
function firstTerm({ marks, freeScore }: Ad3Memory): number {
  return marks === null ? freeScore : 0
}

/**
 * Updates x and the maxima of the factors that are out of date. The sum of all maxima goes to the first of
 * the block's sums.
 */
export function addMaxima(memory: Ad3Memory, groups: Groups, b: number, list: Int32Array): void {
  const { told, staleMarks, factorStart, linkSlot, target, p, x, best, factorSums } = memory
  const { blockPieces, pieceStart, pieceGroup } = memory
  const eta = told[Told.eta]
  const allStale = told[Told.allStale] === 1
  let changed = false
  for (let i = blockPieces[b]; i < blockPieces[b + 1]; i++) {
    const first = pieceStart[i]
    const end = pieceStart[i + 1]
    let count = end - first
    if (allStale) {
      staleMarks.bytes.fill(0, first, end)
      for (let f = first; f < end; f++) list[f - first] = f
    } else count = takeMarks(staleMarks, first, end, list)
    if (count === 0) continue
    changed = true
    for (let k = 0; k < count; k++) {
      const f = list[k]
      for (let l = factorStart[f]; l < factorStart[f + 1]; l++) x[l] = eta * (target[l] - p[linkSlot[l]])
    }
    groups[pieceGroup[i]]!.maxima(list, 0, count, x, best)
  }
  if (!changed && !allStale) return
  let sum = firstTerm(memory)
  const end = firstFactor(memory, b + 1)
  for (let f = firstFactor(memory, b); f < end; f++) sum += best[f]
  factorSums[4 * b] = sum
}

/** Sums the own scores of the local beliefs, the Lagrangian without them, and the disagreement. */
export function addRelaxed(memory: Ad3Memory, groups: Groups, b: number): void {
  const { x, z, mean, linkSlot, factorSums, blockPieces, pieceStart, pieceGroup } = memory
  let own = 0
  for (let i = blockPieces[b]; i < blockPieces[b + 1]; i++) {
    const group = groups[pieceGroup[i]]!
    for (let f = pieceStart[i]; f < pieceStart[i + 1]; f++) own += group.relaxedScore(f, z)
  }
  let lagrangian = firstTerm(memory)
  let disagreement = 0
  const end = firstLink(memory, b + 1)
  for (let l = firstLink(memory, b); l < end; l++) {
    lagrangian += x[l] * z[l]
    disagreement += Math.abs(x[l] * (z[l] - mean[linkSlot[l]]))
  }
  factorSums[4 * b + 1] = own
  factorSums[4 * b + 2] = lagrangian
  factorSums[4 * b + 3] = disagreement
}

/** Writes the factors' own best configurations to z. */
export function voteOfFactors(memory: Ad3Memory, groups: Groups, b: number): void {
  const { x, z, blockPieces, pieceStart, pieceGroup } = memory
  for (let i = blockPieces[b]; i < blockPieces[b + 1]; i++) {
    const group = groups[pieceGroup[i]]!
    for (let f = pieceStart[i]; f < pieceStart[i + 1]; f++) group.maximize(f, x, z)
  }
}

/** Sums the scores of the mean beliefs over a block of slots. */
export function addScores(memory: Ad3Memory, b: number): void {
  const { block, score, mean, linkedSlots, slotSums } = memory
  let linear = firstTerm(memory)
  for (let q = b * block; q < Math.min(linkedSlots.length, (b + 1) * block); q++)
    linear += score[linkedSlots[q]] * mean[linkedSlots[q]]
  slotSums[4 * b] = linear
}

/**
 * Writes the mean votes of the slots at these indices of `linkedSlots`. Returns the number of slots whose
 * factors disagree.
 */
export function meanVotes(memory: Ad3Memory, first: number, end: number): number {
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
