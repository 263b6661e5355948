// An arena allocator in a WebAssembly memory, for the arrays that its code reads and writes. Threads that
// share a memory allocate separate pages. A memory only grows, and arrays over it stay valid when it does.
import { ParleyError } from '@parleyjs/core'
import { memoryBehind, newMemory } from './shared-model.js'

const PAGE = 65536
/** The first address in use: kernels compare with ends that lie slightly before an array. */
const FIRST = 64
/** Minimum number of pages by which a memory grows. */
const GROWTH = 4
/** Vectors read up to three integers beyond the end of an array. */
const BEYOND = 12

/** A memory and its free range: from `next` to `end`. */
export interface MemoryPart {
  readonly memory: WebAssembly.Memory
  readonly next: number
  readonly end: number
}

/**
 * The memory of a shared model if `buffer` is its buffer, or else a new memory; null where WebAssembly is
 * unavailable.
 */
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

  /** The same bytes if they are in this memory, or else a copy in it. */
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

  /** Reserves `bytes` bytes, all 0; returns the address, a multiple of 64. */
  private take(bytes: number): number {
    if (this.next + bytes > this.end) this.grow(bytes)
    const at = this.next
    this.next = (at + bytes + 63) & ~63
    return at
  }

  /**
   * Another thread may have grown the memory in between; if the new pages are not contiguous, continue there.
   */
  private grow(bytes: number): void {
    const pages = Math.max(GROWTH, Math.ceil(bytes / PAGE))
    let from: number
    try {
      from = this.memory.grow(pages) * PAGE
    } catch {
      throw new ParleyError(
        'too-large',
        `The pipeline needs ${pages * PAGE} more bytes, and the memory cannot grow. Split the sentence, or use fewer threads.`,
      )
    }
    if (from !== this.end) this.next = from
    this.end = from + pages * PAGE
  }
}
