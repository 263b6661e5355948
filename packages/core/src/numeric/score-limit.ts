// Limits on the size of scores. Values and bounds are sums in double precision: if the absolute scores add up
// to S, every addition has an error of up to about S · 2⁻⁵³. Up to S = 10¹⁰ this is at most 10⁻⁶, the default
// tolerance.
import { ParleyError } from '../error.js'

/**
 * Limit of the sum of absolute scores of a problem, counting the largest of each variable and each factor.
 */
export const SCORE_LIMIT = 1e10

/** End of the messages about scores that are too large. */
export const LIMIT =
  `scores may add up to 1e10 in size, or sums in double precision are not exact to 1e-6. ` +
  'Divide all scores by the same number; to forbid something use a hard factor, `forbid`, or −Infinity in a dense table.'

/** True if the score is a number whose absolute value does not exceed the limit. */
export function isScore(score: unknown, limit = SCORE_LIMIT): boolean {
  return typeof score === 'number' && Math.abs(score) <= limit
}

/**
 * Index of the first entry of a table that is neither a valid score nor −∞ (forbidden); −1 if there is none.
 */
export function wrongEntry(table: ArrayLike<unknown>, limit = SCORE_LIMIT): number {
  for (let i = 0; i < table.length; i++)
    if (!isScore(table[i], limit) && table[i] !== Number.NEGATIVE_INFINITY) return i
  return -1
}

/** The error about a score of a variable or pair. */
export function wrongScore(score: unknown, who: string): ParleyError {
  return new ParleyError(
    'bad-argument',
    Number.isFinite(score)
      ? `${who} has the score ${String(score)}; ${LIMIT}`
      : `${who} has the score ${String(score)}; scores must be finite numbers. ` +
          'To forbid a value use `forbid`, or −Infinity in a dense table.',
  )
}

/** The error about an entry of a table. */
export function wrongTable(table: ArrayLike<unknown>, entry: number, who: string): ParleyError {
  const score = table[entry]
  return new ParleyError(
    'bad-argument',
    `Score ${entry} of ${who} is ${String(score)}; ${Number.isFinite(score) ? LIMIT : 'it must be a number or −Infinity.'}`,
  )
}

/** Adds up the absolute scores of a problem. */
export class ScoreSum {
  private total = 0
  private largest = 0
  private index = 0

  /** Adds a score. `index` identifies its variable or factor in an error message. */
  add(size: number, index: number): void {
    this.total += size
    if (size > this.largest) {
      this.largest = size
      this.index = index
    }
  }

  /**
   * Throws if the sum plus `more` exceeds the limit; `more` is not added. `describe` names the variable or
   * factor with the largest score.
   */
  require(describe: (index: number) => string, more = 0, index = 0): void {
    const total = this.total + more
    if (total <= SCORE_LIMIT) return
    const largest = Math.max(this.largest, more)
    const whose = describe(more > this.largest ? index : this.index)
    throw new ParleyError(
      'bad-argument',
      `The scores add up to ${total.toPrecision(3)} in size, taking the largest of each variable and each factor or pair. ` +
        `The largest is ${largest} (${whose}). ${LIMIT[0].toUpperCase()}${LIMIT.slice(1)}`,
    )
  }
}
