// A growable Int32Array: it grows by half when it is full.

export class GrowableInts {
  data: Int32Array
  length = 0

  constructor(capacity = 64) {
    this.data = new Int32Array(capacity)
  }

  push(value: number): void {
    if (this.length === this.data.length) {
      const grown = new Int32Array(this.data.length + (this.data.length >> 1) + 16)
      grown.set(this.data)
      this.data = grown
    }
    this.data[this.length++] = value
  }
}
