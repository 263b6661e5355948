// Projective trees whose siblings, grandparents and grand-siblings are scored too, as one factor, so no
// agreement between factors is needed.
import { ChartTree } from './chart-tree.js'
import { GrandSiblingChart } from './grand-sibling-chart.js'
import { GrandSiblingParts, type SideScores } from './grand-sibling-parts.js'
import { type ArcPairs, readArcs } from './tree-arcs.js'

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
export class SecondOrderProjectiveTree extends ChartTree {
  readonly name = 'second-order projective tree'
  /** All scores and their layout. */
  readonly parts: GrandSiblingParts

  constructor({ length, arcs, sides, singleRoot = false }: SecondOrderProjectiveTreeOptions) {
    const lists = readArcs('a second-order projective tree', length, arcs, MAX_LENGTH, 8)
    const parts = new GrandSiblingParts(length, lists.head, lists.modifier, sides)
    super(length, singleRoot, lists, new GrandSiblingChart(parts, singleRoot))
    this.parts = parts
  }

  protected own(headArc: Int32Array): number {
    return this.parts.score(headArc)
  }
}
