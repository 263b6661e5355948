// Maps whole numbers below 2⁵³ to row numbers: a plain array if the keys are dense, else a hash table.
import { PairTable } from '@parleyjs/core/internal'

const EMPTY = -1
const DENSE_LIMIT = 1 << 22

export class KeyMap {
  private readonly dense: Int32Array | null
  private readonly sparse: PairTable

  /** A map for about `count` keys below `range`. */
  constructor(range: number, count: number) {
    const dense = range <= DENSE_LIMIT || range <= 8 * count
    this.dense = dense ? new Int32Array(range).fill(EMPTY) : null
    this.sparse = new PairTable(EMPTY, dense ? 0 : count)
  }

  get(key: number): number {
    return this.dense === null ? this.sparse.get(Math.floor(key / 2 ** 32), key | 0) : this.dense[key]
  }

  set(key: number, row: number): void {
    if (this.dense === null) this.sparse.set(Math.floor(key / 2 ** 32), key | 0, row)
    else this.dense[key] = row
  }
}
