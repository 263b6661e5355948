// The labels of arcs, and which of them may join two tags.
import { type Encoder, MAX_TAGS } from '../features/encode.js'
import type { TrainingSentence } from '../interface/parser-input.js'

/** Labels by number, and for every pair of coarse tags and direction those that training saw there. */
export class Labels {
  private readonly start: Int32Array
  private readonly allowed: Int32Array

  constructor(
    readonly names: readonly string[],
    /** Pairs (place, label), ascending: see `placeOf`. */
    readonly pairs: Int32Array,
  ) {
    const lists: number[][] = Array.from({ length: PLACES }, () => [])
    for (let i = 0; i < pairs.length; i += 2) lists[pairs[i]].push(pairs[i + 1])
    // Where training saw no arc between two tags, what the modifier's tag allows elsewhere; and if that is
    // unknown, all.
    const everything = names.map((_, l) => l)
    for (let m = 0; m < MAX_TAGS; m++) {
      const anywhere = new Set<number>()
      for (let h = 0; h < MAX_TAGS - 1; h++)
        for (let d = 0; d < 2; d++) for (const l of lists[placeOf(h, m, d === 1)]) anywhere.add(l)
      const fallback = anywhere.size > 0 ? [...anywhere].sort((a, b) => a - b) : everything
      for (let h = 0; h < MAX_TAGS; h++)
        for (let d = 0; d < 2; d++) {
          const place = placeOf(h, m, d === 1)
          if (lists[place].length === 0) lists[place] = fallback
        }
    }
    this.start = new Int32Array(PLACES + 1)
    for (let i = 0; i < PLACES; i++) this.start[i + 1] = this.start[i] + lists[i].length
    this.allowed = Int32Array.from(lists.flat())
  }

  /** Index in `list` of the first label allowed at `place`; they end at `first(place + 1)`. */
  first(place: number): number {
    return this.start[place]
  }

  get list(): Int32Array {
    return this.allowed
  }

  static learn(sentences: readonly TrainingSentence[], encoder: Encoder): Labels {
    const counts = new Map<string, number>()
    for (const { deprels } of sentences) for (const d of deprels) counts.set(d, (counts.get(d) ?? 0) + 1)
    const names = [...counts].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1)).map(([name]) => name)
    const numbers = new Map(names.map((name, l) => [name, l]))
    const seen = new Set<number>()
    for (const { upos, heads, deprels } of sentences)
      for (let m = 1; m <= deprels.length; m++) {
        const tag = (i: number) => (i === 0 ? MAX_TAGS - 1 : encoder.tagNumber(upos?.[i - 1] ?? '_'))
        const place = placeOf(tag(heads[m - 1]), tag(m), heads[m - 1] < m)
        seen.add(place * names.length + numbers.get(deprels[m - 1])!)
      }
    const pairs = Array.from(seen).sort((a, b) => a - b)
    return new Labels(
      names,
      Int32Array.from(pairs.flatMap((key) => [Math.floor(key / names.length), key % names.length])),
    )
  }
}

export const PLACES = MAX_TAGS * MAX_TAGS * 2

/** The place of a pair of coarse tags and a direction. */
export function placeOf(headTag: number, modifierTag: number, toTheRight: boolean): number {
  return (headTag * MAX_TAGS + modifierTag) * 2 + (toTheRight ? 1 : 0)
}
