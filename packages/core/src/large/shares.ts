import type { FactorGroup } from '../factors/group.js'
import { groupFromParts } from '../factors/group-from-parts.js'
import { evenCuts } from './blocks.js'
import type { LargeMemory } from './memory.js'

// Who owns what: of each kind of factors, and of the slots, every thread has a range of blocks with about as many links.

/** The factors of one kind that a thread owns. */
export interface Share {
  readonly group: FactorGroup
  readonly firstBlock: number
  readonly endBlock: number
  readonly first: number
  readonly end: number
  /** The factors to solve, or whose maxima to compute. */
  readonly list: Int32Array
  readonly staleList: Int32Array
  listed: number
}

/** The factors of thread `member`. Groups that cannot be made anew belong to the first, who brings them. */
export function ownFactors(
  memory: LargeMemory,
  member: number,
  members: number,
  own?: readonly FactorGroup[],
): Share[] {
  const { groups, blockStart, blocksOfGroup, factorStart } = memory
  const linksOf = (b: number) => factorStart[blockStart[b + 1]!]! - factorStart[blockStart[b]!]!
  return groups.flatMap(({ kind, first, count, parts }, g) => {
    const end = blocksOfGroup[g + 1]!
    const cuts = evenCuts(blocksOfGroup[g]!, end, parts === null ? 1 : members, linksOf)
    const firstBlock = cuts[member] ?? end
    const endBlock = cuts[member + 1] ?? end
    if (firstBlock === endBlock) return []
    const group = own?.[g] ?? groupFromParts(kind, memory, first, count, parts!)
    return newShare(group, firstBlock, endBlock, blockStart)
  })
}

/** The blocks of linked slots of thread `member`. */
export function ownSlotBlocks(
  memory: LargeMemory,
  member: number,
  members: number,
): { first: number; end: number } {
  const { linkedSlots, slotStart, block } = memory
  const count = linkedSlots.length
  const weightOf = (b: number) => {
    let weight = 0
    for (let q = b * block; q < Math.min(count, (b + 1) * block); q++)
      weight += 1 + slotStart[linkedSlots[q]! + 1]! - slotStart[linkedSlots[q]!]!
    return weight
  }
  const cuts = evenCuts(0, Math.ceil(count / block), members, weightOf)
  return { first: cuts[member]!, end: cuts[member + 1]! }
}

function newShare(group: FactorGroup, firstBlock: number, endBlock: number, blockStart: Int32Array): Share {
  const first = blockStart[firstBlock]!
  const end = blockStart[endBlock]!
  const list = new Int32Array(end - first)
  return { group, firstBlock, endBlock, first, end, list, staleList: new Int32Array(end - first), listed: 0 }
}
