// The data of AD³ as flat arrays, in shared memory if several threads work on it.
import { carveInts } from '../numeric/carve.js'
import { LARGE, type Problem } from '../problem/problem.js'
import { inRoom, OWN_ROOM, type Room, SHARED_ROOM } from '../threads/room.js'
import { BLOCK, type FactorBlocks, factorBlocks, WHOLE } from './blocks.js'
import { type Marks, newMarks } from './marks.js'
import { APART } from './queue.js'

/** A group of factors, as other threads see it. `parts` is null if only the first thread can handle it. */
export interface GroupParts {
  readonly kind: string
  readonly first: number
  readonly count: number
  readonly parts: readonly (Float64Array | Int32Array)[] | null
  readonly remembers: boolean
}

/** The memory of a run. All of it can be posted to a thread. */
export interface Ad3Memory extends FactorBlocks {
  /** Number of factors, or of linked slots, in a block: a power of two. */
  readonly block: number
  readonly slots: number
  readonly factors: number
  /** The score that belongs to no link. */
  readonly freeScore: number
  readonly linkSlot: Int32Array
  readonly linkNegated: Uint8Array
  readonly linkFactor: Int32Array
  readonly factorStart: Int32Array
  readonly slotStart: Int32Array
  readonly slotLinks: Int32Array
  readonly score: Float64Array
  /** Group of each factor; empty if there are several blocks. */
  readonly factorGroup: Uint8Array
  /** For threads that make the groups anew; empty if there are none. */
  readonly groups: readonly GroupParts[]
  /** The slots with links, sorted by degree, so that branch prediction works in the loops over links. */
  readonly linkedSlots: Int32Array

  /** s = p + x/η of each link: the point that the factors project. */
  readonly target: Float64Array
  /** The target at the last restart (Halpern's anchor). */
  readonly anchor: Float64Array
  /** Local belief of each link. */
  readonly z: Float64Array
  /**
   * Scores on the links with Σ over a slot's links = its score, a dual feasible point: the one that the last
   * `dual` left, and the one with the best bound.
   */
  readonly x: Float64Array
  readonly bestX: Float64Array
  /** Belief of each slot, and the mean z̄ of the local beliefs of its links. */
  readonly p: Float64Array
  readonly mean: Float64Array
  /**
   * Beliefs of slots and scores of links at the last restart. Single precision is enough for the distance
   * travelled, and saves memory on large graphs.
   */
  readonly restartP: Float64Array
  readonly restartX: Float32Array
  /** Mean of the factors' own best configurations at each slot. */
  readonly votes: Float64Array
  /**
   * Number of iterations for which the links of a slot have agreed on one value, and 1 if it has come to
   * rest.
   */
  readonly quiet: Int32Array
  readonly resting: Uint8Array
  /** The slots that moved in the last gather step; those of a block begin at its first index. */
  readonly moved: Int32Array
  /** The last maximum of each factor, and whether it is out of date. */
  readonly best: Float64Array
  readonly staleMarks: Marks
  /** What is solved next, if there are several blocks. */
  readonly marks: ActivityMarks | null
  /** Four sums of each block of factors and of each block of slots, and the count of each thread. */
  readonly factorSums: Float64Array
  readonly slotSums: Float64Array
  readonly counts: Float64Array
  /** A number per thread that grows while it is at work. Empty if there is only one, as is `taken`. */
  readonly beats: Int32Array
  /** Number of each thread's blocks that are taken in this phase, one counter every APART entries. */
  readonly taken: Int32Array
  /** The arguments of a phase, indexed by Told. */
  readonly told: Float64Array
}

/** Marks that any thread may set (activity.ts). */
export interface ActivityMarks {
  /** The factors that are solved next, and the last round in which one was marked in each run of `block`. */
  readonly factors: Marks
  readonly factorRuns: Int32Array
  /**
   * The slots whose factors were solved, indexed as `linkedSlots`, and the last round in which each block had
   * one.
   */
  readonly slots: Marks
  readonly slotBlocks: Int32Array
  /** Index of each slot in `linkedSlots`. */
  readonly slotPlace: Int32Array
}

/** Indices into `Ad3Memory.told`. */
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
  /** Number of factors, or of linked slots, in a block. By default a small problem is one block. */
  readonly block?: number
  /**
   * Whether groups that remember their last answers stay with the first thread, so that other threads can
   * join at any time.
   */
  readonly rememberingStays?: boolean
}

