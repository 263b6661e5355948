// Numbers of hashes in a table of integers: built and read in a fraction of the time of a `Map`, which is what counts when a model is
// loaded and a first sentence parsed.

/** Numbers of hashes, from 1 on; 0 of one that is not among them. */
export class HashNumbers {
  /** Open addressing: a hash, and its number. */
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

  /** Where a hash is, or would be. */
  private find(hash: number): number {
    const { table, mask } = this
    let place = hash & mask
    while (table[2 * place + 1] !== 0 && table[2 * place] !== hash) place = (place + 1) & mask
    return 2 * place
  }
}
