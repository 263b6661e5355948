// The k best derivations of a hypergraph, found lazily (Huang and Chiang 2005, algorithm 3).
import { type Hypergraph, NOTHING } from './hypergraph.js'
import { Viterbi } from './viterbi.js'

/** A derivation: its score, scores of links included, and its edges, each before those of its children. */
export interface Derivation {
  readonly score: number
  readonly edges: Int32Array
}

/** A way to derive a node: an edge, and which derivation of either child. */
interface Way {
  readonly edge: number
  readonly left: number
  readonly right: number
  readonly score: number
}

/**
 * The k best derivations under given scores of links, the best first; fewer if there are fewer.
 *
 * @example
 * kBestDerivations(graph, new Float64Array(graph.linkCount), 10).map(({ score }) => score)
 */
export function kBestDerivations(graph: Hypergraph, scores: Float64Array, k: number): Derivation[] {
  const search = new LazySearch(graph, scores)
  const root = graph.nodeCount - 1
  const found: Derivation[] = []
  for (let rank = 0; rank < k; rank++) {
    const way = search.way(root, rank)
    if (way === null) break
    found.push({ score: way.score, edges: search.edgesOf(way) })
  }
  return found
}

class LazySearch {
  private readonly viterbi: Viterbi
  /** For each node, the ways found so far, best first, and a heap of those that may come next. */
  private readonly found: (Way[] | undefined)[]
  private readonly next: (Way[] | undefined)[]

  constructor(
    readonly graph: Hypergraph,
    scores: Float64Array,
  ) {
    this.viterbi = new Viterbi(graph)
    this.viterbi.run(scores)
    this.found = Array.from({ length: graph.nodeCount })
    this.next = Array.from({ length: graph.nodeCount })
  }

  /** The way with a given rank to derive a node; null if the node has fewer ways. */
  way(node: number, rank: number): Way | null {
    if (this.found[node] === undefined) this.open(node)
    const found = this.found[node]!
    const next = this.next[node]!
    while (found.length <= rank) {
      // The neighbours of the last one found can only now be next.
      if (found.length > 0) this.addNeighbours(found[found.length - 1], next)
      const best = popBest(next)
      if (best === undefined) return null
      found.push(best)
    }
    return found[rank]
  }

  /** Every edge with the best derivations of its children. */
  private open(node: number): void {
    const { edgeStart, left, right, score, link } = this.graph
    const { inside, scores } = this.viterbi
    const next: Way[] = []
    for (let e = edgeStart[node]; e < edgeStart[node + 1]; e++) {
      const total = score[e] + scores[link[e]] + inside[left[e]] + inside[right[e]]
      if (total > Number.NEGATIVE_INFINITY) push(next, { edge: e, left: 0, right: 0, score: total })
    }
    this.found[node] = []
    this.next[node] = next
  }

  /**
   * Each way is reached along one path only: the right child advances first, the left one only while the
   * right one is at its best.
   */
  private addNeighbours({ edge, left, right }: Way, next: Way[]): void {
    this.add(edge, left, right + 1, next)
    if (right === 0) this.add(edge, left + 1, 0, next)
  }

  private add(edge: number, left: number, right: number, next: Way[]): void {
    const { graph } = this
    const first = this.scoreOf(graph.left[edge], left)
    const second = this.scoreOf(graph.right[edge], right)
    const score = graph.score[edge] + this.viterbi.scores[graph.link[edge]] + first + second
    if (score > Number.NEGATIVE_INFINITY) push(next, { edge, left, right, score })
  }

  private scoreOf(node: number, rank: number): number {
    if (node === NOTHING) return rank === 0 ? 0 : Number.NEGATIVE_INFINITY
    return this.way(node, rank)?.score ?? Number.NEGATIVE_INFINITY
  }

  edgesOf(way: Way): Int32Array {
    const { left, right } = this.graph
    const edges: number[] = []
    const open: Way[] = [way]
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      edges.push(at.edge)
      if (right[at.edge] !== NOTHING) open.push(this.way(right[at.edge], at.right)!)
      if (left[at.edge] !== NOTHING) open.push(this.way(left[at.edge], at.left)!)
    }
    return Int32Array.from(edges)
  }
}

/** Whether a comes before b; ties by edge and ranks, so that the order is the same everywhere. */
function before(a: Way, b: Way): boolean {
  if (a.score !== b.score) return a.score > b.score
  if (a.edge !== b.edge) return a.edge < b.edge
  return a.left !== b.left ? a.left < b.left : a.right < b.right
}

function push(heap: Way[], way: Way): void {
  let i = heap.push(way) - 1
  while (i > 0) {
    const parent = (i - 1) >> 1
    if (!before(way, heap[parent])) break
    heap[i] = heap[parent]
    i = parent
  }
  heap[i] = way
}

function popBest(heap: Way[]): Way | undefined {
  const best = heap[0]
  const last = heap.pop()
  if (last === undefined || heap.length === 0) return best
  let i = 0
  for (;;) {
    let child = 2 * i + 1
    if (child >= heap.length) break
    if (child + 1 < heap.length && before(heap[child + 1], heap[child])) child++
    if (!before(heap[child], last)) break
    heap[i] = heap[child]
    i = child
  }
  heap[i] = last
  return best
}
