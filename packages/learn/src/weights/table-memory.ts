// The memory of look-ups in WebAssembly: tables of weights, and the numbers from which places are computed.
// Threads that share it share the tables; each thread reserves its own space after them.
import { type MemoryPart, partBeside, Room } from '../wasm/room.js'
import { hasLookUps, type LookUps, lookUpsIn } from './look-ups.js'

/** Capacity of the list of places. */
const LIST = 512
/** Number of integers that are 0: they replace a word that a part does not have. */
const ZEROS = 64

/** Addresses of a table: its bytes, and the values that they encode. */
export interface TablePlace {
  readonly codes: number
  readonly steps: number
}

export class TableMemory extends Room {
  readonly lookUps: LookUps
  /** Buffer for places, used by one caller at a time. */
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
   * A memory for tables like one in this buffer: where it is, if that is the memory of a shared model, or
   * else a new one. Null where there are no look-ups in WebAssembly.
   */
  static around(buffer: ArrayBufferLike): TableMemory | null {
    const part = hasLookUps() ? partBeside(buffer) : null
    return part && new TableMemory(part)
  }

  /** Places a table in this memory: copies its bytes unless they are here already. */
  place(codes: Uint8Array, steps: Float32Array): { place: TablePlace; codes: Uint8Array } {
    const numbers = this.doubles(steps.length)
    numbers.set(steps)
    const own = this.bytes(codes)
    return { place: { codes: own.byteOffset, steps: numbers.byteOffset }, codes: own }
  }

  /**
   * sums[i] := the sum of the weights at the first places of the list, each moved on by offsets[from + i].
   * All arrays are of this memory.
   */
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

/** Allocates integers in the memory, or an ordinary array if `memory` is null. */
export function integersIn(memory: TableMemory | null, count: number): Int32Array {
  return memory?.integers(count) ?? new Int32Array(count)
}

/** Allocates floats in the memory, or an ordinary array if `memory` is null. */
export function doublesIn(memory: TableMemory | null, count: number): Float64Array {
  return memory?.doubles(count) ?? new Float64Array(count)
}
