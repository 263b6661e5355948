// Finds formulas that already have a variable, so that each gets only one: a hash table keyed by lists of
// numbers.
import { GrowableInts } from '@parleyjs/core/internal'

const EMPTY = -1

export class SharedFormulas {
  private table = new Int32Array(1024).fill(EMPTY)
  /** Offset of each entry in `data`; an entry is its length, the list, and the value. */
  private readonly starts = new GrowableInts()
  private readonly data = new GrowableInts()

  get count(): number {
    return this.starts.length
  }

  /** The value stored for the list `key[from..to)`; −1 if it is not in the table. */
  get(key: Int32Array, from: number, to: number): number {
    const entry = this.table[this.find(key, from, to)]
    return entry === EMPTY ? -1 : this.data.data[this.starts.data[entry] + 1 + (to - from)]
  }

  set(key: Int32Array, from: number, to: number, value: number): void {
    if (2 * this.starts.length >= this.table.length) this.grow()
    const at = this.find(key, from, to)
    this.table[at] = this.starts.length
    this.starts.push(this.data.length)
    this.data.push(to - from)
    for (let i = from; i < to; i++) this.data.push(key[i])
    this.data.push(value)
  }

  private find(key: Int32Array, from: number, to: number): number {
    const mask = this.table.length - 1
    let at = hash(key, from, to) & mask
    while (this.table[at] !== EMPTY && !this.matches(this.table[at], key, from, to)) at = (at + 1) & mask
    return at
  }

  private matches(entry: number, key: Int32Array, from: number, to: number): boolean {
    const { data } = this.data
    const start = this.starts.data[entry]
    if (data[start] !== to - from) return false
    for (let i = from; i < to; i++) if (data[start + 1 + i - from] !== key[i]) return false
    return true
  }

  private grow(): void {
    const old = this.table
    this.table = new Int32Array(2 * old.length).fill(EMPTY)
    const { data } = this.data
    const mask = this.table.length - 1
    for (const entry of old) {
      if (entry === EMPTY) continue
      const start = this.starts.data[entry]
      let at = hash(data, start + 1, start + 1 + data[start]) & mask
      while (this.table[at] !== EMPTY) at = (at + 1) & mask
      this.table[at] = entry
    }
  }
}

function hash(key: Int32Array, from: number, to: number): number {
  let h = to - from
  for (let i = from; i < to; i++) {
    h = Math.imul(h ^ key[i], 0x9e3779b1)
    h ^= h >>> 15
  }
  return h >>> 1
}
