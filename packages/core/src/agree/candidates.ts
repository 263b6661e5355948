// Scores the answers of two models under both, as candidates for the solution (paper 3, section
// 7.1).
import type { Vote, VotingFactor } from './voting-factor.js'

/** Number of latest votes that `update` scores; the others are scored at the end. */
const AT_A_TIME = 4

/**
 * Assignments that one of two models voted for, scored under both. In paper 3, if the models never
 * agree, the best answer of the first model is the result; here the answers of the second model are
 * candidates, too.
 */
export class Candidates {
  best: Float64Array | null = null
  value = Number.NEGATIVE_INFINITY
  private readonly scored = new Set<Float64Array>()

  constructor(
    private readonly first: VotingFactor<unknown>,
    private readonly second: VotingFactor<unknown>,
  ) {}

  /** Scores the first model's latest votes under the second model. */
  update(): void {
    this.offer([...this.first.votes.values()].slice(-AT_A_TIME), this.first, this.second)
  }

  /** Scores all votes of both models. */
  finish(): void {
    this.offer([...this.first.votes.values()], this.first, this.second)
    this.offer([...this.second.votes.values()], this.second, this.first)
  }

  private offer(
    votes: readonly Vote<unknown>[],
    voter: VotingFactor<unknown>,
    other: VotingFactor<unknown>,
  ): void {
    for (const { configuration } of votes) {
      if (this.scored.has(configuration)) continue
      this.scored.add(configuration)
      const value = voter.ownScore(configuration) + other.ownScore(configuration)
      if (value > this.value) {
        this.value = value
        this.best = configuration
      }
    }
  }
}
