// Hashes of integers and texts. Model files hold hashes, so these functions must never change.

/** Mixes one more value into a hash. */
export function mix(hash: number, value: number, factor = 0x85ebca6b): number {
  let h = Math.imul(hash ^ value, 0x9e3779b1)
  h = Math.imul(h ^ (h >>> 15), factor)
  return h ^ (h >>> 13)
}

/** Spreads the bits of an integer over all 32. */
export function spread(value: number): number {
  let x = value ^ (value >>> 16)
  x = Math.imul(x, 0x7feb352d)
  x ^= x >>> 15
  x = Math.imul(x, 0x846ca68b)
  return x ^ (x >>> 16)
}

/** FNV-1a over the UTF-16 units of part of a text, continued from `hash`. */
export function fnv(text: string, hash = 0x811c9dc5, from = 0, to = text.length): number {
  let h = hash
  for (let i = from; i < to; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193)
  return h
}
