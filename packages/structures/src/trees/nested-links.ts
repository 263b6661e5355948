// A factor with links in two sizes: its own (fine) links, and coarse links that each stand for several fine
// ones.
import type { Factor } from '@parleyjs/core'
import { requireCount } from '../common/check.js'
import { offByModifier } from './tree-arcs.js'

/** Options of `NestedLinks`. */
export interface NestedLinksOptions {
  /** Its links are the fine ones. It must have `score`. */
  factor: Factor
  /** The coarse link of each fine one. No configuration has two fine links of the same coarse one. */
  coarse: ArrayLike<number>
  /** The group of each coarse link (a word). Every configuration has exactly one of each group. */
  groups: ArrayLike<number>
}

/**
 * The coarse links come first, then the fine ones; a coarse link is 1 where one of its fine ones is. Own
 * scores are those of the factor. With this, two models can agree on arcs first and then, with the same arcs,
 * on pairs of arcs.
 *
 * @example
 * const pairs = new ArcPairTree(tree)
 * const both = new NestedLinks({ factor: pairs, coarse: pairs.arc, groups: arcs.map(([, m]) => m) })
 * both.degree // arcs and pairs
 */
export class NestedLinks implements Factor {
  readonly name: string
  /** How many links there are, of both sizes. */
  readonly degree: number
  readonly maxMarginals?: NonNullable<Factor['maxMarginals']>
  private readonly factor: Factor
  private readonly coarse: Int32Array
  private readonly groups: Int32Array
  private readonly fineScores: Float64Array
  private readonly fine: Float64Array

  constructor({ factor, coarse, groups }: NestedLinksOptions) {
    this.factor = factor
    this.name = factor.name ?? 'factor with nested links'
    this.coarse = Int32Array.from(coarse)
    this.groups = Int32Array.from(groups)
    for (const link of this.coarse)
      if (!(link >= 0 && link < groups.length))
        requireCount('The groups of coarse links', groups.length, link + 1, 'one for each')
    this.degree = groups.length + coarse.length
    this.fineScores = new Float64Array(coarse.length)
    this.fine = new Float64Array(coarse.length)
    if (factor.maxMarginals !== undefined) this.maxMarginals = (scores, on, off) => this.both(scores, on, off)
  }

  maximize(scores: Float64Array, configuration: Float64Array): number {
    const own = this.factor.maximize(this.toFine(scores), this.fine)
    configuration.fill(0)
    if (own > Number.NEGATIVE_INFINITY) this.mark(configuration)
    return own
  }

  score(configuration: Float64Array): number {
    const { fine, groups } = this
    for (let i = 0; i < fine.length; i++) fine[i] = configuration[groups.length + i]
    const own = this.factor.score!(fine)
    if (own === Number.NEGATIVE_INFINITY) return own
    const expected = new Float64Array(this.degree)
    this.mark(expected)
    for (let i = 0; i < groups.length; i++)
      if (expected[i] > 0.5 !== configuration[i] > 0.5) return Number.NEGATIVE_INFINITY
    return own
  }

  private both(scores: Float64Array, on: Float64Array, off: Float64Array): number {
    const { coarse, groups } = this
    const n = groups.length
    const value = this.factor.maxMarginals!(this.toFine(scores), on.subarray(n), off.subarray(n))
    on.fill(Number.NEGATIVE_INFINITY, 0, n)
    let most = -1
    for (let i = 0; i < coarse.length; i++) if (on[n + i] > on[coarse[i]]) on[coarse[i]] = on[n + i]
    for (let i = 0; i < n; i++) if (groups[i] > most) most = groups[i]
    offByModifier(groups, on.subarray(0, n), off.subarray(0, n), new Float64Array(2 * (most + 1)))
    return value
  }

  /** The score of a fine link is its own plus that of its coarse link. */
  private toFine(scores: Float64Array): Float64Array {
    const { coarse, groups, fineScores } = this
    for (let i = 0; i < coarse.length; i++) fineScores[i] = scores[coarse[i]] + scores[groups.length + i]
    return fineScores
  }

  private mark(configuration: Float64Array): void {
    const { coarse, groups, fine } = this
    for (let i = 0; i < coarse.length; i++) {
      if (fine[i] < 0.5) continue
      configuration[coarse[i]] = 1
      configuration[groups.length + i] = 1
    }
  }
}
