// Remembers that a factor knows its best configuration already: `maximize` directly after `maxMarginals`.

/** The sentence and the scores for which an answer is known; it is used at most once. */
export class KnownAnswer {
  private sentence = -1
  private count = 0
  private scores = new Float64Array(64)

  remember(sentence: number, scores: Float64Array): void {
    if (this.scores.length < scores.length) this.scores = new Float64Array(2 * scores.length)
    this.scores.set(scores)
    this.count = scores.length
    this.sentence = sentence
  }

  /** Whether the answer is known; it counts as used then. */
  take(sentence: number, scores: Float64Array): boolean {
    let isKnown = this.sentence === sentence && this.count === scores.length
    for (let i = 0; i < scores.length && isKnown; i++) isKnown = this.scores[i] === scores[i]
    this.forget()
    return isKnown
  }

  forget(): void {
    this.sentence = -1
  }
}
