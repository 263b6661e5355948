// Room in a memory of WebAssembly, for what its code reads and writes. If threads share the memory, every thread takes room of its own
// in it. A memory only grows, and arrays over it stay valid when it does.
import { ParleyError } from '@parley/core'
import { memoryBehind, newMemory } from '../model/shared-model.js'

const PAGE = 65536
/** Where addresses begin: code compares with ends that lie a little before. */
const FIRST = 64
/** At least so many pages at a time. */
const GROWTH = 4
/** Vectors read up to three integers beyond the end of an array. */
const BEYOND = 12

/** A memory, and what is free of it: from `next` to `end`. */
export interface MemoryPart {
  readonly memory: WebAssembly.Memory
  readonly next: number
  readonly end: number
}

/** The memory that a buffer is, if it is that of a shared model, or else a new one; null where there is none. */
export function partBeside(buffer: ArrayBufferLike): MemoryPart | null {
  const given = memoryBehind(buffer)
  if (given !== undefined) return { memory: given, next: 0, end: 0 }
  const memory = newMemory(PAGE)
  return memory && { memory, next: FIRST, end: PAGE }
}

export class Room {
  protected readonly memory: WebAssembly.Memory
  private next: number
  private end: number

  constructor({ memory, next, end }: MemoryPart) {
    this.memory = memory
    this.next = next
    this.end = end
  }

  /** The bytes themselves if they lie in this memory, or else a copy that does. */
  bytes(array: Uint8Array | Int8Array): Uint8Array {
    const { buffer, byteOffset, length } = array
    if (memoryBehind(buffer) === this.memory) return new Uint8Array(buffer, byteOffset, length)
    const at = this.take(length)
    const own = new Uint8Array(this.memory.buffer, at, length)
    own.set(array)
    return own
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
        `The pipeline needs ${pages * PAGE} bytes more than there are. Split the sentence, or use fewer threads.`,
      )
    }
    if (from !== this.end) this.next = from
    this.end = from + pages * PAGE
  }
}
