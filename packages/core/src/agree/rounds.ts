// Reports the rounds of two models on their way to agreement.
import type { SolveOptions, TraceRow } from '../result/solution.js'
import type { Vote, VotingFactor } from './voting-factor.js'

/** One round of two models on their way to agreement, as in the tables of paper 3, section 5. */
export interface AgreeRound<A, B> {
  /** 0 is the first round, in which each model decodes alone. */
  readonly round: number
  /** Vote of each model. */
  readonly votes: readonly [Vote<A> | null, Vote<B> | null]
  /**
   * Multiplier u of each link: it is added in the first model and subtracted in the second. (Approximate with
   * `ad3` and `mplp`, whose scores contain more than multipliers.)
   */
  readonly multipliers: Float64Array
  /** Dual value of this round. */
  readonly dual: number
  /** Lowest dual value so far. */
  readonly bound: number
  /** Best value so far; −Infinity while there is none. */
  readonly value: number
}

/** An `onIteration` for a solver that reports rounds, then calls the given `onIteration`. */
export function watchRounds<A, B>(
  one: VotingFactor<A>,
  two: VotingFactor<B>,
  onRound: (round: AgreeRound<A, B>) => boolean | undefined,
  onIteration: SolveOptions['onIteration'],
): (row: TraceRow) => boolean | undefined {
  let reported: TraceRow | null = null
  return (row) => {
    // During a slow iteration, a solver reports the same row again.
    const goesOn = row === reported || onRound(roundOf(row, one, two)) !== false
    reported = row
    return onIteration?.(row) === false || !goesOn ? false : undefined
  }
}

function roundOf<A, B>(row: TraceRow, one: VotingFactor<A>, two: VotingFactor<B>): AgreeRound<A, B> {
  const { iteration: round, dual, bound, value } = row
  const votes = [one.last, two.last] as const
  return { round, votes, multipliers: one.lastScores.slice(), dual, bound, value }
}
