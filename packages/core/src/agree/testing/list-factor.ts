import type { Factor } from '../../kinds/custom/factor.js'

/** An answer, its own score, and its links that are on. Links that the factor does not have are left out. */
export interface Listed<Answer> {
  readonly answer: Answer
  readonly score: number
  readonly links: readonly number[]
}

/** A factor that enumerates all its answers, as a reference for other factors. */
export class ListFactor<Answer> implements Factor<Answer> {
  private best: Listed<Answer> | null = null

  constructor(readonly answers: readonly Listed<Answer>[]) {}

  maximize(scores: Float64Array, configuration: Float64Array): number {
    this.best = null
    let most = Number.NEGATIVE_INFINITY
    for (const listed of this.answers) {
      let total = listed.score
      for (const link of listed.links) total += scores[link] ?? 0
      if (total > most) {
        most = total
        this.best = listed
      }
    }
    configuration.fill(0)
    if (this.best === null) return Number.NEGATIVE_INFINITY
    for (const link of this.best.links) if (link < configuration.length) configuration[link] = 1
    return this.best.score
  }

  answer(): Answer {
    return this.best!.answer
  }
}
