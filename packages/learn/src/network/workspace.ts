// An arena for weights and intermediate results, and the kernels over it. It grows only at its end;
// everything after a mark can be released.
import { ParleyError } from '@parleyjs/core'
import { memoryBehind } from '../wasm/shared-model.js'
import type { ByteKernels } from './byte-kernels.js'
import type { Kernels } from './kernels.js'
import { PlainKernels } from './plain.js'
import { PlainBytes } from './plain-bytes.js'
import { PlainRows } from './plain-rows.js'
import type { RowKernels } from './row-kernels.js'
import { simdKernels, simdModule } from './simd.js'
import { packedKernels } from './simd-bytes.js'
import { simdRows } from './simd-rows.js'

const PAGE = 65536
/** Addresses are positive integers of 32 bits. */
const MOST = 2 ** 31 - PAGE

/** The addresses from `from` to before `to`, both multiples of 64, of a memory of at least that size. */
export interface SharedPart {
  readonly memory: WebAssembly.Memory
  readonly from: number
  readonly to: number
}

export class Workspace {
  /**
   * The memory as floats and as integers of 32, 16 and 8 bits. Growing replaces the arrays: never store them.
   */
  floats: Float32Array<ArrayBufferLike> = new Float32Array(0)
  words: Int32Array<ArrayBufferLike> = new Int32Array(0)
  halves: Int16Array<ArrayBufferLike> = new Int16Array(0)
  bytes: Int8Array<ArrayBufferLike> = new Int8Array(0)
  readonly kernels: Kernels
  readonly rows: RowKernels
  readonly packed: ByteKernels
  /** The first address that is free. */
  private end = 64
  private readonly memory: WebAssembly.Memory | null

  /**
   * `simd`: whether WebAssembly may be used where it is available. `part`: a range of a memory that threads
   * share; by default the workspace has a memory of its own, which grows.
   */
  constructor(
    simd = true,
    private readonly part: SharedPart | null = null,
  ) {
    const isShared = part !== null
    this.memory =
      part?.memory ?? (simd && simdModule() !== null ? new WebAssembly.Memory({ initial: 1 }) : null)
    this.kernels = (simd && this.memory && simdKernels(this.memory, isShared)) || new PlainKernels(this)
    this.rows = (simd && this.memory && simdRows(this.memory, isShared)) || new PlainRows(this)
    this.packed = (simd && this.memory && packedKernels(this.memory, isShared)) || new PlainBytes(this)
    this.view(this.memory?.buffer ?? new ArrayBuffer(PAGE))
    if (part !== null) this.end = part.from
  }

  /** The current end, for `release`. */
  get mark(): number {
    return this.end
  }

  /** Releases everything that was taken since a mark. */
  release(mark: number): void {
    this.end = mark
  }

  /**
   * Reserves `count` numbers; returns their address, a multiple of 64. They are 0 only if this memory is used
   * for the first time.
   */
  take(count: number): number {
    const at = this.end
    const most = this.part?.to ?? MOST
    if (at + 4 * count > most)
      throw new ParleyError(
        'too-large',
        `The network needs ${at + 4 * count} bytes, and the maximum is ${most}. Split the sentence, or train on fewer words.`,
      )
    this.end = (at + 4 * count + 63) & ~63
    const { byteLength } = this.floats
    if (this.end > byteLength) this.grow(Math.max(this.end, Math.ceil(1.25 * byteLength)))
    return at
  }

  /** Copies numbers to newly reserved memory; returns the address. */
  put(values: ArrayLike<number>): number {
    const at = this.take(values.length)
    this.floats.set(values, at >> 2)
    return at
  }

  /** The address of an array: its own if it lies in this memory already, or else that of a copy. */
  place(array: Int8Array | Float32Array): number {
    if (this.memory !== null && memoryBehind(array.buffer) === this.memory) return array.byteOffset
    const at = this.take(Math.ceil(array.byteLength / 4))
    if (array instanceof Float32Array) this.floats.set(array, at >> 2)
    else this.bytes.set(array, at)
    return at
  }

  private grow(bytes: number): void {
    const pages = Math.ceil(bytes / PAGE)
    if (this.memory !== null) {
      this.memory.grow(pages - this.memory.buffer.byteLength / PAGE)
      this.view(this.memory.buffer)
      return
    }
    const buffer = new ArrayBuffer(pages * PAGE)
    new Float32Array(buffer).set(this.floats)
    this.view(buffer)
  }

  private view(buffer: ArrayBufferLike): void {
    this.floats = new Float32Array(buffer)
    this.words = new Int32Array(buffer)
    this.halves = new Int16Array(buffer)
    this.bytes = new Int8Array(buffer)
  }
}
