// Adapts a combinatorial factor to the contract of soft models: its shared variables are groups of its links.
import { ParleyError } from '../error.js'
import type { Factor } from '../kinds/custom/factor.js'
import type { SoftFactor } from './soft-factor.js'

/**
 * A shared variable as links of a factor: one binary link (value 1 if it is on), or a set of links of which
 * exactly one is on, with the value of each link (by default 0, 1, 2, …). Several links may have the same
 * value: "the head is a noun" is any arc from a noun.
 */
export type SharedLinks =
  | number
  | { readonly links: ArrayLike<number>; readonly values?: ArrayLike<number>; readonly size?: number }

/** Totals that differ by less than this, relatively, count as tied. */
const TIE = 1e-9

/**
 * Makes a model of a soft problem from a combinatorial factor with scores for its links, such as a tag
 * sequence or a tree.
 *
 * @example
 * // two words with two tags each; the second word is shared
 * const sequence = new Sequence({ states: [2, 2], scores: [0, 0, 1, 0, 0, 1, 0, 0] })
 * const model = new LinkedFactor(sequence, [0, 1, 3, 0], [{ links: [2, 3] }])
 * const word = problem.addFactor(model, model.sizes)
 */
export class LinkedFactor implements SoftFactor {
  readonly name: string
  /** Number of values of each shared variable. */
  readonly sizes: Int32Array
  /**
   * The configuration that the last call found: 0 or 1 for every link. Only `maximize` is sure to write it.
   */
  readonly configuration: Float64Array
  /** Defined if the factor has it. */
  readonly maxMarginals: SoftFactor['maxMarginals']
  /**
   * Slot of each shared link (−1: not shared); and for a binary link the slot of its value 0 (−1: not
   * binary).
   */
  private readonly linkSlot: Int32Array
  private readonly zeroSlot: Int32Array
  private readonly linkVariable: Int32Array
  private readonly start: Int32Array
  private readonly base: Float64Array
  private readonly shifted: Float64Array
  private readonly on: Float64Array
  private readonly off: Float64Array

  constructor(
    private readonly factor: Factor,
    scores: ArrayLike<number>,
    shared: readonly SharedLinks[],
  ) {
    const count = scores.length
    const { maxMarginals } = factor
    if (maxMarginals !== undefined)
      this.maxMarginals = (extra, values, marginals) => this.fromLinks(maxMarginals, extra, values, marginals)
    this.name = factor.name ?? 'custom'
    this.base = Float64Array.from(scores)
    this.shifted = new Float64Array(count)
    this.configuration = new Float64Array(count)
    this.on = new Float64Array(count)
    this.off = new Float64Array(count)
    this.linkSlot = new Int32Array(count).fill(-1)
    this.zeroSlot = new Int32Array(count).fill(-1)
    this.linkVariable = new Int32Array(count).fill(-1)
    this.sizes = Int32Array.from(shared, sizeOf)
    this.start = new Int32Array(shared.length + 1)
    shared.forEach((variable, v) => {
      this.start[v + 1] = this.start[v] + this.sizes[v]
      this.share(variable, v)
    })
  }

  maximize(extra: Float64Array, values: Int32Array): number {
    this.shift(extra)
    const own = this.factor.maximize(this.shifted, this.configuration)
    if (own === Number.NEGATIVE_INFINITY) return own
    const { configuration, base, linkVariable, linkSlot, start } = this
    values.fill(0)
    let total = own
    for (let i = 0; i < configuration.length; i++) {
      if (configuration[i] !== 1) continue
      total += base[i]
      if (linkVariable[i] >= 0) values[linkVariable[i]] = linkSlot[i] - start[linkVariable[i]]
    }
    return total
  }

  private fromLinks(
    maxMarginals: NonNullable<Factor['maxMarginals']>,
    extra: Float64Array,
    values: Int32Array,
    marginals: Float64Array,
  ): number {
    const { factor, on, off, linkSlot, zeroSlot } = this
    this.shift(extra)
    const best = maxMarginals.call(factor, this.shifted, on, off)
    marginals.fill(Number.NEGATIVE_INFINITY)
    let shift = 0
    for (let i = 0; i < linkSlot.length; i++) {
      const slot = linkSlot[i]
      if (slot < 0) continue
      if (zeroSlot[i] >= 0) {
        shift += extra[zeroSlot[i]]
        marginals[zeroSlot[i]] = off[i]
      }
      if (on[i] > marginals[slot]) marginals[slot] = on[i]
    }
    if (shift !== 0) for (let s = 0; s < marginals.length; s++) marginals[s] += shift
    return this.answer(best + shift, extra, values, marginals) ?? this.maximize(extra, values)
  }

  /**
   * The best values, if the max-marginals have no ties: then they belong to one output. Returns its own
   * score, or undefined if there are ties.
   */
  private answer(
    best: number,
    extra: Float64Array,
    values: Int32Array,
    marginals: Float64Array,
  ): number | undefined {
    const { start } = this
    const margin = TIE * (1 + Math.abs(best))
    let own = best
    for (let v = 0; v < values.length; v++) {
      let tied = 0
      for (let s = start[v]; s < start[v + 1]; s++)
        if (marginals[s] >= best - margin) {
          tied++
          values[v] = s - start[v]
        }
      if (tied !== 1) return undefined
      own -= extra[start[v] + values[v]]
    }
    return own
  }

  private shift(extra: Float64Array): void {
    const { base, shifted, linkSlot, zeroSlot } = this
    for (let i = 0; i < base.length; i++) {
      shifted[i] = base[i]
      if (linkSlot[i] >= 0) shifted[i] += extra[linkSlot[i]]
      if (zeroSlot[i] >= 0) shifted[i] -= extra[zeroSlot[i]]
    }
  }

  private share(variable: SharedLinks, v: number): void {
    const start = this.start[v]
    if (typeof variable === 'number') {
      this.claim(variable, v, start + 1)
      this.zeroSlot[variable] = start
      return
    }
    const { links, values } = variable
    for (let i = 0; i < links.length; i++) {
      const value = values === undefined ? i : values[i]
      if (!(value >= 0 && value < this.sizes[v]))
        throw new ParleyError(
          'bad-argument',
          `A link of shared variable ${v} stands for value ${value}; there are ${this.sizes[v]} values.`,
        )
      this.claim(links[i], v, start + value)
    }
  }

  private claim(link: number, variable: number, slot: number): void {
    if (!Number.isInteger(link) || link < 0 || link >= this.base.length)
      throw new ParleyError(
        'bad-argument',
        `Shared variable ${variable} names link ${link}; the factor has ${this.base.length} links.`,
      )
    if (this.linkVariable[link] >= 0)
      throw new ParleyError(
        'bad-argument',
        `Link ${link} belongs to two shared variables, ${this.linkVariable[link]} and ${variable}. Use one variable in several agreements instead.`,
      )
    this.linkVariable[link] = variable
    this.linkSlot[link] = slot
  }
}

function sizeOf(variable: SharedLinks): number {
  if (typeof variable === 'number') return 2
  if (variable.size !== undefined) return variable.size
  let size = 0
  if (variable.values === undefined) return variable.links.length
  for (let i = 0; i < variable.values.length; i++) size = Math.max(size, variable.values[i] + 1)
  return size
}
