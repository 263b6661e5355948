// Features as integers: what was observed, mixed into a number of 26 bits. About one
// feature in a hundred collides with another, which hardly affects training; a model file needs one byte per
// feature.
import { fnv, mix, XorShift } from '@parleyjs/core/internal'

/** Number of bits of a feature; features are below `FEATURE_SPACE`. */
export const FEATURE_BITS = 26
export const FEATURE_SPACE = 1 << FEATURE_BITS

/** Turns a hash into a feature: 1 to `FEATURE_SPACE − 1`. */
export function featureOf(hash: number): number {
  const h = Math.imul(hash ^ (hash >>> 16), 0xc2b2ae35)
  return h >>> (32 - FEATURE_BITS) || 1
}

/** A hash of a piece of text. */
export function hashText(text: string, from = 0, to = text.length): number {
  return mix(fnv(text, 0x51ed270b, from, to), to - from)
}

/** The random numbers of a training with this seed. */
export function randomOf(seed: number): XorShift {
  return new XorShift(mix(0x2545f491, seed | 0) | 1)
}
