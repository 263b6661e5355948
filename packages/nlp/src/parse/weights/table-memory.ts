// The memory of look-ups in WebAssembly: tables of weights, and the numbers that places are made of. If it is shared by threads, the
// tables lie in it once, and every thread takes room of its own behind them. It only grows, and arrays over it stay valid when it does.
import { ParleyError } from '@parley/core'
import { memoryBehind, newMemory } from '../../model/shared-model.js'
import { hasLookUps, type LookUps, lookUpsIn } from './look-ups.js'

const PAGE = 65536
/** Where addresses begin: look-ups compare with ends that lie a little before. */
const FIRST = 64
/** At least so many pages at a time. */
const GROWTH = 4
/** Integers of the list of places. */
const LIST = 512
/** Integers that are 0, instead of a word that a part does not have. */
const ZEROS = 64
/** Vectors read up to three integers beyond the end of an array. */
const BEYOND = 12

/** Where a table lies: its bytes, and the numbers that they stand for. */
export interface TablePlace {
  readonly codes: number
  readonly steps: number
}

export class TableMemory {
  readonly lookUps: LookUps
  /** Where places are gathered, by one after the other. */
  readonly list: Int32Array
  readonly listAddress: number
  /** The address of integers that are 0. */
  readonly zeros: number

  private constructor(
    private readonly memory: WebAssembly.Memory,
    /** What is free, of the room that is this thread's. */
    private next: number,
    private end: number,
  ) {
    this.lookUps = lookUpsIn(memory)
    this.list = this.integers(LIST)
    this.listAddress = this.list.byteOffset
    this.zeros = this.integers(ZEROS).byteOffset
  }

  /**
   * A memory for tables like one in this buffer: where it is, if that is the memory of a shared model, or else a new one. Null where
   * there are no look-ups in WebAssembly.
   */
  static around(buffer: ArrayBufferLike): TableMemory | null {
    if (!hasLookUps()) return null
    const given = memoryBehind(buffer)
    if (given !== undefined) return new TableMemory(given, 0, 0)
    const memory = newMemory(PAGE)
    return memory && new TableMemory(memory, FIRST, PAGE)
  }

  /** Takes a table in: its bytes are copied, unless they lie here. */
  place(codes: Uint8Array, steps: Float32Array): { place: TablePlace; codes: Uint8Array } {
    const numbers = this.doubles(steps.length)
    numbers.set(steps)
    let own = codes
    if (memoryBehind(codes.buffer) !== this.memory) {
      const at = this.take(codes.length)
      own = new Uint8Array(this.memory.buffer, at, codes.length)
      own.set(codes)
    }
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

  integers(count: number): Int32Array {
    const at = this.take(4 * count + BEYOND)
    return new Int32Array(this.memory.buffer, at, count)
  }

  doubles(count: number): Float64Array {
    const at = this.take(8 * count)
    return new Float64Array(this.memory.buffer, at, count)
  }

  /** The address of so many bytes, a multiple of 64; they are 0. */
  private take(bytes: number): number {
    if (this.next + bytes > this.end) this.grow(bytes)
    const at = this.next
    this.next = (at + bytes + 63) & ~63
    return at
  }

  /** Other threads may have taken what follows: then the room begins anew. */
  private grow(bytes: number): void {
    const pages = Math.max(GROWTH, Math.ceil(bytes / PAGE))
    let from: number
    try {
      from = this.memory.grow(pages) * PAGE
    } catch {
      throw new ParleyError(
        'too-large',
        `The parser needs ${pages * PAGE} bytes more than there are. Split the sentence, or use fewer threads.`,
      )
    }
    if (from !== this.end) this.next = from
    this.end = from + pages * PAGE
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
