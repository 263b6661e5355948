// Features as integers: what was observed, mixed into a number of 26 bits. About one
// feature in a hundred collides with another, which hardly affects training; a model file needs one byte per
// feature.

/** Number of bits of a feature; features are below `FEATURE_SPACE`. */
export const FEATURE_BITS = 26
export const FEATURE_SPACE = 1 << FEATURE_BITS

/** Mixes one more value into a hash. */
export function mix(hash: number, value: number): number {
  let h = Math.imul(hash ^ value, 0x9e3779b1)
  h = Math.imul(h ^ (h >>> 15), 0x85ebca6b)
  return h ^ (h >>> 13)
}

/** Turns a hash into a feature: 1 to `FEATURE_SPACE − 1`. */
export function featureOf(hash: number): number {
  const h = Math.imul(hash ^ (hash >>> 16), 0xc2b2ae35)
  return h >>> (32 - FEATURE_BITS) || 1
}

/** A hash of a piece of text. */
export function hashText(text: string, from = 0, to = text.length): number {
  let h = 0x51ed270b
  for (let i = from; i < to; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193)
  return mix(h, to - from)
}

/** Random integers from a seed (xorshift), the same in every engine. */
export class Random {
  private state: number

  constructor(seed: number) {
    this.state = mix(0x2545f491, seed | 0) | 1
  }

  /** An integer from 0 to n − 1. */
  below(n: number): number {
    return Math.floor((this.next() / 4294967296) * n)
  }

  /** The next 32 random bits. */
  next(): number {
    let s = this.state
    s ^= s << 13
    s ^= s >>> 17
    s ^= s << 5
    this.state = s
    return s >>> 0
  }
}

/** The numbers 0 to n − 1 in random order. */
export function shuffled(n: number, random: Random): Int32Array {
  const order = new Int32Array(n)
  for (let i = 0; i < n; i++) {
    const j = random.below(i + 1)
    order[i] = order[j]
    order[j] = i
  }
  return order
}