const NONE = new Int32Array(0)
const NO_GROUPS = new Uint8Array(0)

/** Lays out a problem for `members` threads, in shared memory if there are several. */
export function layOut(
  problem: Problem,
  members: number,
  {
    block = members === 1 && problem.factors <= LARGE ? WHOLE : BLOCK,
    rememberingStays = false,
  }: Layout = {},
): Ad3Memory {
  const alone = members === 1
  const room = alone ? OWN_ROOM : SHARED_ROOM
  const { floats, singles, ints, bytes } = room
  const placed = <A extends Float64Array | Int32Array | Uint8Array>(array: A): A => inRoom(room, array)

  const { slots, factors } = problem
  const links = problem.linkSlot.length
  const { blockPieces, pieceStart, pieceGroup } = factorBlocks(problem, block)
  const linkedSlots = slotsByDegree(problem)
  const slotBlocks = block === WHOLE ? 1 : Math.ceil(linkedSlots.length / block)
  return {
    block,
    slots,
    factors,
    freeScore: freeScore(problem),
    linkSlot: placed(problem.linkSlot),
    linkNegated: placed(problem.linkNegated),
    linkFactor: placed(problem.linkFactor),
    factorStart: placed(problem.factorStart),
    slotStart: placed(problem.slotStart),
    slotLinks: placed(problem.slotLinks),
    score: placed(problem.score),
    factorGroup: block === WHOLE ? problem.factorGroup : NO_GROUPS,
    groups: alone
      ? []
      : problem.groups.map(({ kind, first, count, parts, remembers }) => ({
          kind,
          first,
          count,
          parts: remembers && rememberingStays ? null : (parts?.map(placed) ?? null),
          remembers,
        })),
    linkedSlots: placed(linkedSlots),
    blockPieces: placed(blockPieces),
    pieceStart: placed(pieceStart),
    pieceGroup: placed(pieceGroup),
    target: floats(links),
    anchor: floats(links),
    z: floats(links),
    x: floats(links),
    bestX: floats(links),
    p: floats(slots),
    mean: floats(slots),
    restartP: floats(slots),
    restartX: singles(links),
    votes: floats(slots),
    quiet: ints(slots),
    resting: bytes(slots),
    moved: ints(linkedSlots.length),
    best: floats(factors),
    staleMarks: block === WHOLE ? { bytes: bytes(factors) } : newMarks(room, factors),
    marks: block === WHOLE ? null : activityMarks(problem, linkedSlots, block, room),
    factorSums: floats(4 * (blockPieces.length - 1)),
    slotSums: floats(4 * slotBlocks),
    counts: floats(members),
    beats: alone ? NONE : ints(members),
    taken: alone ? NONE : ints(APART * members),
    told: floats(10),
  }
}

function activityMarks(problem: Problem, linkedSlots: Int32Array, block: number, room: Room): ActivityMarks {
  const slotPlace = room.ints(problem.slots)
  for (let q = 0; q < linkedSlots.length; q++) slotPlace[linkedSlots[q]] = q
  return {
    factors: newMarks(room, problem.factors),
    factorRuns: room.ints(Math.ceil(problem.factors / block)),
    slots: newMarks(room, linkedSlots.length),
    slotBlocks: room.ints(Math.ceil(linkedSlots.length / block)),
    slotPlace,
  }
}

/** The constant, and the scores of the slots without links that are worth 1. */
function freeScore({ constant, slots, degree, score }: Problem): number {
  let free = constant
  for (let s = 0; s < slots; s++) if (degree[s] === 0 && score[s] > 0) free += score[s]
  return free
}

/** The slots with links, sorted by degree; degrees of 64 and more count as equal. */
function slotsByDegree(problem: Problem): Int32Array {
  const { slots, degree } = problem
  const widest = 64
  const place = carveInts(widest + 2)
  for (let s = 0; s < slots; s++) place[Math.min(widest, degree[s]) + 1]++
  for (let d = 0; d <= widest; d++) place[d + 1] += place[d]
  const first = place[1]
  const order = carveInts(slots - first)
  for (let s = 0; s < slots; s++) if (degree[s] > 0) order[place[Math.min(widest, degree[s])]++ - first] = s
  return order
}
