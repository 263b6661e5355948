// The dynamic programs of a bigram chain with the same transitions at every position: the best path, and for
// every position and tag the best path through it. A model uses one chain for all sentences; nothing is
// allocated per sentence.

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

/**
 * Finds best paths through a sentence.
 *
 * @example
 * const chain = new TagChain(transitions)
 * chain.best(scores, length, path) // the score of the best path, which is left in `path`
 */
export class TagChain {
  private forward = new Float64Array(0)
  private backward = new Float64Array(0)
  private before = new Int32Array(0)
  /** The word that `throughWord` has reached. */
  private reached = 0

  constructor(readonly transitions: Transitions) {}

  /** Finds the best tag of every word from `length`·k scores; returns the score of the best path. */
  best(scores: Float64Array, length: number, path: Int32Array): number {
    this.reserve(length)
    this.pass(scores, length)
    return this.trace(length, path)
  }

  /** The best path of the last sentence. */
  trace(length: number, path: Int32Array): number {
    const { tags: k, stop } = this.transitions
    const { forward, before } = this
    const last = (length - 1) * k
    let value = Number.NEGATIVE_INFINITY
    let tag = 0
    for (let y = 0; y < k; y++) {
      const candidate = forward[last + y] + stop[y]
      if (candidate > value) {
        value = candidate
        tag = y
      }
    }
    for (let t = length - 1; t >= 0; t--) {
      path[t] = tag
      tag = before[t * k + tag]
    }
    return value
  }

  /**
   * `through[t·k + y]` = the score of the best path with tag y at word t; returns the score of the best path.
   */
  maxMarginals(scores: Float64Array, length: number, through: Float64Array): number {
    const { tags: k } = this.transitions
    this.reserve(length)
    this.pass(scores, length)
    this.passBack(scores, length)
    const { forward, backward } = this
    const size = length * k
    for (let i = 0; i < size; i++) through[i] = forward[i] + backward[i]
    let value = Number.NEGATIVE_INFINITY
    for (let y = 0; y < k; y++) if (through[y] > value) value = through[y]
    return value
  }

  /**
   * Begins a pass over a sentence from left to right; `path` gets the best tags. `throughWord` then gives the
   * scores of the best paths through one word after the other. The caller may change the `scores` of a word
   * once `throughWord` has handled it. Returns the best score.
   */
  start(scores: Float64Array, length: number, path: Int32Array): number {
    const { tags: k, start, next } = this.transitions
    this.reserve(length)
    this.passBack(scores, length)
    this.reached = 0
    const { backward, forward } = this
    for (let y = 0; y < k; y++) forward[y] = start[y]
    let value = Number.NEGATIVE_INFINITY
    for (let t = 0; t < length; t++) {
      const here = t * k
      const row = t === 0 ? 0 : path[t - 1] * k
      const from = t === 0 ? start : next
      let best = Number.NEGATIVE_INFINITY
      for (let y = 0; y < k; y++) {
        const total = from[row + y] + scores[here + y] + backward[here + y]
        if (total > best) {
          best = total
          path[t] = y
        }
      }
      if (t === 0) value = best
    }
    return value
  }

  /**
   * Advances to a word: `through[at + y]` = the score of the best path with tag y there, with the current
   * scores of the words before it.
   */
  throughWord(scores: Float64Array, word: number, through: Float64Array, at: number): void {
    const { tags: k, next } = this.transitions
    const { forward, backward } = this
    // `forward` is the best path up to a word without the word's own score, which may still change.
    for (let t = this.reached + 1; t <= word; t++) {
      const here = t * k
      for (let j = here; j < here + k; j++) forward[j] = Number.NEGATIVE_INFINITY
      let edge = 0
      for (let i = here - k; i < here; i++) {
        const so = forward[i] + scores[i]
        for (let j = here; j < here + k; j++) {
          const candidate = so + next[edge++]
          if (candidate > forward[j]) forward[j] = candidate
        }
      }
    }
    this.reached = word
    const here = word * k
    for (let y = 0; y < k; y++) through[at + y] = forward[here + y] + scores[here + y] + backward[here + y]
  }

  /** The score of a path. */
  score(scores: Float64Array, length: number, path: Int32Array): number {
    const { tags: k, start, next, stop } = this.transitions
    let sum = start[path[0]] + stop[path[length - 1]]
    for (let t = 0; t < length; t++) {
      sum += scores[t * k + path[t]]
      if (t > 0) sum += next[path[t - 1] * k + path[t]]
    }
    return sum
  }

  private pass(scores: Float64Array, length: number): void {
    const { tags: k, start, next } = this.transitions
    const { forward, before } = this
    for (let y = 0; y < k; y++) forward[y] = start[y] + scores[y]
    for (let t = 1; t < length; t++) {
      const here = t * k
      const last = here - k
      for (let j = here; j < here + k; j++) forward[j] = Number.NEGATIVE_INFINITY
      let at = 0
      for (let i = 0; i < k; i++) {
        const so = forward[last + i]
        for (let j = here; j < here + k; j++) {
          const candidate = so + next[at++]
          if (candidate > forward[j]) {
            forward[j] = candidate
            before[j] = i
          }
        }
      }
      for (let j = 0; j < k; j++) forward[here + j] += scores[here + j]
    }
  }

  private passBack(scores: Float64Array, length: number): void {
    const { tags: k, next, stop } = this.transitions
    const { backward } = this
    for (let y = 0; y < k; y++) backward[(length - 1) * k + y] = stop[y]
    for (let t = length - 2; t >= 0; t--) {
      const here = t * k
      const after = here + k
      let at = 0
      for (let i = 0; i < k; i++) {
        let best = Number.NEGATIVE_INFINITY
        for (let j = 0; j < k; j++) {
          const candidate = next[at++] + scores[after + j] + backward[after + j]
          if (candidate > best) best = candidate
        }
        backward[here + i] = best
      }
    }
  }

  private reserve(length: number): void {
    const size = length * this.transitions.tags
    if (this.forward.length >= size) return
    this.forward = new Float64Array(2 * size)
    this.backward = new Float64Array(2 * size)
    this.before = new Int32Array(2 * size)
  }
}
