// Probabilities smoothed by backing off from a detailed context to more general ones: at every level the
// relative frequency counts c / (c + D·u), where the context was seen c times with u outcomes (Witten and
// Bell; Collins 1999, section 7.2.1).
import { IntTable } from '@parleyjs/core/internal'
import { keyOf, mix } from './hashing.js'

/** What is predicted. */
export const Kind = {
  /** The head child of a category. */
  head: 1,
  /** The symbol of a modifier, or 0 for the end of the side. */
  modifier: 2,
  /** The tag of a modifier's head word. */
  tag: 3,
  /** The head word of a modifier. */
  word: 4,
  /** The symbol of the whole sentence. */
  root: 5,
  /** The symbol of any constituent with the tag of its head: only orders the beam. */
  any: 6,
} as const

const TOTAL = 0x51ed
const DISTINCT = 0x7a11

/** Counts of outcomes in contexts, all in one table. */
export class BackoffCounts {
  constructor(
    readonly table: IntTable = new IntTable(),
    /** The factor D of the number of outcomes. */
    readonly discount = 5,
  ) {}

  /**
   * Counts an outcome in its contexts, given as hashes. If `known` has all counts, contexts that were seen
   * less often than `least` are left out, except the most general one.
   */
  count(
    contexts: ArrayLike<number>,
    levels: number,
    outcome: number,
    known?: BackoffCounts,
    least = 1,
  ): void {
    for (let l = 0; l < levels; l++) {
      if (known !== undefined && l < levels - 1 && known.total(contexts[l]) < least) continue
      const before = this.table.add(keyOf(mix(contexts[l], outcome)), 1)
      this.table.add(keyOf(mix(contexts[l], TOTAL)), 1)
      if (before === 0) this.table.add(keyOf(mix(contexts[l], DISTINCT)), 1)
    }
  }

  /** How often a context was seen. */
  total(context: number): number {
    return this.table.get(keyOf(mix(context, TOTAL)))
  }

  /** The count of a context, and its number of outcomes times the discount, for `probability`. */
  describe(
    contexts: ArrayLike<number>,
    levels: number,
    totals: Float64Array,
    reserves: Float64Array,
    at = 0,
  ): void {
    for (let l = 0; l < levels; l++) {
      totals[at + l] = this.table.get(keyOf(mix(contexts[l], TOTAL)))
      reserves[at + l] = this.discount * this.table.get(keyOf(mix(contexts[l], DISTINCT)))
    }
  }

  /**
   * The probability of an outcome in contexts from the most detailed to the most general; `base` is the
   * probability after the last level.
   */
  probability(
    contexts: ArrayLike<number>,
    levels: number,
    totals: Float64Array,
    reserves: Float64Array,
    outcome: number,
    base: number,
    at = 0,
  ): number {
    let p = base
    for (let l = levels - 1; l >= 0; l--) {
      const total = totals[at + l]
      if (total === 0) continue
      const reserve = reserves[at + l]
      p = (this.table.get(keyOf(mix(contexts[at + l], outcome))) + reserve * p) / (total + reserve)
    }
    return p
  }
}
