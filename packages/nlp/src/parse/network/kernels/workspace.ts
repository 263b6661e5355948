// One memory for weights and numbers in the making, and the kernels over it. It grows at its end only; what lies behind a mark
// can be thrown away to make room for more.
import { ParleyError } from '@parley/core'
import type { Kernels } from './kernels.js'
import { PlainKernels } from './plain.js'
import { simdKernels, simdModule } from './simd.js'

const PAGE = 65536
/** Addresses are positive integers of 32 bits. */
const MOST = 2 ** 31 - PAGE

export class Workspace {
  /** The memory as numbers and as integers. Growing replaces both: never keep them. */
  floats: Float32Array = new Float32Array(0)
  words: Int32Array = new Int32Array(0)
  readonly kernels: Kernels
  /** The first address that is free. */
  private end = 64
  private readonly memory: WebAssembly.Memory | null

  /** `simd`: whether WebAssembly may be used, where it can be. */
  constructor(simd = true) {
    this.memory = simd && simdModule() !== null ? new WebAssembly.Memory({ initial: 1 }) : null
    const fast = this.memory === null ? null : simdKernels(this.memory)
    this.kernels = fast ?? new PlainKernels(this)
    this.view(this.memory?.buffer ?? new ArrayBuffer(PAGE))
  }

  /** Where everything behind ends, for `release`. */
  get mark(): number {
    return this.end
  }

  /** Gives back what was taken since a mark. */
  release(mark: number): void {
    this.end = mark
  }

  /** The address of so many numbers, a multiple of 64. They are 0 only if they were never in use. */
  take(count: number): number {
    const at = this.end
    if (at + 4 * count > MOST)
      throw new ParleyError(
        'too-large',
        `The network needs ${at + 4 * count} bytes, and ${MOST} are the most there can be. Split the sentence, or train on fewer words.`,
      )
    this.end = (at + 4 * count + 63) & ~63
    const { byteLength } = this.floats
    if (this.end > byteLength) this.grow(Math.max(this.end, Math.ceil(1.25 * byteLength)))
    return at
  }

  /** Copies numbers to an address of their own. */
  put(values: ArrayLike<number>): number {
    const at = this.take(values.length)
    this.floats.set(values, at >> 2)
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

  private view(buffer: ArrayBuffer): void {
    this.floats = new Float32Array(buffer)
    this.words = new Int32Array(buffer)
  }
}
