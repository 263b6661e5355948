// Pseudorandom numbers that depend only on the seed; the state can be saved in a checkpoint and restored.

const STEP = 0x6d2b79f5

/** A generator whose whole state is one integer. */
export class Random {
  constructor(public state: number) {}

  static of(seed: number): Random {
    return new Random(Math.imul(seed, 0x9e3779b1) | 0)
  }

  /** A generator that continues `count` numbers later. */
  ahead(count: number): Random {
    return new Random((this.state + Math.imul(count, STEP)) | 0)
  }

  /** A number from 0 to 1, 1 excluded. */
  next(): number {
    this.state = (this.state + STEP) | 0
    let x = Math.imul(this.state ^ (this.state >>> 15), this.state | 1)
    x ^= x + Math.imul(x ^ (x >>> 7), x | 61)
    return ((x ^ (x >>> 14)) >>> 0) / 2 ** 32
  }

  /** Puts a list into a random order, in place. */
  shuffle(order: Int32Array): void {
    shuffle(order, () => this.next())
  }
}

/** Puts a list into a random order, in place, by numbers from 0 to 1, 1 excluded (Fisher and Yates). */
export function shuffle(order: Int32Array, next: () => number): void {
  for (let i = order.length - 1; i > 0; i--) {
    const j = Math.floor(next() * (i + 1))
    const kept = order[i]
    order[i] = order[j]
    order[j] = kept
  }
}
