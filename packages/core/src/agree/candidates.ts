// Scores the answers of two decoders under both models, as candidates for the solution (paper 3, section
// 7.1).
import type { DecoderFactor } from './decoder-factor.js'

/** Number of latest votes that `update` scores; the others are scored at the end. */
const AT_A_TIME = 4

/**
 * Assignments that one of two decoders voted for, scored under both models. In paper 3, if the decoders never
 * agree, the best answer of the first model is the result; here the answers of the second model are
 * candidates, too.
 */
export class Candidates {
  best: Uint8Array | null = null
  value = Number.NEGATIVE_INFINITY
  private readonly scored = new Set<Uint8Array>()

  constructor(
    private readonly first: DecoderFactor<unknown>,
    private readonly second: DecoderFactor<unknown>,
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
    votes: readonly { readonly configuration: Uint8Array }[],
    voter: DecoderFactor<unknown>,
    other: DecoderFactor<unknown>,
  ): void {
    for (const { configuration } of votes) {
      if (this.scored.has(configuration)) continue
      this.scored.add(configuration)
      const z = Float64Array.from(configuration)
      const value = voter.ownScore(z) + other.ownScore(z)
      if (value > this.value) {
        this.value = value
        this.best = configuration
      }
    }
  }
}
