// Projective trees as a factor: the links are arcs, and those at 1 form a spanning tree whose arcs do not
// cross.
import type { Factor } from '@parley/core'
import { asProbability } from '../common/log-sum.js'
import { Eisner } from './eisner.js'
import { type ArcPairs, offByModifier, readArcs, readProjectiveTree } from './tree-arcs.js'

/** Memory grows with the square of the length: 28 bytes for each pair of nodes, 44 with marginals. */
const MAX_LENGTH = 2000

/** What a projective tree spans. */
export interface ProjectiveTreeOptions {
  /** Number of nodes, the root 0 included. */
  length: number
  /**
   * The arcs [head, modifier] that the links stand for, in order. An arc that is not listed cannot be used.
   */
  arcs: ArcPairs
  /** Exactly one arc leaves the root. */
  singleRoot?: boolean
}

/**
 * The links are arcs, and those at 1 form a spanning tree rooted at 0 in which the words below every word are
 * consecutive. It has no score of its own. Everything takes O(n³), or O(n · arcs) if that is less.
 *
 * @example
 * const tree = new ProjectiveTree({ length: 4, arcs: [[0, 1], [0, 2], [1, 3], [2, 3]] })
 * const configuration = new Float64Array(4)
 * tree.maximize(Float64Array.of(1, 1, 5, 2), configuration)
 * // 0, and configuration is [1, 1, 0, 1]: 1 → 3 would cross 0 → 2
 */
export class ProjectiveTree implements Factor {
  readonly name = 'projective tree'
  readonly length: number
  readonly singleRoot: boolean
  private readonly head: Int32Array
  private readonly modifier: Int32Array
  private readonly chart: Eisner
  private readonly scratch: Float64Array

  constructor({ length, arcs, singleRoot = false }: ProjectiveTreeOptions) {
    const { head, modifier } = readArcs('a projective tree', length, arcs, MAX_LENGTH, 44)
    this.length = length
    this.singleRoot = singleRoot
    this.head = head
    this.modifier = modifier
    this.chart = new Eisner(length, head, modifier, singleRoot)
    this.scratch = new Float64Array(2 * length)
  }

  maximize(scores: Float64Array, configuration: Float64Array): number {
    const { chart } = this
    configuration.fill(0)
    if (chart.inside(scores, false) === Number.NEGATIVE_INFINITY) return Number.NEGATIVE_INFINITY
    chart.trace()
    for (let m = 1; m < this.length; m++) configuration[chart.headArc[m]] = 1
    return 0
  }

  score(configuration: Float64Array): number {
    const { head, modifier, chart, singleRoot } = this
    return readProjectiveTree(head, modifier, configuration, singleRoot, chart.headArc)
      ? 0
      : Number.NEGATIVE_INFINITY
  }

  maxMarginals(scores: Float64Array, on: Float64Array, off: Float64Array): number {
    const value = this.chart.inside(scores, false)
    this.chart.outside(scores, false, on)
    offByModifier(this.modifier, on, off, this.scratch)
    return value
  }

  /**
   * The probability of every arc, where that of a tree is proportional to exp(Σ scores of its arcs), and the
   * logarithm of the sum over all trees. If there is no tree, all are 0 and the result is −Infinity.
   */
  marginals(scores: Float64Array, marginals: Float64Array): number {
    const logZ = this.chart.inside(scores, true)
    if (logZ === Number.NEGATIVE_INFINITY) {
      marginals.fill(0)
      return logZ
    }
    this.chart.outside(scores, true, marginals)
    for (let a = 0; a < this.modifier.length; a++) marginals[a] = asProbability(Math.exp(marginals[a] - logZ))
    return logZ
  }
}
