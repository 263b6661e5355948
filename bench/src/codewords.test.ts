// Codewords against enumeration, and bit flipping on codes where the answer is known.
import { describe, expect, test } from 'vitest'
import type { ParityChecks } from './alist.js'
import { bitFlipping, weightedBitFlipping } from './bit-flipping.js'
import { codeBasis, isCodeword, randomCodeword } from './codewords.js'
import { seeded } from './random.js'

function randomChecks(seed: number): ParityChecks {
  const random = seeded(seed)
  const bits = 1 + random.below(10)
  const checks = Array.from({ length: random.below(9) }, () =>
    Int32Array.from(Array.from({ length: bits }, (_, b) => b).filter(() => random.uniform() < 0.4)),
  )
  return { bits, checks }
}

const words = (bits: number) =>
  Array.from({ length: 2 ** bits }, (_, w) => Uint8Array.from({ length: bits }, (_, b) => (w >> b) & 1))

describe('codewords', () => {
  test('the basis spans exactly the words that enumeration finds', () => {
    for (let seed = 0; seed < 100; seed++) {
      const code = randomChecks(seed)
      const basis = codeBasis(code)
      const found = words(code.bits).filter((word) => isCodeword(code, word))
      expect(found.length).toBe(2 ** basis.length)
      const spanned = words(basis.length).map((choice) => {
        const word = new Uint8Array(code.bits)
        choice.forEach((use, r) => {
          for (let b = 0; b < code.bits; b++) word[b] ^= use & basis[r][b]
        })
        return word.join('')
      })
      expect(spanned.sort()).toEqual(found.map((word) => word.join('')).sort())
    }
  })

  test('random codewords satisfy the checks and differ', () => {
    const code = { bits: 6, checks: [Int32Array.of(0, 1, 2), Int32Array.of(2, 3, 4, 5)] }
    const basis = codeBasis(code)
    const random = seeded(1)
    const drawn = Array.from({ length: 100 }, () => randomCodeword(basis, code.bits, random))
    expect(drawn.every((word) => isCodeword(code, word))).toBe(true)
    expect(new Set(drawn.map((word) => word.join(''))).size).toBe(16)
  })
})

describe('bit flipping', () => {
  // A repetition code: each bit equals the next.
  const code = { bits: 5, checks: [0, 1, 2, 3, 4].map((b) => Int32Array.of(b, (b + 1) % 5)) }

  test('leaves a codeword alone', () => {
    const word = Uint8Array.of(1, 1, 1, 1, 1)
    expect([...bitFlipping(code, word)]).toEqual([1, 1, 1, 1, 1])
  })

  test.each([0, 1, 2, 3, 4])('corrects one wrong bit, bit %i', (wrong) => {
    const word = Uint8Array.from({ length: 5 }, (_, b) => (b === wrong ? 1 : 0))
    expect([...bitFlipping(code, word)]).toEqual([0, 0, 0, 0, 0])
    const ratios = Float64Array.from(word, (bit) => (bit === 1 ? 0.3 : -2))
    expect([...weightedBitFlipping(code, ratios)]).toEqual([0, 0, 0, 0, 0])
  })
})
