// Projective trees whose siblings, grandparents and grand-siblings are scored too, as one factor, so no
// agreement between factors is needed.
import type { Factor } from '@parley/core'
import { asProbability } from '../common/log-sum.js'
import { GrandSiblingChart } from './grand-sibling-chart.js'
import { GrandSiblingOutside } from './grand-sibling-outside.js'
import { GrandSiblingParts, type SideScores } from './grand-sibling-parts.js'
import { type ArcPairs, offByModifier, readArcs, readProjectiveTree } from './tree-arcs.js'

const MAX_LENGTH = 2000

/** What a second-order projective tree spans and scores. */
export interface SecondOrderProjectiveTreeOptions {
  /** Number of nodes, the root 0 included. */
  length: number
  /**
   * The arcs [head, modifier] that the links stand for, in order. An arc that is not listed cannot be used.
   */
  arcs: ArcPairs
  /**
   * The scores of head h's modifiers: sides[2h] to its left, sides[2h + 1] to its right, each with the
   * numbers that the `HeadAutomaton` (of the root) or `GrandparentHeadAutomaton` over the same arcs would
   * take. Omitted scores are 0.
   */
  sides: readonly (SideScores | null | undefined)[]
  /** Exactly one arc leaves the root. */
  singleRoot?: boolean
}

/**
 * The links are arcs, and those at 1 form a projective tree rooted at 0. Its own score is the sum of its head
 * automata: one for each side of every word. O(n⁴) with all arcs; with few candidate heads per word, O(n) for
 * every pair of arcs g → h → m.
 *
 * @example
 * const tree = new SecondOrderProjectiveTree({
 *   length: 3,
 *   arcs: [[0, 1], [0, 2], [1, 2], [2, 1]],
 *   sides: [null, { siblings: [0, 0, 0, 5, 0, 0] }], // right of the root: 5 for both of its modifiers
 * })
 * const configuration = new Float64Array(4)
 * tree.maximize(Float64Array.of(1, 1, 2, 3), configuration)
 * // 5, and configuration is [1, 1, 0, 0]
 */
export class SecondOrderProjectiveTree implements Factor {
  readonly name = 'second-order projective tree'
  readonly length: number
  readonly singleRoot: boolean
  /** All scores and their layout. */
  readonly parts: GrandSiblingParts
  private readonly chart: GrandSiblingChart
  private outer: GrandSiblingOutside | null = null // made on first use
  private readonly scratch: Float64Array

  constructor({ length, arcs, sides, singleRoot = false }: SecondOrderProjectiveTreeOptions) {
    const { head, modifier } = readArcs('a second-order projective tree', length, arcs, MAX_LENGTH, 8)
    this.length = length
    this.singleRoot = singleRoot
    this.parts = new GrandSiblingParts(length, head, modifier, sides)
    this.chart = new GrandSiblingChart(this.parts, singleRoot)
    this.scratch = new Float64Array(2 * length)
  }

  maximize(scores: Float64Array, configuration: Float64Array): number {
    const { chart } = this
    configuration.fill(0)
    if (chart.inside(scores, false) === Number.NEGATIVE_INFINITY) return Number.NEGATIVE_INFINITY
    chart.trace()
    for (let m = 1; m < this.length; m++) configuration[chart.headArc[m]] = 1
    return this.parts.score(chart.headArc)
  }

  score(configuration: Float64Array): number {
    const { parts, chart, singleRoot } = this
    return readProjectiveTree(parts.head, parts.modifier, configuration, singleRoot, chart.headArc)
      ? parts.score(chart.headArc)
      : Number.NEGATIVE_INFINITY
  }

  maxMarginals(scores: Float64Array, on: Float64Array, off: Float64Array): number {
    const value = this.inOut(scores, false, on)
    offByModifier(this.parts.modifier, on, off, this.scratch)
    return value
  }

  /**
   * The probability of every arc, where that of a tree is proportional to exp(own score + Σ scores of its
   * arcs), and the logarithm of the sum over all trees. If there is no tree, all are 0 and the result is
   * −Infinity.
   */
  marginals(scores: Float64Array, marginals: Float64Array): number {
    const logZ = this.inOut(scores, true, marginals)
    if (logZ === Number.NEGATIVE_INFINITY) marginals.fill(0)
    else
      for (let a = 0; a < marginals.length; a++) marginals[a] = asProbability(Math.exp(marginals[a] - logZ))
    return logZ
  }

  private inOut(scores: Float64Array, sum: boolean, through: Float64Array): number {
    const value = this.chart.inside(scores, sum)
    this.outer ??= new GrandSiblingOutside(this.chart)
    this.outer.run(scores, sum, through)
    return value
  }
}
