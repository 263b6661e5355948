// Counts by key: open addressing in typed arrays.

/** A table of counts. Keys are positive. */
export class CountTable {
  private keys: Int32Array
  private counts: Int32Array
  size = 0
  private shift: number

  constructor(expected = 1024) {
    let capacity = 1024
    while (capacity < 2 * expected) capacity *= 2
    this.keys = new Int32Array(capacity)
    this.counts = new Int32Array(capacity)
    this.shift = 1 + Math.clz32(capacity)
  }

  get(key: number): number {
    return this.counts[this.find(key)]
  }

  /** Adds to a count, and returns its previous value. */
  add(key: number, much: number): number {
    let place = this.find(key)
    if (this.keys[place] === 0) {
      if (2 * (this.size + 1) > this.keys.length) {
        this.grow()
        place = this.find(key)
      }
      this.keys[place] = key
      this.size++
    }
    const before = this.counts[place]
    this.counts[place] = before + much
    return before
  }

  /** All keys in order. */
  sortedKeys(): Int32Array {
    return this.keys.filter((key) => key !== 0).sort()
  }

  private find(key: number): number {
    const { keys } = this
    const mask = keys.length - 1
    let place = Math.imul(key, 0x9e3779b1) >>> this.shift
    while (keys[place] !== key && keys[place] !== 0) place = (place + 1) & mask
    return place
  }

  private grow(): void {
    const { keys, counts } = this
    this.keys = new Int32Array(2 * keys.length)
    this.counts = new Int32Array(2 * keys.length)
    this.shift--
    for (let i = 0; i < keys.length; i++) {
      if (keys[i] === 0) continue
      const place = this.find(keys[i])
      this.keys[place] = keys[i]
      this.counts[place] = counts[i]
    }
  }
}
