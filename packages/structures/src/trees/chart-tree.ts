// What factors over projective trees have in common: a chart finds the best tree, and for every arc the ⊕ of
// all trees that contain it.
import type { Factor } from '@parleyjs/core'
import { asProbability } from '../common/log-sum.js'
import { offByModifier, readProjectiveTree, type TreeArcs } from './tree-arcs.js'

/** A dynamic program over the trees of one sentence. */
export interface TreeChart {
  /** The arc into each word of the tree that `trace` found. */
  readonly headArc: Int32Array
  /** Fills the chart, and returns the ⊕ of all trees; −∞ if there is none. */
  inside(scores: Float64Array, sum: boolean): number
  /** After `inside` with a maximum above −∞: leaves the best tree in `headArc`. */
  trace(): void
  /** After `inside`: for every arc the ⊕ of all trees that contain it. */
  outside(scores: Float64Array, sum: boolean, through: Float64Array): void
}

/** A factor whose links are arcs; those at 1 form a projective tree. */
export abstract class ChartTree implements Factor {
  abstract readonly name: string
  private readonly scratch: Float64Array

  constructor(
    readonly length: number,
    readonly singleRoot: boolean,
    private readonly arcs: TreeArcs,
    protected readonly chart: TreeChart,
  ) {
    this.scratch = new Float64Array(2 * length)
  }

  /** The own score of the tree with these arcs into each word. */
  protected abstract own(headArc: Int32Array): number

  maximize(scores: Float64Array, configuration: Float64Array): number {
    const { chart } = this
    configuration.fill(0)
    if (chart.inside(scores, false) === Number.NEGATIVE_INFINITY) return Number.NEGATIVE_INFINITY
    chart.trace()
    for (let m = 1; m < this.length; m++) configuration[chart.headArc[m]] = 1
    return this.own(chart.headArc)
  }

  score(configuration: Float64Array): number {
    const { arcs, chart, singleRoot } = this
    return readProjectiveTree(arcs.head, arcs.modifier, configuration, singleRoot, chart.headArc)
      ? this.own(chart.headArc)
      : Number.NEGATIVE_INFINITY
  }

  maxMarginals(scores: Float64Array, on: Float64Array, off: Float64Array): number {
    const value = this.chart.inside(scores, false)
    this.chart.outside(scores, false, on)
    offByModifier(this.arcs.modifier, on, off, this.scratch)
    return value
  }

  /**
   * The probability of every arc, where that of a tree is proportional to exp(own score + Σ scores of its
   * arcs), and the logarithm of the sum over all trees. If there is no tree, all are 0 and the result is
   * −Infinity.
   */
  marginals(scores: Float64Array, marginals: Float64Array): number {
    const logZ = this.chart.inside(scores, true)
    if (logZ === Number.NEGATIVE_INFINITY) {
      marginals.fill(0)
      return logZ
    }
    this.chart.outside(scores, true, marginals)
    for (let a = 0; a < marginals.length; a++) marginals[a] = asProbability(Math.exp(marginals[a] - logZ))
    return logZ
  }
}
