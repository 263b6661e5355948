// Projective trees as a factor: the links are arcs, and those at 1 form a spanning tree whose arcs do not
// cross.
import { ChartTree } from './chart-tree.js'
import { Eisner } from './eisner.js'
import { type ArcPairs, readArcs } from './tree-arcs.js'

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
export class ProjectiveTree extends ChartTree {
  readonly name = 'projective tree'

  constructor({ length, arcs, singleRoot = false }: ProjectiveTreeOptions) {
    const lists = readArcs('a projective tree', length, arcs, MAX_LENGTH, 44)
    super(length, singleRoot, lists, new Eisner(length, lists.head, lists.modifier, singleRoot))
  }

  protected own(): number {
    return 0
  }
}
