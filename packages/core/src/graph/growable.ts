// Typed arrays that grow by half when they are full: the storage of the graph builder.

export class GrowableFloats {
  data: Float64Array
  length = 0

  constructor(capacity = 16) {
    this.data = new Float64Array(capacity)
  }

  push(value: number): void {
    if (this.length === this.data.length) this.reserve(1)
    this.data[this.length++] = value
  }

  /** Ensures capacity for `extra` more elements. */
  reserve(extra: number): void {
    const needed = this.length + extra
    if (needed <= this.data.length) return
    const grown = new Float64Array(Math.max(needed, this.data.length + (this.data.length >> 1) + 16))
    grown.set(this.data)
    this.data = grown
  }
}

export class GrowableInts {
  data: Int32Array
  length = 0

  constructor(capacity = 16) {
    this.data = new Int32Array(capacity)
  }

  push(value: number): void {
    if (this.length === this.data.length) this.reserve(1)
    this.data[this.length++] = value
  }

  reserve(extra: number): void {
    const needed = this.length + extra
    if (needed <= this.data.length) return
    const grown = new Int32Array(Math.max(needed, this.data.length + (this.data.length >> 1) + 16))
    grown.set(this.data)
    this.data = grown
  }
}
