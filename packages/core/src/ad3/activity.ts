// Chooses the factors that an AD³ iteration solves, those next to slots that still move, and the slots that
// it looks at, those next to factors that were solved (paper 2, section 1.5.3: idle factors are left out).
import { carveInts } from '../numeric/carve.js'
import { takeMarks } from './marks.js'
import { type ActivityMarks, type Ad3Memory, Told } from './memory.js'

/** What one thread does in an iteration, in this order. */
export interface Activity {
  /** The factors that `listFactors` found, from index `from` up to `to`. */
  readonly list: Int32Array
  readonly from: number
  readonly to: number
  /** Lists the factors of a piece that are solved in this iteration. */
  listFactors(piece: number): void
  /** Remembers the slots of the factors that were listed and are now solved. */
  markSlots(): void
  /** Writes the slots of a block that may have changed to `candidates`. Returns their number. */
  listSlots(block: number, candidates: Int32Array): number
  /** Remembers the factors of the slots that moved: these are solved next, and their maxima are stale. */
  followMoved(block: number): void
}

/** Lists in the order of discovery, for a problem that is one block. */
export class ActivityLists implements Activity {
  /** The list of each group begins at its first factor. */
  readonly list: Int32Array
  from = 0
  to = 0
  /** Number of listed factors of each group. */
  private readonly listed: Int32Array
  private all = false
  private mark = 0
  private readonly factorMark: Int32Array
  private readonly slotMark: Int32Array

  constructor(private readonly memory: Ad3Memory) {
    this.list = carveInts(memory.factors)
    this.listed = carveInts(memory.pieceGroup.length)
    this.factorMark = carveInts(memory.factors)
    this.slotMark = carveInts(memory.slots)
  }

  listFactors(piece: number): void {
    const { pieceStart, told } = this.memory
    const first = pieceStart[piece]
    if (piece === 0 && told[Told.everyFactor] === 1) this.listAll()
    this.from = first
    this.to = first + this.listed[piece]
  }

  private listAll(): void {
    if (this.all) return
    this.all = true
    const { list, listed } = this
    const { pieceStart } = this.memory
    for (let f = 0; f < list.length; f++) list[f] = f
    for (let i = 0; i < listed.length; i++) listed[i] = pieceStart[i + 1] - pieceStart[i]
  }

  /** `listSlots` finds them, because most slots may be candidates anyway. */
  markSlots(): void {}

  listSlots(_block: number, candidates: Int32Array): number {
    const { told, linkedSlots, pieceStart, factorStart, linkSlot } = this.memory
    if (told[Told.everySlot] === 1) {
      candidates.set(linkedSlots)
      return linkedSlots.length
    }
    const { list, listed, slotMark } = this
    const mark = ++this.mark
    let count = 0
    for (let i = 0; i < listed.length; i++) {
      const first = pieceStart[i]
      const end = first + listed[i]
      for (let k = first; k < end; k++) {
        const f = list[k]
        for (let l = factorStart[f]; l < factorStart[f + 1]; l++) {
          const s = linkSlot[l]
          if (slotMark[s] !== mark) {
            slotMark[s] = mark
            candidates[count++] = s
          }
        }
      }
    }
    return count
  }

  followMoved(_block: number): void {
    const { factorGroup, linkFactor, slotStart, slotLinks, pieceStart, moved, slotSums, staleMarks } =
      this.memory
    const { factorMark, list, listed } = this
    const stale = staleMarks.bytes
    const mark = ++this.mark
    this.all = false
    listed.fill(0)
    const count = slotSums[3]
    for (let q = 0; q < count; q++) {
      const s = moved[q]
      for (let j = slotStart[s]; j < slotStart[s + 1]; j++) {
        const f = linkFactor[slotLinks[j]]
        if (factorMark[f] === mark) continue
        factorMark[f] = mark
        stale[f] = 1
        const g = factorGroup[f]
        const at = listed[g]
        listed[g] = at + 1
        list[pieceStart[g] + at] = f
      }
    }
  }
}

/**
 * Marks that any thread may set and the thread that handles their block finds, in the order of the block, so
 * that the order does not depend on the threads.
 */
export class ActivityByMarks implements Activity {
  readonly list: Int32Array
  readonly from = 0
  to = 0
  private readonly blockBits: number

  constructor(
    private readonly memory: Ad3Memory,
    private readonly marks: ActivityMarks,
  ) {
    this.list = new Int32Array(memory.block)
    this.blockBits = 31 - Math.clz32(memory.block)
  }

  listFactors(piece: number): void {
    const { list, marks, blockBits } = this
    const { pieceStart, told } = this.memory
    const first = pieceStart[piece]
    const end = pieceStart[piece + 1]
    if (told[Told.everyFactor] === 1) {
      marks.factors.bytes.fill(0, first, end)
      for (let f = first; f < end; f++) list[f - first] = f
      this.to = end - first
      return
    }
    const last = told[Told.round] - 1
    const isMarked =
      marks.factorRuns[first >> blockBits] === last || marks.factorRuns[(end - 1) >> blockBits] === last
    this.to = isMarked ? takeMarks(marks.factors, first, end, list) : 0
  }

  markSlots(): void {
    const { list, to, blockBits } = this
    const { factorStart, linkSlot, told } = this.memory
    const { slots, slotPlace, slotBlocks } = this.marks
    if (told[Told.everyFactor] === 1) return
    const round = told[Told.round]
    for (let k = 0; k < to; k++) {
      const f = list[k]
      const end = factorStart[f + 1]
      for (let l = factorStart[f]; l < end; l++) {
        const q = slotPlace[linkSlot[l]]
        slots.bytes[q] = 1
        slotBlocks[q >> blockBits] = round
      }
    }
  }

  listSlots(b: number, candidates: Int32Array): number {
    const { told, linkedSlots, block } = this.memory
    const { slots, slotBlocks } = this.marks
    const first = b * block
    const end = Math.min(linkedSlots.length, first + block)
    if (told[Told.everySlot] === 1) {
      slots.bytes.fill(0, first, end)
      for (let q = first; q < end; q++) candidates[q - first] = linkedSlots[q]
      return end - first
    }
    if (slotBlocks[b] !== told[Told.round]) return 0
    const count = takeMarks(slots, first, end, candidates)
    for (let k = 0; k < count; k++) candidates[k] = linkedSlots[candidates[k]]
    return count
  }

  followMoved(b: number): void {
    const { blockBits } = this
    const { block, told, slotStart, slotLinks, linkFactor, moved, slotSums, staleMarks } = this.memory
    const { factors, factorRuns } = this.marks
    const { bytes } = factors
    const stale = staleMarks.bytes
    const round = told[Told.round]
    const end = b * block + slotSums[4 * b + 3]
    for (let k = b * block; k < end; k++) {
      const s = moved[k]
      const to = slotStart[s + 1]
      for (let j = slotStart[s]; j < to; j++) {
        const f = linkFactor[slotLinks[j]]
        bytes[f] = 1
        stale[f] = 1
        factorRuns[f >> blockBits] = round
      }
    }
  }
}
