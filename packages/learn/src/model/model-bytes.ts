// Collects the bytes of a model that arrives in pieces. Its header declares the size; no more than that is
// stored.
import { ParleyError } from '@parleyjs/core'
import { modelSize } from './model-size.js'

/** Largest model that is unpacked by default: 500 MiB. */
export const MAX_MODEL_BYTES = 500 * 2 ** 20

/**
 * Collects the pieces of a model in an array of the size that the header declares. Data that is larger than
 * `limit`, is not a model, or continues beyond the declared size is refused at once, so that a small packed
 * file cannot fill the memory.
 *
 * @example
 * const model = new ModelBytes('english.parley.gz')
 * for await (const piece of pieces) model.push(piece)
 * readPipeline(model.finish())
 */
export class ModelBytes {
  private bytes: Uint8Array = new Uint8Array(0)
  /** Number of bytes received. */
  private length = 0
  /** The declared size, once the header has arrived. */
  private size: number | null = null

  constructor(
    private readonly file?: string,
    private readonly limit = MAX_MODEL_BYTES,
  ) {}

  push(piece: Uint8Array): void {
    if (this.size === null) this.reserve(this.length + piece.length)
    else if (this.length + piece.length > this.size) throw this.tooLong(this.size)
    this.bytes.set(piece, this.length)
    this.length += piece.length
    if (this.size === null) this.readHeader()
  }

  /** All bytes; refused if there are fewer than the header declares. */
  finish(): Uint8Array {
    const { bytes, length, size } = this
    if (size === null) throw this.refusal(`it has ${length} bytes, and its header is longer: it is cut off.`)
    if (length < size)
      throw this.refusal(`its header declares ${size} bytes, and it has ${length}: it is cut off.`)
    return bytes
  }

  /** Doubles the array while the size is unknown; a header is short. */
  private reserve(length: number): void {
    if (length <= this.bytes.length) return
    this.replaceBy(Math.max(length, 2 * this.bytes.length))
  }

  private readHeader(): void {
    const size = modelSize(this.bytes.subarray(0, this.length), this.file)
    if (size === null) return
    if (size > this.limit)
      throw new ParleyError(
        'too-large',
        `This model declares ${size} bytes; the limit is ${this.limit}. Is it a Parley model?`,
        this.place(),
      )
    if (this.length > size) throw this.tooLong(size)
    this.size = size
    this.replaceBy(size)
  }

  private replaceBy(size: number): void {
    const bytes = new Uint8Array(size)
    bytes.set(this.bytes.subarray(0, this.length))
    this.bytes = bytes
  }

  private tooLong(size: number): ParleyError {
    return this.refusal(`its header declares ${size} bytes, but more follow. Fetch it again.`)
  }

  private refusal(what: string): ParleyError {
    return new ParleyError('bad-input', `This is not a usable model: ${what}`, this.place())
  }

  private place(): { file?: string } {
    return this.file === undefined ? {} : { file: this.file }
  }
}
