// What every tagger is made of: something that scores the tags of each word by itself, from counts or by a
// classifier; a `TagOrder` may then choose among the candidates of all words together.

/** Candidate tags of a word, by number, and the score of each. */
export interface TagCandidates {
  readonly tags: ArrayLike<number>
  readonly scores: ArrayLike<number>
}

export interface WordScorer {
  /** The candidates of each word, or the tags that are given for it (by number). */
  candidates(words: readonly string[], wanted?: readonly (ArrayLike<number> | undefined)[]): TagCandidates[]
}
