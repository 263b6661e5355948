// Assigns blocks to threads. A thread begins with its own blocks and then takes blocks that others have not
// begun (work stealing): a thread that the machine delays does not hold up the others, and no bit depends on
// the division. Kinds that remember their last answer (FactorGroup.remembers) stay with their owner.
import { evenCuts, firstLink } from './blocks.js'
import type { Ad3Memory } from './memory.js'

/**
 * Number of ranges of blocks per thread and kind, dealt out in turn, because the part of a graph that still
 * moves is often one region.
 */
const RANGES = 16
/** Entries between two counters, so that no two share a cache line. */
export const APART = 16

/** The blocks of each thread, of factors or of slots. */
export class BlockQueue {
  /** The blocks that only this thread may handle. */
  readonly pinned: Int32Array
  private readonly free: readonly Int32Array[]
  private readonly taken: Int32Array

  constructor(
    memory: Ad3Memory,
    private readonly member: number,
    members: number,
    parts: readonly BlockPart[],
  ) {
    const blocks = (pinned: boolean, m: number) =>
      Int32Array.from(
        parts.filter((part) => part.pinned === pinned).flatMap((part) => blocksOf(part, m, members)),
      )
    this.taken = memory.taken
    this.pinned = blocks(true, member)
    this.free = Array.from({ length: members }, (_, m) => blocks(false, m))
  }

  /** The next block to handle, or −1 if all are taken; `taken` must be 0 at the start of a phase. */
  take(): number {
    const { free, taken, member } = this
    for (let k = 0; k < free.length; k++) {
      const m = member + k < free.length ? member + k : member + k - free.length
      const blocks = free[m]
      const at =
        Atomics.load(taken, APART * m) < blocks.length ? Atomics.add(taken, APART * m, 1) : blocks.length
      if (at < blocks.length) return blocks[at]
    }
    return -1
  }
}

/** The blocks from `from` up to `to`, all of one kind. */
export interface BlockPart {
  readonly from: number
  readonly to: number
  readonly pinned: boolean
  /** True if all of them belong to the first thread. */
  readonly firstOnly: boolean
  weight(block: number): number
}

export function factorParts(memory: Ad3Memory): BlockPart[] {
  const { groups, blockPieces, pieceGroup } = memory
  const blocks = blockPieces.length - 1
  let to = 0
  return groups.map(({ parts, remembers }, g) => {
    const from = to
    while (to < blocks && pieceGroup[blockPieces[to]] === g) to++
    return {
      from,
      to,
      pinned: remembers || parts === null,
      firstOnly: parts === null,
      weight: (b) => firstLink(memory, b + 1) - firstLink(memory, b),
    }
  })
}

export function slotParts(memory: Ad3Memory): BlockPart[] {
  const { linkedSlots, slotStart, block } = memory
  const count = linkedSlots.length
  const weight = (b: number) => {
    let sum = 0
    for (let q = b * block; q < Math.min(count, (b + 1) * block); q++)
      sum += 1 + slotStart[linkedSlots[q] + 1] - slotStart[linkedSlots[q]]
    return sum
  }
  return [{ from: 0, to: Math.ceil(count / block), pinned: false, firstOnly: false, weight }]
}

/** The blocks of thread `member`, in order. */
function blocksOf({ from, to, firstOnly, weight }: BlockPart, member: number, members: number): number[] {
  const owners = firstOnly ? 1 : members
  if (member >= owners) return []
  const count = owners === 1 ? 1 : owners * RANGES
  const cuts = evenCuts(from, to, count, weight)
  const blocks: number[] = []
  for (let i = member; i < count; i += owners) for (let b = cuts[i]; b < cuts[i + 1]; b++) blocks.push(b)
  return blocks
}
