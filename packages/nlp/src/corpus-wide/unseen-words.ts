// The sets of Rush et al. (2012) for tagging: all occurrences of a word that training did not see should get the same tag.
import { ConsensusSets } from './consensus.js'

export interface UnseenWordOptions {
  /** The cost of an occurrence whose tag differs from the set's. */
  readonly penalty: number
  /** Words that come less often make no set. Default 2. */
  readonly least?: number
}

/**
 * Gathers the words of a corpus, sentence by sentence.
 *
 * @example
 * const words = new UnseenWords((form) => crf.knows(form))
 * for (const { forms } of sentences) words.add(forms)
 * const sets = words.sets(crf.tags, { penalty: 2 })
 */
export class UnseenWords {
  private readonly numbers = new Map<string, number>()
  private readonly names: string[] = []
  private sentences = 0
  /** Sentence, word and number of the form, one after the other. */
  private places = new Int32Array(3 << 8)
  private size = 0

  constructor(private readonly knows: (form: string) => boolean) {}

  add(forms: readonly string[]): void {
    for (let i = 0; i < forms.length; i++) {
      if (this.knows(forms[i])) continue
      if (this.size + 3 > this.places.length) {
        const larger = new Int32Array(2 * this.places.length)
        larger.set(this.places)
        this.places = larger
      }
      this.places[this.size++] = this.sentences
      this.places[this.size++] = i
      this.places[this.size++] = this.numberOf(forms[i])
    }
    this.sentences++
  }

  sets(tags: readonly string[], { penalty, least = 2 }: UnseenWordOptions): ConsensusSets {
    return groupedSets(tags, this.names, this.places.subarray(0, this.size), penalty, least)
  }

  private numberOf(form: string): number {
    const known = this.numbers.get(form)
    if (known !== undefined) return known
    this.numbers.set(form, this.names.length)
    return this.names.push(form) - 1
  }
}

/** Sets of places (sentence, word, number of the set) by number, those with at least so many members. */
export function groupedSets(
  values: readonly string[],
  names: readonly string[],
  places: Int32Array,
  penalty: number,
  least: number,
): ConsensusSets {
  const first = new Int32Array(names.length + 1)
  for (let p = 0; p < places.length; p += 3) first[places[p + 2] + 1]++
  for (let n = 0; n < names.length; n++) first[n + 1] += first[n]
  const order = new Int32Array(places.length / 3)
  const next = first.slice()
  for (let p = 0; p < places.length; p += 3) order[next[places[p + 2]]++] = p
  const sets = new ConsensusSets(values)
  for (let n = 0; n < names.length; n++) {
    if (first[n + 1] - first[n] < least) continue
    sets.begin(names[n], penalty)
    for (let o = first[n]; o < first[n + 1]; o++) sets.add(places[order[o]], places[order[o] + 1])
  }
  return sets
}
