// Pseudorandom numbers that depend only on the seed, the same in every engine. `Random` can be saved in a
// checkpoint, restored, and moved ahead. `XorShift` is for local search and classifiers, whose results depend
// on its sequence.

const STEP = 0x6d2b79f5

/** A generator whose whole state is one integer (mulberry32). */
export class Random {
  constructor(public state: number) {}

  static of(seed: number): Random {
    return new Random(Math.imul(seed, 0x9e3779b1) | 0)
  }

  /** A generator that continues `count` numbers later. */
  ahead(count: number): Random {
    return new Random((this.state + Math.imul(count, STEP)) | 0)
  }

  /** Uniform in [0, 1). */
  uniform(): number {
    this.state = (this.state + STEP) | 0
    let x = Math.imul(this.state ^ (this.state >>> 15), this.state | 1)
    x ^= x + Math.imul(x ^ (x >>> 7), x | 61)
    return ((x ^ (x >>> 14)) >>> 0) / 2 ** 32
  }

  /** A whole number from 0 to n − 1. */
  below(n: number): number {
    return Math.floor(this.uniform() * n)
  }

  /** True with probability p. */
  chance(p: number): boolean {
    return this.uniform() < p
  }

  /** Puts a list into a random order, in place. */
  shuffle(order: Int32Array): void {
    shuffle(order, () => this.uniform())
  }
}

/** A generator of 32 bits per step (xorshift32). */
export class XorShift {
  private state: number

  constructor(seed: number) {
    this.state = seed | 0 || 1
  }

  /** The next 32 random bits. */
  bits(): number {
    let s = this.state
    s ^= s << 13
    s ^= s >>> 17
    s ^= s << 5
    this.state = s
    return s >>> 0
  }

  /** Uniform in [0, 1). */
  uniform(): number {
    return this.bits() / 4294967296
  }

  /** A whole number from 0 to n − 1. */
  below(n: number): number {
    return Math.floor(this.uniform() * n)
  }

  /** The numbers 0 to n − 1 in random order. */
  order(n: number): Int32Array {
    const order = new Int32Array(n)
    for (let i = 0; i < n; i++) {
      const j = this.below(i + 1)
      order[i] = order[j]
      order[j] = i
    }
    return order
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
