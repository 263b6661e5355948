// The codewords of a linear code: a basis of the null space of its checks, by Gaussian elimination over
// GF(2).
import type { ParityChecks } from './alist.js'
import type { Random } from './random.js'

/**
 * A basis of the bit vectors that satisfy every check.
 *
 * @example
 * codeBasis({ bits: 2, checks: [Int32Array.of(0, 1)] }) // [[1, 1]]
 */
export function codeBasis({ bits, checks }: ParityChecks): Uint8Array[] {
  const rows = checks.map((check) => {
    const row = new Uint8Array(bits)
    for (const b of check) row[b] ^= 1
    return row
  })
  // Reduced row echelon form; pivots[r] is the leading bit of row r.
  const pivots: number[] = []
  for (let b = 0; b < bits; b++) {
    const rank = pivots.length
    const found = rows.findIndex((row, r) => r >= rank && row[b] === 1)
    if (found < 0) continue
    const pivot = rows[found]
    rows[found] = rows[rank]
    rows[rank] = pivot
    rows.forEach((row, r) => {
      if (r !== rank && row[b] === 1) addTo(row, pivot)
    })
    pivots.push(b)
  }
  // Each free bit, set alone, determines the pivots.
  const basis: Uint8Array[] = []
  for (let b = 0; b < bits; b++) {
    if (pivots.includes(b)) continue
    const word = new Uint8Array(bits)
    word[b] = 1
    pivots.forEach((pivot, r) => {
      word[pivot] = rows[r][b]
    })
    basis.push(word)
  }
  return basis
}

/** A codeword drawn uniformly. */
export function randomCodeword(basis: readonly Uint8Array[], bits: number, random: Random): Uint8Array {
  const word = new Uint8Array(bits)
  for (const row of basis) if (random.uniform() < 0.5) addTo(word, row)
  return word
}

/** Whether every check holds. */
export function isCodeword({ checks }: ParityChecks, word: ArrayLike<number>): boolean {
  return checks.every((check) => {
    let parity = 0
    for (const b of check) parity ^= word[b]
    return parity === 0
  })
}

function addTo(row: Uint8Array, other: Uint8Array): void {
  for (let i = 0; i < row.length; i++) row[i] ^= other[i]
}
