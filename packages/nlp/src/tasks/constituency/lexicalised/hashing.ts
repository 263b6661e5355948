// Keys of counts: events and their contexts as integers of 28 bits. Two share a key about once in a thousand.

/** Bits of a key. */
const KEY_BITS = 28

/** Mixes one more number into a hash. */
export function mix(hash: number, value: number): number {
  let h = Math.imul(hash ^ Math.imul(value + 0x7f4a7c15, 0x85ebca6b), 0x9e3779b1)
  h ^= h >>> 15
  h = Math.imul(h, 0xc2b2ae35)
  return h ^ (h >>> 13)
}

/** The key of a hash, which is never 0. */
export function keyOf(hash: number): number {
  const key = hash >>> (32 - KEY_BITS)
  return key === 0 ? 1 : key
}

/** The hash of a word. */
export function hashWord(word: string): number {
  let h = 0x811c9dc5
  for (let i = 0; i < word.length; i++) h = Math.imul(h ^ word.charCodeAt(i), 0x01000193)
  return mix(h, word.length)
}
