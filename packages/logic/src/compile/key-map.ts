// Maps whole numbers below 2⁵³ to row numbers: a plain array if the keys are dense, else open addressing.

const EMPTY = -1
const DENSE_LIMIT = 1 << 22

export class KeyMap {
  private readonly dense: Int32Array | null
  private keys: Float64Array
  private rows: Int32Array
  private used = 0

  /** A map for about `count` keys below `range`. */
  constructor(range: number, count: number) {
    const dense = range <= DENSE_LIMIT || range <= 8 * count
    this.dense = dense ? new Int32Array(range).fill(EMPTY) : null
    const capacity = dense ? 0 : 2 ** Math.ceil(Math.log2(Math.max(16, 2 * count)))
    this.keys = new Float64Array(capacity)
    this.rows = new Int32Array(capacity).fill(EMPTY)
  }

  get(key: number): number {
    if (this.dense !== null) return this.dense[key]
    return this.rows[this.find(key)]
  }

  set(key: number, row: number): void {
    if (this.dense !== null) {
      this.dense[key] = row
      return
    }
    if (2 * this.used >= this.rows.length) this.grow()
    const at = this.find(key)
    if (this.rows[at] === EMPTY) this.used++
    this.keys[at] = key
    this.rows[at] = row
  }

  private find(key: number): number {
    const { keys, rows } = this
    const mask = rows.length - 1
    const high = Math.floor(key / 2 ** 32)
    let hash = Math.imul((key | 0) ^ Math.imul(high, 0x85ebca6b), 0x9e3779b1)
    hash ^= hash >>> 15
    let at = hash & mask
    while (rows[at] !== EMPTY && keys[at] !== key) at = (at + 1) & mask
    return at
  }

  private grow(): void {
    const { keys, rows } = this
    this.keys = new Float64Array(2 * keys.length)
    this.rows = new Int32Array(2 * rows.length).fill(EMPTY)
    for (let i = 0; i < rows.length; i++) {
      if (rows[i] === EMPTY) continue
      const at = this.find(keys[i])
      this.keys[at] = keys[i]
      this.rows[at] = rows[i]
    }
  }
}
