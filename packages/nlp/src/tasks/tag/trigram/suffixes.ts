// P(tag | ending of a word), for rare and unseen words (Brants 2000, section 2.3). Longer endings are
// smoothed by shorter ones. Words are sorted by their reversed spelling, so that words with the same ending
// form a range.

/** Maximum length of an ending. */
const LONGEST = 10

export interface SuffixEntry {
  readonly word: string
  readonly tags: readonly number[]
  readonly counts: readonly number[]
}

export class Suffixes {
  private readonly entries: readonly SuffixEntry[]
  private readonly reversed: readonly string[]
  /** The tag distribution for an empty ending. */
  private readonly base: Float64Array

  /** `smoothing` is Brants' θ: the weight of the shorter ending relative to the longer one. */
  constructor(
    entries: readonly SuffixEntry[],
    prior: Float64Array,
    private readonly smoothing: number,
  ) {
    const order = entries.map((entry) => [reverse(entry.word), entry] as const)
    order.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    this.reversed = order.map(([word]) => word)
    this.entries = order.map(([, entry]) => entry)
    this.base = prior.slice()
    const own = new Float64Array(prior.length)
    this.mix(this.base, own, 0, entries.length)
  }

  /** Writes P(tag | ending of the word) for every tag. */
  distribution(word: string, out: Float64Array): void {
    out.set(this.base)
    const key = reverse(word)
    const own = new Float64Array(out.length)
    let from = 0
    let to = this.reversed.length
    for (let length = 1; length <= LONGEST && length <= key.length; length++) {
      const ending = key.slice(0, length)
      from = lowerBound(this.reversed, ending, from, to)
      to = lowerBound(this.reversed, `${ending}\uffff`, from, to)
      if (from === to) return
      this.mix(out, own, from, to)
    }
  }

  /** P ← (P̂ of the range + θ·P)/(1 + θ) */
  private mix(probability: Float64Array, own: Float64Array, from: number, to: number): void {
    own.fill(0)
    let total = 0
    for (let e = from; e < to; e++) {
      const { tags, counts } = this.entries[e]
      for (let k = 0; k < tags.length; k++) {
        own[tags[k]] += counts[k]
        total += counts[k]
      }
    }
    if (total === 0) return
    const θ = this.smoothing
    for (let t = 0; t < own.length; t++) probability[t] = (own[t] / total + θ * probability[t]) / (1 + θ)
  }
}

/** Reverses the code units; half surrogate pairs do no harm, since the result is never displayed. */
function reverse(word: string): string {
  let reversed = ''
  for (let i = word.length - 1; i >= 0; i--) reversed += word[i]
  return reversed
}

/** The first position of the sorted list, between `from` and `to`, whose key is not below `key`. */
function lowerBound(list: readonly string[], key: string, from: number, to: number): number {
  let low = from
  let high = to
  while (low < high) {
    const middle = (low + high) >> 1
    if (list[middle] < key) low = middle + 1
    else high = middle
  }
  return low
}
