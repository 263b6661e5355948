import type { FactorGroup } from '../factors/group.js'
import { groupFromParts } from '../factors/group-from-parts.js'
import { evenCuts } from './blocks.js'
import type { LargeMemory } from './memory.js'

// Who owns what: blocks of each kind of factors, and of slots, are cut into ranges with about as many links each, which go to the threads in
// turn. There are several for every thread, since where a graph still moves is often one region of it.

/** Ranges of a kind for each of several threads. */
const RANGES = 16

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
    const [from, to] = [blocksOfGroup[g]!, blocksOfGroup[g + 1]!]
    const ranges =
      parts === null ? (member === 0 ? [{ from, to }] : []) : rangesOf(from, to, member, members, linksOf)
    if (ranges.length === 0) return []
    const group = own?.[g] ?? groupFromParts(kind, memory, first, count, parts!)
    return ranges.map((range) => newShare(group, range.from, range.to, blockStart))
  })
}

/** The blocks of linked slots of thread `member`, in their order. */
export function ownSlotBlocks(memory: LargeMemory, member: number, members: number): Int32Array {
  const { linkedSlots, slotStart, block } = memory
  const count = linkedSlots.length
  const weightOf = (b: number) => {
    let weight = 0
    for (let q = b * block; q < Math.min(count, (b + 1) * block); q++)
      weight += 1 + slotStart[linkedSlots[q]! + 1]! - slotStart[linkedSlots[q]!]!
    return weight
  }
  const blocks: number[] = []
  for (const { from, to } of rangesOf(0, Math.ceil(count / block), member, members, weightOf))
    for (let b = from; b < to; b++) blocks.push(b)
  return Int32Array.from(blocks)
}

interface Range {
  readonly from: number
  readonly to: number
}

/** Of the ranges that the blocks `from` to `to` are cut into, those of thread `member`. */
function rangesOf(
  from: number,
  to: number,
  member: number,
  members: number,
  weight: (block: number) => number,
): Range[] {
  const count = members === 1 ? 1 : members * RANGES
  const cuts = evenCuts(from, to, count, weight)
  const ranges: Range[] = []
  for (let i = member; i < count; i += members)
    if (cuts[i]! < cuts[i + 1]!) ranges.push({ from: cuts[i]!, to: cuts[i + 1]! })
  return ranges
}

function newShare(group: FactorGroup, firstBlock: number, endBlock: number, blockStart: Int32Array): Share {
  const first = blockStart[firstBlock]!
  const end = blockStart[endBlock]!
  const list = new Int32Array(end - first)
  return { group, firstBlock, endBlock, first, end, list, staleList: new Int32Array(end - first), listed: 0 }
}
