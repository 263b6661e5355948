// A hash table from hashes to numbers. It is built and read in a fraction of the time of a `Map`, which
// matters when a model is loaded and the first sentence is parsed.

/** Numbers hashes from 1; unknown hashes have number 0. */
export class HashNumbers {
  /** Open addressing: pairs of a hash and its number. */
  private readonly table: Int32Array
  private readonly mask: number

  constructor(hashes: Int32Array) {
    let size = 16
    while (size < 2 * hashes.length) size *= 2
    this.table = new Int32Array(2 * size)
    this.mask = size - 1
    for (let i = 0; i < hashes.length; i++) {
      const at = this.find(hashes[i])
      this.table[at] = hashes[i]
      this.table[at + 1] = i + 1
    }
  }

  of(hash: number): number {
    return this.table[this.find(hash) + 1]
  }

  has(hash: number): boolean {
    return this.of(hash) !== 0
  }

  /** Index of a hash, or of the free entry where it belongs. */
  private find(hash: number): number {
    const { table, mask } = this
    let place = hash & mask
    while (table[2 * place + 1] !== 0 && table[2 * place] !== hash) place = (place + 1) & mask
    return 2 * place
  }
}
