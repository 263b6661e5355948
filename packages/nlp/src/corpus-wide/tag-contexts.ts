// The sets of Rush et al. (2012) for parsing: words in the same context of tags should get heads with the same tag.
import type { ConsensusSets } from './consensus.js'
import { groupedSets } from './unseen-words.js'

export interface TagContextOptions {
  /** The cost of a word whose head's tag differs from the set's. */
  readonly penalty: number
  /** Contexts that come less often make no set. Default 2. */
  readonly least?: number
}

/** Contexts of tags: the tags at some places around a word, such as −1, 0 and 1. */
export class TagContexts {
  private readonly numbers = new Map<string, number>()
  private readonly names: string[] = []
  private sentences = 0
  /** Sentence, word and number of the context, one after the other. */
  private places = new Int32Array(3 << 8)
  private size = 0

  /** @param known contexts that make no sets, such as those of training */
  constructor(
    readonly offsets: readonly number[],
    private readonly known?: ReadonlySet<string>,
  ) {}

  add(tags: readonly string[]): void {
    for (let i = 0; i < tags.length; i++) {
      const name = contextOf(tags, i, this.offsets)
      if (this.known?.has(name) === true) continue
      if (this.size + 3 > this.places.length) {
        const larger = new Int32Array(2 * this.places.length)
        larger.set(this.places)
        this.places = larger
      }
      this.places[this.size++] = this.sentences
      this.places[this.size++] = i
      this.places[this.size++] = this.numberOf(name)
    }
    this.sentences++
  }

  /** @param values the names of tags, and of the root, in the order of the corpus */
  sets(values: readonly string[], { penalty, least = 2 }: TagContextOptions): ConsensusSets {
    return groupedSets(values, this.names, this.places.subarray(0, this.size), penalty, least)
  }

  private numberOf(name: string): number {
    const known = this.numbers.get(name)
    if (known !== undefined) return known
    this.numbers.set(name, this.names.length)
    return this.names.push(name) - 1
  }
}

/** The context of a word: tags at places around it, and whether a place is outside the sentence. */
export function contextOf(tags: readonly string[], word: number, offsets: readonly number[]): string {
  return offsets.map((offset) => tags[word + offset] ?? (word + offset < 0 ? '<' : '>')).join(' ')
}
