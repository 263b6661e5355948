// How a classifier lies in memory. Millions of features are asked for in a second, most of them unknown, so what they are looked up in is small:
// a feature takes four bytes of a hash table of 2^k places, ordered by number, with its weight if it has only one. The first k of a
// feature's 26 bits say where it belongs, so that only the others are kept, with how far it had to move:
//
//   payload (k + 1 bits) | last 26 − k bits of the feature | 1 + places moved (5 bits; 0 is free)
//
// A payload is label, weight + 128 (8 bits), 1, or the number of the unit where the weights of the feature begin in `rows`, 0. A unit is ten
// bytes: the number of a block of eight labels (two bytes, the lower one first; the highest bit says that it is the feature's last), and their weights.

export const MOVED_BITS = 5
export const MOVED = (1 << MOVED_BITS) - 1
/** Room behind the last place, for features that had to move. */
export const ROOM = MOVED + 1

/** Of a payload with a weight. */
export const WEIGHT_BITS = 8
export const MIDDLE = 1 << (WEIGHT_BITS - 1)

/** Labels of a block, and bytes of a unit. */
export const BLOCK_BITS = 3
export const BLOCK = 1 << BLOCK_BITS
export const UNIT = 2 + BLOCK
export const LAST_BLOCK = 0x8000
export const BLOCK_MASK = LAST_BLOCK - 1
