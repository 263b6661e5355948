// The memory of look-ups in WebAssembly: tables of weights, and the numbers that places are made of. If it is shared by threads, the
// tables lie in it once, and every thread takes room of its own behind them.
import { type MemoryPart, partBeside, Room } from '../../wasm/room.js'
import { hasLookUps, type LookUps, lookUpsIn } from './look-ups.js'

/** Integers of the list of places. */
const LIST = 512
/** Integers that are 0, instead of a word that a part does not have. */
const ZEROS = 64

/** Where a table lies: its bytes, and the numbers that they stand for. */
export interface TablePlace {
  readonly codes: number
  readonly steps: number
}

export class TableMemory extends Room {
  readonly lookUps: LookUps
  /** Where places are gathered, by one after the other. */
  readonly list: Int32Array
  readonly listAddress: number
  /** The address of integers that are 0. */
  readonly zeros: number

  private constructor(part: MemoryPart) {
    super(part)
    this.lookUps = lookUpsIn(part.memory)
    this.list = this.integers(LIST)
    this.listAddress = this.list.byteOffset
    this.zeros = this.integers(ZEROS).byteOffset
  }

  /**
   * A memory for tables like one in this buffer: where it is, if that is the memory of a shared model, or else a new one. Null where
   * there are no look-ups in WebAssembly.
   */
  static around(buffer: ArrayBufferLike): TableMemory | null {
    const part = hasLookUps() ? partBeside(buffer) : null
    return part && new TableMemory(part)
  }

  /** Takes a table in: its bytes are copied, unless they lie here. */
  place(codes: Uint8Array, steps: Float32Array): { place: TablePlace; codes: Uint8Array } {
    const numbers = this.doubles(steps.length)
    numbers.set(steps)
    const own = this.bytes(codes)
    return { place: { codes: own.byteOffset, steps: numbers.byteOffset }, codes: own }
  }

  /** sums[i] := the sum of the weights at the first places of the list, each moved on by offsets[from + i]. All arrays are of this memory. */
  sumRows(
    count: number,
    offsets: Int32Array,
    from: number,
    to: number,
    { codes, steps }: TablePlace,
    sums: Float64Array,
  ): void {
    const { lookUps, listAddress } = this
    lookUps.rows(listAddress, count, offsets.byteOffset + 4 * from, to - from, codes, steps, sums.byteOffset)
  }
}

/** Integers in the memory, or anywhere if there is none. */
export function integersIn(memory: TableMemory | null, count: number): Int32Array {
  return memory?.integers(count) ?? new Int32Array(count)
}

/** Floats in the memory, or anywhere if there is none. */
export function doublesIn(memory: TableMemory | null, count: number): Float64Array {
  return memory?.doubles(count) ?? new Float64Array(count)
}
