// The data of AD³ on a large graph as flat arrays, in shared memory if several threads work on it.

import type { Problem } from '../problem/problem.js'
import { inRoom, OWN_ROOM, SHARED_ROOM } from '../threads/room.js'
import { BLOCK, factorBlocks } from './blocks.js'
import { type Marks, newMarks } from './marks.js'
import { APART } from './queue.js'
import { slotsByDegree } from './state.js'

/** A group of factors, as other threads see it. `parts` is null if only the first thread can handle it. */
export interface GroupParts {
  readonly kind: string
  readonly first: number
  readonly count: number
  readonly parts: readonly (Float64Array | Int32Array)[] | null
  readonly remembers: boolean
}

/** The memory of a run. All of it can be posted to a thread. */
export interface LargeMemory {
  /** Number of factors, or of linked slots, in a block (a power of two), and its logarithm. */
  readonly block: number
  readonly blockBits: number
  readonly slots: number
  readonly factors: number
  readonly linkSlot: Int32Array
  readonly linkNegated: Uint8Array
  readonly linkFactor: Int32Array
  readonly factorStart: Int32Array
  readonly slotStart: Int32Array
  readonly slotLinks: Int32Array
  readonly score: Float64Array
  readonly groups: readonly GroupParts[]
  /** The slots with links, sorted by degree. */
  readonly linkedSlots: Int32Array
  readonly blockStart: Int32Array
  readonly blocksOfGroup: Int32Array
  readonly groupOfBlock: Int32Array

  /**
   * Arrays indexed by link, as in Ad3State; `x` holds the scores of the dual, `bestX` those of the best
   * bound.
   */
  readonly target: Float64Array
  readonly anchor: Float64Array
  readonly z: Float64Array
  readonly x: Float64Array
  readonly bestX: Float64Array
  readonly restartX: Float32Array
  /** Arrays indexed by slot, as in Ad3State; `restartP` and `votes` as in Engine. */
  readonly p: Float64Array
  readonly mean: Float64Array
  readonly restartP: Float64Array
  readonly votes: Float64Array
  readonly quiet: Int32Array
  readonly resting: Uint8Array
  /**
   * Marks of the slots whose factors were solved, indexed as `linkedSlots`; the last round in which each
   * block had such a slot; and the index of each slot in `linkedSlots`.
   */
  readonly slotMarks: Marks
  readonly slotBlockMark: Int32Array
  readonly slotPlace: Int32Array
  /** The slots that moved in the last gather step; those of a block begin at its first index. */
  readonly moved: Int32Array
  /**
   * Arrays indexed by factor: the last maximum, whether it is solved next, and whether the maximum is out of
   * date.
   */
  readonly best: Float64Array
  readonly factorMarks: Marks
  readonly staleMarks: Marks
  /** The last round in which some factor was marked in each run of `block` factors. */
  readonly factorRunMark: Int32Array
  /** Four sums of each block of factors and of each block of slots, and the count of each thread. */
  readonly factorSums: Float64Array
  readonly slotSums: Float64Array
  readonly counts: Float64Array
  /** A number per thread that grows while it is at work. */
  readonly beats: Int32Array
  /** Number of each thread's blocks that are taken in this phase, one counter every APART entries. */
  readonly taken: Int32Array
  /** The arguments of a phase, indexed by Told. */
  readonly told: Float64Array
}

/** Indices into `LargeMemory.told`. */
export const Told = {
  eta: 0,
  keep: 1,
  next: 2,
  round: 3,
  /**
   * The next three are 1 if all factors are solved, if all slots are candidates, and if factors of moved
   * slots are marked at once.
   */
  everyFactor: 4,
  everySlot: 5,
  follow: 6,
  allStale: 7,
  warm: 8,
  tau: 9,
} as const

export interface Layout {
  /** Number of factors, or of linked slots, in a block. */
  readonly block?: number
  /**
   * Whether groups that remember their last answers stay with the first thread, so that other threads can
   * join at any time.
   */
  readonly rememberingStays?: boolean
}

/** Lays out a problem for `members` threads, in shared memory if there are several. */
export function layOut(
  problem: Problem,
  members: number,
  { block = BLOCK, rememberingStays = false }: Layout = {},
): LargeMemory {
  const room = members > 1 ? SHARED_ROOM : OWN_ROOM
  const { floats, ints, bytes } = room
  const placed = <A extends Float64Array | Int32Array | Uint8Array>(array: A): A => inRoom(room, array)

  const { slots, factors } = problem
  const links = problem.linkSlot.length
  const blocks = factorBlocks(problem, block)
  const linkedSlots = slotsByDegree(problem)
  const slotPlace = ints(slots)
  for (let q = 0; q < linkedSlots.length; q++) slotPlace[linkedSlots[q]] = q
  const slotBlocks = Math.ceil(linkedSlots.length / block)
  const restart = ints(links)
  return {
    block,
    blockBits: 31 - Math.clz32(block),
    slots,
    factors,
    linkSlot: placed(problem.linkSlot),
    linkNegated: placed(problem.linkNegated),
    linkFactor: placed(problem.linkFactor),
    factorStart: placed(problem.factorStart),
    slotStart: placed(problem.slotStart),
    slotLinks: placed(problem.slotLinks),
    score: placed(problem.score),
    groups: problem.groups.map(({ kind, first, count, parts, remembers }) => ({
      kind,
      first,
      count,
      parts: remembers && rememberingStays ? null : (parts?.map(placed) ?? null),
      remembers,
    })),
    linkedSlots: placed(linkedSlots),
    blockStart: placed(blocks.start),
    blocksOfGroup: placed(blocks.ofGroup),
    groupOfBlock: placed(blocks.group),
    target: floats(links),
    anchor: floats(links),
    z: floats(links),
    x: floats(links),
    bestX: floats(links),
    restartX: new Float32Array(restart.buffer, restart.byteOffset, links),
    p: floats(slots),
    mean: floats(slots),
    restartP: floats(slots),
    votes: floats(slots),
    quiet: ints(slots),
    resting: bytes(slots),
    slotMarks: newMarks(room, linkedSlots.length),
    slotBlockMark: ints(slotBlocks),
    slotPlace,
    moved: ints(linkedSlots.length),
    best: floats(factors),
    factorMarks: newMarks(room, factors),
    staleMarks: newMarks(room, factors),
    factorRunMark: ints(Math.ceil(factors / block)),
    factorSums: floats(4 * (blocks.start.length - 1)),
    slotSums: floats(4 * slotBlocks),
    counts: floats(members),
    beats: ints(members),
    taken: ints(APART * members),
    told: floats(10),
  }
}
