// Places of a corpus by name, gathered sentence by sentence into flat arrays. Places with the same name make
// a set.
import { grown } from '@parleyjs/core/internal'
import { ConsensusSets } from './consensus.js'

/** Which places make a set, and the cost of differing from it. */
export interface GatheredSetOptions {
  /** The cost of a member whose value differs from the set's. */
  readonly penalty: number
  /** Names that come less often make no set. Default 2. */
  readonly least?: number
}

export class GatheredPlaces {
  private readonly numbers = new Map<string, number>()
  private readonly names: string[] = []
  private sentences = 0
  /** Sentence, word and number of the name, one after the other. */
  private places = new Int32Array(3 << 8)
  private size = 0

  /** Adds a word of the current sentence under a name. */
  add(word: number, name: string): void {
    if (this.size + 3 > this.places.length) this.places = grown(this.places)
    this.places[this.size++] = this.sentences
    this.places[this.size++] = word
    this.places[this.size++] = this.numberOf(name)
  }

  endSentence(): void {
    this.sentences++
  }

  /** The names so far, and of every place: sentence, word and number of the name. */
  flat(): { names: string[]; places: Int32Array } {
    return { names: this.names.slice(), places: this.places.slice(0, this.size) }
  }

  /** The sets, in the order of the first occurrence of their names. */
  sets(values: readonly string[], { penalty, least = 2 }: GatheredSetOptions): ConsensusSets {
    const { names, places, size } = this
    const first = new Int32Array(names.length + 1)
    for (let p = 0; p < size; p += 3) first[places[p + 2] + 1]++
    for (let n = 0; n < names.length; n++) first[n + 1] += first[n]
    const order = new Int32Array(size / 3)
    const next = first.slice()
    for (let p = 0; p < size; p += 3) order[next[places[p + 2]]++] = p
    const sets = new ConsensusSets(values)
    for (let n = 0; n < names.length; n++) {
      if (first[n + 1] - first[n] < least) continue
      sets.begin(names[n], penalty)
      for (let o = first[n]; o < first[n + 1]; o++) sets.add(places[order[o]], places[order[o] + 1])
    }
    return sets
  }

  private numberOf(name: string): number {
    const known = this.numbers.get(name)
    if (known !== undefined) return known
    this.numbers.set(name, this.names.length)
    return this.names.push(name) - 1
  }
}
