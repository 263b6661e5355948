// The scores of neighbouring tags, which a scorer of tags may have.

/** The scores of neighbouring tags. */
export interface Transitions {
  /** Number of tags, k. */
  readonly tags: number
  /** k scores for the first tag of a sentence. */
  readonly start: Float64Array
  /** k·k scores of a tag (row) followed by another (column). */
  readonly next: Float64Array
  /** k scores for the last tag of a sentence. */
  readonly stop: Float64Array
  /** True if all scores are 0: words are independent. */
  readonly isIndependent?: true
}

/** Transitions that are all 0: words are independent. */
export function independentTags(tags: number): Transitions {
  const zeros = (n: number) => new Float64Array(n)
  return { tags, start: zeros(tags), next: zeros(tags * tags), stop: zeros(tags), isIndependent: true }
}
