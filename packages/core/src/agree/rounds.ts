import type { SolveOptions, TraceRow } from '../solvers/solution.js'
import type { Decoded } from './decoder.js'
import type { DecoderFactor } from './decoder-factor.js'

/** One round of two models on their way to an agreement: what a table of paper 3's section 5 shows. */
export interface AgreeRound<A, B> {
  /** 0 is the first round, in which each model decodes alone. */
  readonly round: number
  /** What each model voted for. */
  readonly votes: readonly [Decoded<A> | null, Decoded<B> | null]
  /**
   * u, a number per link: what the link earned in the first model, and cost in the second. (With `ad3` and `mplp` only
   * roughly: their scores hold more than multipliers.)
   */
  readonly multipliers: Float64Array
  /** The dual value of this round, the lowest so far, and the best value so far (−Infinity while there is none). */
  readonly dual: number
  readonly bound: number
  readonly value: number
}

/** A solver's `onIteration` that tells of rounds, then calls what was there before. */
export function watchRounds<A, B>(
  one: DecoderFactor<A>,
  two: DecoderFactor<B>,
  onRound: (round: AgreeRound<A, B>) => boolean | undefined,
  onIteration: SolveOptions['onIteration'],
): (row: TraceRow) => boolean | undefined {
  let told: TraceRow | null = null
  return (row) => {
    // Within a slow iteration, a solver shows the same row again.
    const goesOn = row === told || onRound(roundOf(row, one, two)) !== false
    told = row
    return onIteration?.(row) === false || !goesOn ? false : undefined
  }
}

function roundOf<A, B>(row: TraceRow, one: DecoderFactor<A>, two: DecoderFactor<B>): AgreeRound<A, B> {
  const { iteration: round, dual, bound, value } = row
  const votes = [one.last?.decoded ?? null, two.last?.decoded ?? null] as const
  return { round, votes, multipliers: one.lastScores.slice(), dual, bound, value }
}
