// Spanning trees as a factor: the links are arcs, and those at 1 give every word but the root 0 one head,
// without cycles.
import type { Factor } from '@parleyjs/core'
import { carveFloats } from '@parleyjs/core/internal'
import { Arborescence } from './arborescence.js'
import { contractArcs } from './contract-arcs.js'
import { MatrixTree } from './matrix-tree.js'
import { type ArcPairs, readArcs } from './tree-arcs.js'

/** Memory grows with the square of the length: 20 bytes for each pair of nodes. */
const MAX_LENGTH = 5000

/** What a spanning tree spans. */
export interface SpanningTreeOptions {
  /** Number of nodes, the root 0 included. */
  length: number
  /**
   * The arcs [head, modifier] that the links stand for, in order. An arc that is not listed cannot be used.
   */
  arcs: ArcPairs
  /** Exactly one arc leaves the root. */
  singleRoot?: boolean
  /** Arcs that every tree has, without links: at most one into a node, and none of `arcs` leads there too. */
  certain?: ArcPairs
}

/**
 * The links are arcs, and those at 1 form a spanning tree rooted at 0. It has no score of its own.
 *
 * @example
 * const tree = new SpanningTree({ length: 3, arcs: [[0, 1], [0, 2], [1, 2], [2, 1]] })
 * const configuration = new Float64Array(4)
 * tree.maximize(Float64Array.of(1, 1, 5, 9), configuration)
 * // 0, and configuration is [0, 1, 0, 1]: 0 → 2 → 1
 */
export class SpanningTree implements Factor {
  readonly name = 'spanning tree'
  readonly length: number
  readonly singleRoot: boolean
  /** The arcs of the links, between nodes that certain arcs have merged. */
  private readonly head: Int32Array
  private readonly modifier: Int32Array
  private readonly solver: Arborescence
  private readonly changed: Float64Array // scores with one arc forced or forbidden
  private readonly inBest: Float64Array
  private sums: MatrixTree | null = null // made on the first call of `marginals`
  private readonly options: SpanningTreeOptions

  constructor(options: SpanningTreeOptions) {
    const { length, arcs, singleRoot = false, certain = [] } = options
    const listed = readArcs('a spanning tree', length, arcs, MAX_LENGTH, 20)
    const contracted = contractArcs(length, listed, certain, singleRoot)
    this.length = length
    this.singleRoot = singleRoot
    this.options = options
    this.head = contracted.head
    this.modifier = contracted.modifier
    this.solver = new Arborescence(contracted.length, this.head, this.modifier, contracted.singleRoot)
    this.changed = carveFloats(arcs.length)
    this.inBest = carveFloats(arcs.length)
  }

  maximize(scores: Float64Array, configuration: Float64Array): number {
    const { solver } = this
    configuration.fill(0)
    if (!solver.solve(scores)) return Number.NEGATIVE_INFINITY
    const { headArc } = solver
    for (let m = 1; m < solver.length; m++) configuration[headArc[m]] = 1
    return 0
  }

  score(configuration: Float64Array): number {
    const { head, modifier, solver } = this
    const { headArc } = solver
    headArc.fill(-1)
    let chosen = 0
    let roots = 0
    for (let a = 0; a < head.length; a++) {
      if (configuration[a] < 0.5) continue
      if (headArc[modifier[a]] >= 0) return Number.NEGATIVE_INFINITY
      headArc[modifier[a]] = a
      chosen++
      if (head[a] === 0) roots++
    }
    const isTree = chosen === solver.length - 1 && (!solver.singleRoot || roots <= 1) && !solver.hasCycle()
    return isTree ? 0 : Number.NEGATIVE_INFINITY
  }

  /** Finds a tree for every arc: without it if it is in the best tree, with it if not. O(arcs · n²). */
  maxMarginals(scores: Float64Array, on: Float64Array, off: Float64Array): number {
    const { changed, inBest, modifier } = this
    const best = this.maximize(scores, inBest) === 0 ? this.total(scores) : Number.NEGATIVE_INFINITY
    for (let a = 0; a < modifier.length; a++) {
      changed.set(scores)
      if (inBest[a] === 1) changed[a] = Number.NEGATIVE_INFINITY
      else
        for (let b = 0; b < modifier.length; b++)
          if (modifier[b] === modifier[a] && b !== a) changed[b] = Number.NEGATIVE_INFINITY
      const other = this.solver.solve(changed) ? this.total(scores) : Number.NEGATIVE_INFINITY
      on[a] = inBest[a] === 1 ? best : other
      off[a] = inBest[a] === 1 ? other : best
    }
    return best
  }

  /** By the matrix-tree theorem, in O(n³). */
  marginals(scores: Float64Array, marginals: Float64Array): number {
    const { length, arcs, singleRoot = false, certain = [] } = this.options
    const all = [...arcs, ...certain]
    const head = all.map(([h]) => h)
    const modifier = all.map(([, m]) => m)
    const allScores = carveFloats(all.length)
    const allMarginals = carveFloats(all.length)
    allScores.set(scores)
    this.sums ??= new MatrixTree()
    const sum = this.sums.solve(length, head, modifier, all.length, allScores, allMarginals, singleRoot)
    marginals.set(allMarginals.subarray(0, arcs.length))
    return sum
  }

  private total(scores: Float64Array): number {
    const { headArc, length } = this.solver
    let sum = 0
    for (let m = 1; m < length; m++) sum += scores[headArc[m]]
    return sum
  }
}
