// Checks of constructor arguments. Every message states the fact with figures, and what would work.
import { ParleyError } from '@parleyjs/core'
import { carveFloats, SCORE_LIMIT } from '@parleyjs/core/internal'

/** Refuses a list of scores of the wrong length. */
export function requireCount(what: string, found: number, expected: number, because: string): void {
  if (found !== expected)
    throw new ParleyError('bad-argument', `${what}: ${expected} expected (${because}), ${found} found.`)
}

/** Refuses NaN, +∞ and what is too large for exact sums; −∞ means "forbidden". */
export function requireAllowed(what: string, scores: ArrayLike<number>): void {
  for (let i = 0; i < scores.length; i++)
    if (!(Math.abs(scores[i]) <= SCORE_LIMIT || scores[i] === Number.NEGATIVE_INFINITY))
      throw new ParleyError(
        'bad-argument',
        `${what}: number ${i + 1} of ${scores.length} is ${scores[i]}. Scores are finite${
          Number.isFinite(scores[i]) ? ' and up to 1e10 in size' : ''
        }, or −Infinity for "forbidden".`,
      )
}

/** As `requireAllowed`; returns a copy. */
export function requireScores(what: string, scores: ArrayLike<number>): Float64Array {
  requireAllowed(what, scores)
  const copy = carveFloats(scores.length)
  copy.set(scores)
  return copy
}

/** Refuses what is not an integer between two limits. */
export function requireInteger(what: string, value: number, least: number, most = 0x7fffffff): number {
  if (!Number.isInteger(value) || value < least || value > most)
    throw new ParleyError(
      'bad-argument',
      `${what} is ${value}, but must be a whole number ${
        most === 0x7fffffff ? `of at least ${least}` : `between ${least} and ${most}`
      }.`,
    )
  return value
}
