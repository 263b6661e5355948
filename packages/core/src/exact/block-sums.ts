// Running sums that do not depend on the order of updates.

/** Number of terms in a block; a change recomputes the sum of one block. */
const BLOCK = 64

/** The sum of many terms that change one at a time, in a fixed order of additions. */
export class BlockSums {
  private readonly blocks: Float64Array
  private readonly stale: Uint8Array

  constructor(
    private readonly terms: Float64Array,
    private readonly first: number,
  ) {
    const count = Math.max(1, Math.ceil(terms.length / BLOCK))
    this.blocks = new Float64Array(count)
    this.stale = new Uint8Array(count).fill(1)
  }

  set(index: number, term: number): void {
    this.terms[index] = term
    this.stale[Math.floor(index / BLOCK)] = 1
  }

  total(): number {
    let total = 0
    for (let b = 0; b < this.blocks.length; b++) {
      if (this.stale[b] === 1) {
        this.stale[b] = 0
        let sum = b === 0 ? this.first : 0
        const end = Math.min(this.terms.length, (b + 1) * BLOCK)
        for (let i = b * BLOCK; i < end; i++) sum += this.terms[i]
        this.blocks[b] = sum
      }
      total = b === 0 ? this.blocks[0] : total + this.blocks[b]
    }
    return total
  }
}
