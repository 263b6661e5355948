// The memory layout of a classifier. Millions of features are looked up per second, most of them unknown, so
// the hash table is small: 2^k entries of four bytes, ordered by feature, with the weight inside if a feature
// has only one. The first k of a feature's 26 bits are its home place; an entry keeps the others and the
// displacement:
//
//   payload (k + 1 bits) | last 26 − k bits of the feature | 1 + places moved (5 bits; 0 is free)
//
// A payload is either (label, weight + 128 (8 bits), 1) or (number of the feature's first unit in `rows`, 0).
// A unit is ten bytes: the number of a block of eight labels (two bytes, little-endian; the highest bit marks
// the feature's last block), and the eight weights.

export const MOVED_BITS = 5
export const MOVED = (1 << MOVED_BITS) - 1
/** Extra entries after the last place, for displaced features. */
export const ROOM = MOVED + 1

/** Bits of the weight in a payload that holds one. */
export const WEIGHT_BITS = 8
export const MIDDLE = 1 << (WEIGHT_BITS - 1)

/** Labels of a block, and bytes of a unit. */
export const BLOCK_BITS = 3
export const BLOCK = 1 << BLOCK_BITS
export const UNIT = 2 + BLOCK
export const LAST_BLOCK = 0x8000
export const BLOCK_MASK = LAST_BLOCK - 1
