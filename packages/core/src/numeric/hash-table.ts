// Hash tables in typed arrays with open addressing: a fraction of the time and memory of a `Map`. Tables are
// at most half full.

/** The load at which a table is doubled. */
const isFull = (used: number, capacity: number) => 2 * used > capacity

/** The smallest power of two that holds this many keys. */
function capacityFor(count: number, least: number): number {
  let capacity = least
  while (isFull(count, capacity)) capacity *= 2
  return capacity
}

/** Maps integers of 32 bits to integers; absent keys have 0, and a key whose number is 0 is absent. */
export class IntTable {
  /** Pairs of a key and its number. */
  private entries: Int32Array
  private shift: number
  size = 0

  constructor(expected = 16) {
    const capacity = capacityFor(expected, 16)
    this.entries = new Int32Array(2 * capacity)
    this.shift = 1 + Math.clz32(capacity)
  }

  /** Numbers keys by their index, from 1. */
  static numbering(keys: Int32Array): IntTable {
    const table = new IntTable(keys.length)
    for (let i = 0; i < keys.length; i++) table.set(keys[i], i + 1)
    return table
  }

  get(key: number): number {
    return this.entries[this.find(key) + 1]
  }

  has(key: number): boolean {
    return this.get(key) !== 0
  }

  set(key: number, value: number): void {
    this.add(key, value - this.get(key))
  }

  /** Adds to the number of a key; returns the previous number. Numbers must not return to 0. */
  add(key: number, much: number): number {
    let at = this.find(key)
    const before = this.entries[at + 1]
    if (before === 0 && much !== 0) {
      if (isFull(++this.size, this.entries.length >> 1)) {
        this.grow()
        at = this.find(key)
      }
      this.entries[at] = key
    }
    this.entries[at + 1] = before + much
    return before
  }

  /** All keys in order. */
  sortedKeys(): Int32Array {
    const { entries } = this
    return entries.filter((_, i) => (i & 1) === 0 && entries[i + 1] !== 0).sort()
  }

  /** Index of the entry of a key, or of the free one where it belongs. */
  private find(key: number): number {
    const { entries } = this
    const mask = entries.length - 1
    let at = 2 * (Math.imul(key, 0x9e3779b1) >>> this.shift)
    while (entries[at + 1] !== 0 && entries[at] !== key) at = (at + 2) & mask
    return at
  }

  private grow(): void {
    const { entries } = this
    this.entries = new Int32Array(2 * entries.length)
    this.shift--
    for (let i = 0; i < entries.length; i += 2) {
      if (entries[i + 1] === 0) continue
      const at = this.find(entries[i])
      this.entries[at] = entries[i]
      this.entries[at + 1] = entries[i + 1]
    }
  }
}

/** Maps pairs of integers to numbers; the first of a pair is at least 0. */
export class PairTable {
  private first: Int32Array
  private second: Int32Array
  private values: Float64Array
  private size = 0

  /** `absent` is the value of pairs that are not in the table. */
  constructor(
    private readonly absent: number,
    expected = 2048,
  ) {
    const capacity = capacityFor(expected, 16)
    this.first = new Int32Array(capacity).fill(-1)
    this.second = new Int32Array(capacity)
    this.values = new Float64Array(capacity)
  }

  get(a: number, b: number): number {
    const at = this.find(a, b)
    return this.first[at] < 0 ? this.absent : this.values[at]
  }

  /** Sets the value of a pair, and returns it. */
  set(a: number, b: number, value: number): number {
    if (isFull(this.size + 1, this.first.length)) this.grow()
    const at = this.find(a, b)
    if (this.first[at] < 0) this.size++
    this.first[at] = a
    this.second[at] = b
    this.values[at] = value
    return value
  }

  private find(a: number, b: number): number {
    const { first, second } = this
    const mask = first.length - 1
    const mixed = Math.imul(Math.imul(a, 0x9e3779b1) ^ b, 0x85ebca6b)
    let at = (mixed ^ (mixed >>> 15)) & mask
    while (first[at] >= 0 && (first[at] !== a || second[at] !== b)) at = (at + 1) & mask
    return at
  }

  private grow(): void {
    const { first, second, values } = this
    this.first = new Int32Array(2 * first.length).fill(-1)
    this.second = new Int32Array(2 * first.length)
    this.values = new Float64Array(2 * first.length)
    for (let i = 0; i < first.length; i++) {
      if (first[i] < 0) continue
      const at = this.find(first[i], second[i])
      this.first[at] = first[i]
      this.second[at] = second[i]
      this.values[at] = values[i]
    }
  }
}
