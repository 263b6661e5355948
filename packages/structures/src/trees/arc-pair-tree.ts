// Projective trees by pairs of arcs: the trees and scores of a `SecondOrderProjectiveTree`, with a link for
// each grandparent relation g → h → m.
import type { Factor } from '@parleyjs/core'
import { GrandSiblingChart } from './grand-sibling-chart.js'
import type { SecondOrderProjectiveTree } from './second-order-projective-tree.js'
import { offByModifier } from './tree-arcs.js'

/**
 * The links are the pairs of arcs g → h → m in the order of `GrandSiblingParts.pairStart`; an arc from the
 * root is a pair by itself. Every word has one pair at 1: the arc into it, and the arc into its head.
 *
 * @example
 * const pairs = new ArcPairTree(tree)
 * pairs.maximize(new Float64Array(pairs.arc.length), configuration) // the same maximum as that of the tree
 * pairs.arc[0] // the arc h → m of the first pair, by its place among the links of the tree
 */
export class ArcPairTree implements Factor {
  readonly name = 'projective tree by pairs of arcs'
  /** The arc h → m of each pair. */
  readonly arc: Int32Array
  /** The word m of each pair. */
  private readonly modifier: Int32Array
  private readonly places: { readonly start: Int32Array; readonly step: Int32Array }
  /** The parts of the tree; the scores of its grandparents include those of the links. */
  private readonly chart: GrandSiblingChart
  private readonly noScores: Float64Array
  private readonly arcs: Float64Array
  private readonly scratch: Float64Array

  constructor(private readonly tree: SecondOrderProjectiveTree) {
    const { parts, length, singleRoot } = tree
    const { rootArc, pairCount } = parts
    this.chart = new GrandSiblingChart(parts.withGrandparents(new Float64Array(pairCount)), singleRoot)
    this.places = parts.pairsByArc()
    const { start, step } = this.places
    this.arc = new Int32Array(pairCount)
    for (let a = 0; a < rootArc; a++) {
      const grandparents = parts.grandparentCount(2 * parts.head[a])
      for (let g = 0; g < grandparents; g++) this.arc[start[a] + g * step[a]] = a
    }
    this.modifier = this.arc.map((a) => parts.modifier[a])
    this.noScores = new Float64Array(rootArc)
    this.arcs = new Float64Array(rootArc)
    this.scratch = new Float64Array(2 * length)
  }

  maximize(scores: Float64Array, configuration: Float64Array): number {
    const { chart, tree } = this
    configuration.fill(0)
    if (this.inside(scores) === Number.NEGATIVE_INFINITY) return Number.NEGATIVE_INFINITY
    chart.trace()
    this.mark(chart.headArc, configuration)
    return tree.parts.score(chart.headArc)
  }

  score(configuration: Float64Array): number {
    const { tree, arcs, arc, chart } = this
    arcs.fill(0)
    let wanted = 0
    for (let p = 0; p < arc.length; p++) {
      if (configuration[p] < 0.5) continue
      arcs[arc[p]] = 1
      wanted++
    }
    const own = tree.score(arcs)
    if (own === Number.NEGATIVE_INFINITY || wanted !== tree.length - 1) return Number.NEGATIVE_INFINITY
    for (let a = 0; a < arcs.length; a++) if (arcs[a] === 1) chart.headArc[tree.parts.modifier[a]] = a
    for (let m = 1; m < tree.length; m++)
      if (configuration[this.pairOf(chart.headArc, m)] < 0.5) return Number.NEGATIVE_INFINITY
    return own
  }

  maxMarginals(scores: Float64Array, on: Float64Array, off: Float64Array): number {
    const { chart, arcs, noScores } = this
    const value = this.inside(scores)
    chart.outside(noScores, false, arcs)
    chart.outsidePairs(on)
    offByModifier(this.modifier, on, off, this.scratch)
    return value
  }

  private inside(scores: Float64Array): number {
    const { chart, tree } = this
    const { grandparents } = chart.parts
    for (let p = 0; p < grandparents.length; p++) grandparents[p] = tree.parts.grandparents[p] + scores[p]
    return chart.inside(this.noScores, false)
  }

  private mark(headArc: Int32Array, configuration: Float64Array): void {
    for (let m = 1; m < headArc.length; m++) configuration[this.pairOf(headArc, m)] = 1
  }

  /** The pair into word m. */
  private pairOf(headArc: Int32Array, m: number): number {
    const { places, tree } = this
    const { rank, head } = tree.parts
    const a = headArc[m]
    const h = head[a]
    return places.start[a] + (h === 0 ? 0 : rank[headArc[h]]) * places.step[a]
  }
}
