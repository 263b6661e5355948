// Label constraints: relations that words must have or may not have.
import { ParleyError } from '@parleyjs/core'
import type { ParserConstraints } from '../interface/parser-input.js'

/** Label constraints of a sentence; words count from 1, relations are given by number. */
export class LabelDemands {
  private constructor(
    private readonly given: Int32Array, // by word − 1: −1 where it is free
    private readonly forbidden: readonly (ReadonlySet<number> | null)[],
    private readonly count: number,
  ) {}

  /** The label constraints of a sentence of n words, or undefined if no label is constrained. */
  static of(
    n: number,
    { deprels, forbiddenDeprels }: ParserConstraints,
    numbers: ReadonlyMap<string, number>,
  ): LabelDemands | undefined {
    if (deprels === undefined && forbiddenDeprels === undefined) return undefined
    const numberOf = (name: string, word: number) => {
      const label = numbers.get(name)
      if (label !== undefined) return label
      const [some] = numbers.keys()
      throw new ParleyError(
        'bad-argument',
        `The relation "${name}" of word ${word} is unknown: training saw ${numbers.size} others, such as "${some}".`,
      )
    }
    const given = Int32Array.from({ length: n }, (_, i) => {
      const name = deprels?.[i] ?? null
      return name === null ? -1 : numberOf(name, i + 1)
    })
    const forbidden = Array.from({ length: n }, (_, i) => {
      const names = forbiddenDeprels?.[i] ?? []
      if (names.length === 0 || given[i] >= 0) return null
      // The model never predicts a relation that training did not see.
      const labels = new Set(names.flatMap((name) => numbers.get(name) ?? []))
      if (labels.size < numbers.size) return labels
      throw new ParleyError(
        'bad-argument',
        `All ${numbers.size} relations that training saw are forbidden for word ${i + 1}. Allow at least one.`,
      )
    })
    return new LabelDemands(given, forbidden, numbers.size)
  }

  /** The given label of a word, or −1 if it is free. */
  only(word: number): number {
    return this.given[word - 1]
  }

  /** Whether some labels of a word are forbidden. */
  limits(word: number): boolean {
    return this.forbidden[word - 1] !== null
  }

  /**
   * The labels of a list, from … to − 1, that a word may have; if it may have none of them, all others that
   * it may have.
   */
  among(word: number, list: ArrayLike<number>, from: number, to: number): Int32Array {
    const without = this.forbidden[word - 1]
    const allowed: number[] = []
    for (let i = from; i < to; i++) if (without?.has(list[i]) !== true) allowed.push(list[i])
    if (allowed.length === 0)
      for (let label = 0; label < this.count; label++) if (without?.has(label) !== true) allowed.push(label)
    return Int32Array.from(allowed)
  }
}
