// Keys of counts: events and their contexts as integers of 28 bits. Two share a key about once in a thousand.

import { fnv, mix as mixed } from '@parleyjs/core/internal'

/** Bits of a key. */
const KEY_BITS = 28

/** Mixes one more number into a hash. */
export function mix(hash: number, value: number): number {
  return mixed(hash, Math.imul(value + 0x7f4a7c15, 0x85ebca6b), 0xc2b2ae35)
}

/** The key of a hash, which is never 0. */
export function keyOf(hash: number): number {
  const key = hash >>> (32 - KEY_BITS)
  return key === 0 ? 1 : key
}

/** The hash of a word. */
export function hashWord(word: string): number {
  return mix(fnv(word), word.length)
}
