// Bit-flipping decoders: the simple peers of decoding by dual decomposition.
import type { ParityChecks } from './alist.js'

const ROUNDS = 200

/**
 * Gallager's decoder for hard decisions: in every round, flip the bits with the largest surplus of failed
 * checks over satisfied ones, until all checks hold. (Flipping one at a time, or counting failed checks
 * alone, errs more often.)
 */
export function bitFlipping(code: ParityChecks, received: Uint8Array): Uint8Array {
  return flip(code, received, new Float64Array(code.checks.length).fill(1), new Float64Array(code.bits))
}

/**
 * Weighted bit flipping (Kou, Lin and Fossorier 2001, with the improvement of Zhang and Fossorier 2004): a
 * check counts as much as its least reliable bit, and a bit resists by `stiffness` times its own reliability.
 */
export function weightedBitFlipping(code: ParityChecks, ratios: Float64Array, stiffness = 0.4): Uint8Array {
  const weights = Float64Array.from(code.checks, (check) => {
    let least = Number.POSITIVE_INFINITY
    for (const b of check) least = Math.min(least, Math.abs(ratios[b]))
    return least
  })
  const received = Uint8Array.from(ratios, (ratio) => (ratio > 0 ? 1 : 0))
  return flip(
    code,
    received,
    weights,
    ratios.map((ratio) => stiffness * Math.abs(ratio)),
  )
}

/** Flips the bits with the largest Σ ±weight of its checks (+ if the check fails) − resistance. */
function flip(
  { bits, checks }: ParityChecks,
  received: Uint8Array,
  weights: Float64Array,
  resistance: Float64Array,
): Uint8Array {
  const word = received.slice()
  const votes = new Float64Array(bits)
  for (let round = 0; round < ROUNDS; round++) {
    for (let b = 0; b < bits; b++) votes[b] = -resistance[b]
    let failed = 0
    for (let c = 0; c < checks.length; c++) {
      const check = checks[c]
      let parity = 0
      for (let i = 0; i < check.length; i++) parity ^= word[check[i]]
      failed += parity
      const vote = parity === 1 ? weights[c] : -weights[c]
      for (let i = 0; i < check.length; i++) votes[check[i]] += vote
    }
    if (failed === 0) break
    let most = votes[0]
    for (let b = 1; b < bits; b++) if (votes[b] > most) most = votes[b]
    for (let b = 0; b < bits; b++) if (votes[b] === most) word[b] ^= 1
  }
  return word
}
