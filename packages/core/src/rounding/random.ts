// The random numbers of local search: seeded, so that the same call gives the same result.

/** A small seeded random number generator (xorshift). */
export class XorShift {
  private state: number

  constructor(seed: number) {
    this.state = seed | 0 || 1
  }

  /** A whole number from 0 to n − 1. */
  below(n: number): number {
    return Math.floor(this.uniform() * n)
  }

  /** Uniform in [0, 1). */
  uniform(): number {
    let s = this.state
    s ^= s << 13
    s ^= s >>> 17
    s ^= s << 5
    this.state = s
    return (s >>> 0) / 4294967296
  }
}
