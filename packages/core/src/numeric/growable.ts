// Typed arrays that grow by half when they are full.
import { grown, type NumberArray } from './grown.js'

/** A class of growable arrays; each has its own code, so that engines see one type of array in it. */
function growable<A extends NumberArray>(make: (length: number) => A) {
  return class {
    data: A
    length = 0

    constructor(capacity = 16) {
      this.data = make(capacity)
    }

    push(value: number): void {
      if (this.length === this.data.length) this.reserve(1)
      this.data[this.length++] = value
    }

    /** Ensures capacity for `extra` more elements. */
    reserve(extra: number): void {
      const needed = this.length + extra
      const { length } = this.data
      if (needed > length) this.data = grown(this.data, Math.max(needed, length + (length >> 1) + 16))
    }

    /** A copy of the elements. */
    copy(): A {
      return this.data.slice(0, this.length) as A
    }
  }
}

export class GrowableFloats extends growable((length) => new Float64Array(length)) {}
export class GrowableInts extends growable((length) => new Int32Array(length)) {}
export class GrowableBytes extends growable((length) => new Uint8Array(length)) {}
