// The intersection of a lexicalised grammar with a second-order dependency model: one dynamic program for
// both, against which their agreement is checked and timed. Every node of the packed trees has a head word,
// and is split by the state of the dependency model for that word: the arc into it, and its outermost
// modifiers so far on either side.
import { type Hypergraph, NOTHING, type SecondOrderProjectiveTree } from '@parleyjs/structures'
import { headWords } from './head-words.js'

/** The best tree under both models. */
export interface IntersectedParsers {
  /** The grammar's score, and the weight times the dependency model's. */
  readonly score: number
  /** The head of each word: 0 for the root, h for word h − 1. */
  readonly heads: Int32Array
  /** Number of split nodes. */
  readonly items: number
}

/**
 * The best tree of a forest whose arcs are scored by a dependency model, too; null if there is none.
 *
 * @example
 * const { forest, dependencies } = parser.models(words, tags)
 * intersectParsers(forest.graph, dependencies.factor, 2)?.score
 */
export function intersectParsers(
  graph: Hypergraph | null,
  dependencies: SecondOrderProjectiveTree,
  weight = 1,
): IntersectedParsers | null {
  return graph === null ? null : new Intersection(graph, dependencies, weight).run()
}

/**
 * The split forms of one node, how each is made best, and the best for each arc into the head word once
 * nothing is added.
 */
interface Items {
  /**
   * (g·(n + 1) + l)·(n′ + 1) + r: rank of the arc into the head word, outermost modifiers on the left and on
   * the right.
   */
  readonly state: number[]
  readonly score: number[]
  readonly edge: number[]
  /** The items of the children: of what has the same head word, and of the modifier. */
  readonly same: number[]
  readonly other: number[]
  closed: { readonly score: Float64Array; readonly item: Int32Array } | null
}

class Intersection {
  private readonly parts
  private readonly head: Int32Array
  /** Number of each arc's modifier on its side, from 1. */
  private readonly place: Int32Array
  private readonly nodes: Items[] = []
  /** Index of each state among the items of the current node, −1 if it has no item. */
  private readonly seen: Int32Array

  constructor(
    private readonly graph: Hypergraph,
    dependencies: SecondOrderProjectiveTree,
    private readonly weight: number,
  ) {
    const { parts } = dependencies
    this.parts = parts
    this.head = headWords(graph, parts)
    this.place = new Int32Array(graph.linkCount)
    let most = 1
    for (let k = 0; k < 2 * parts.length; k++) {
      const start = parts.sideStart[k]
      for (let at = start; at < parts.sideStart[k + 1]; at++) this.place[parts.sideOrder[at]] = at - start + 1
      const [left, right] = [parts.modifierCount(k & ~1), parts.modifierCount(k | 1)]
      most = Math.max(most, parts.grandparentCount(k) * (left + 1) * (right + 1))
    }
    this.seen = new Int32Array(most).fill(-1)
  }

  run(): IntersectedParsers | null {
    const { nodeCount } = this.graph
    let count = 0
    this.nodes.push(newItems())
    for (let v = 1; v < nodeCount - 1; v++) {
      const items = newItems()
      this.nodes.push(items)
      // Nodes that no tree uses have no head word.
      if (this.head[v] < 0) continue
      this.fill(v, items)
      for (const state of items.state) this.seen[state] = -1
      count += items.state.length
    }
    return this.finish(count)
  }

  private fill(v: number, items: Items): void {
    const { edgeStart, left, right, link, linkCount, score } = this.graph
    const h = this.head[v]
    for (let e = edgeStart[v]; e < edgeStart[v + 1]; e++) {
      const [l, r, a] = [left[e], right[e], link[e]]
      if (a < linkCount) this.attach(items, e, this.head[l] === h ? l : r, this.head[l] === h ? r : l)
      else if (l === NOTHING && r === NOTHING) this.begin(items, e, h)
      else this.copy(items, e, this.nodes[l === NOTHING ? r : l], score[e])
    }
  }

  /** A word has no modifiers yet; its head may be any. */
  private begin(items: Items, e: number, h: number): void {
    const states = this.states(h)
    for (let g = 0; g < this.parts.grandparentCount(2 * h); g++)
      this.offer(items, g * states, this.graph.score[e], e, -1, -1)
  }

  private copy(items: Items, e: number, child: Items, score: number): void {
    for (let i = 0; i < child.state.length; i++)
      this.offer(items, child.state[i], child.score[i] + score, e, i, -1)
  }

  /** Adds a complete modifier beyond the outermost one so far. */
  private attach(items: Items, e: number, from: number, to: number): void {
    const { parts, weight, place } = this
    const a = this.graph.link[e]
    const h = parts.head[a]
    const m = parts.modifier[a]
    const closed = this.closed(to)
    const inner = closed.score[parts.rank[a]]
    if (inner === Number.NEGATIVE_INFINITY) return
    const side = 2 * h + (m > h ? 1 : 0)
    const n = parts.modifierCount(side)
    const j = place[a]
    const rightStates = parts.modifierCount(2 * h + 1) + 1
    const states = this.states(h)
    const base = inner + this.graph.score[e]
    const child = this.nodes[from]
    for (let i = 0; i < child.state.length; i++) {
      const state = child.state[i]
      const r = state % rightStates
      const g = Math.floor(state / states)
      const l = (state - g * states - r) / rightStates
      const before = m > h ? r : l
      const own =
        this.transition(side, g, before, j) + parts.grandparents[parts.pairStart[side] + g * n + j - 1]
      const next = g * states + (m > h ? l * rightStates + j : j * rightStates + r)
      this.offer(items, next, child.score[i] + base + weight * own, e, i, closed.item[parts.rank[a]])
    }
  }

  /** For every arc into a node's head word, the best of its items with both ends of the modifiers. */
  private closed(v: number): NonNullable<Items['closed']> {
    const items = this.nodes[v]
    if (items.closed !== null) return items.closed
    const { parts, weight } = this
    const h = this.head[v]
    const count = parts.grandparentCount(2 * h)
    const score = new Float64Array(count).fill(Number.NEGATIVE_INFINITY)
    const item = new Int32Array(count).fill(-1)
    const [left, right] = [parts.modifierCount(2 * h), parts.modifierCount(2 * h + 1)]
    const states = this.states(h)
    for (let i = 0; i < items.state.length; i++) {
      const state = items.state[i]
      const g = Math.floor(state / states)
      const r = state % (right + 1)
      const l = (state - g * states - r) / (right + 1)
      const ends = this.transition(2 * h, g, l, left + 1) + this.transition(2 * h + 1, g, r, right + 1)
      const total = items.score[i] + weight * ends
      if (total <= score[g]) continue
      score[g] = total
      item[g] = i
    }
    items.closed = { score, item }
    return items.closed
  }

  private transition(side: number, g: number, from: number, to: number): number {
    const { transitionStart, block, transitions } = this.parts
    return transitions[transitionStart[side] + g * block[side] + (to * (to - 1)) / 2 + from]
  }

  /** How many pairs of outermost modifiers a word may have. */
  private states(h: number): number {
    return (this.parts.modifierCount(2 * h) + 1) * (this.parts.modifierCount(2 * h + 1) + 1)
  }

  private offer(items: Items, state: number, score: number, e: number, same: number, other: number): void {
    let at = this.seen[state]
    if (at < 0) {
      at = items.state.push(state) - 1
      this.seen[state] = at
      items.score.push(Number.NEGATIVE_INFINITY)
    }
    if (score <= items.score[at]) return
    items.score[at] = score
    items.edge[at] = e
    items.same[at] = same
    items.other[at] = other
  }

  /** The root's own score, and the arcs of the best tree. */
  private finish(count: number): IntersectedParsers | null {
    const { graph, parts, weight, place } = this
    const root = graph.nodeCount - 1
    const n = parts.modifierCount(1)
    let [best, edge] = [Number.NEGATIVE_INFINITY, -1]
    for (let e = graph.edgeStart[root]; e < graph.edgeStart[root + 1]; e++) {
      const a = graph.link[e]
      const own =
        this.transition(0, 0, 0, 1) +
        this.transition(1, 0, 0, place[a]) +
        this.transition(1, 0, place[a], n + 1) +
        parts.grandparents[parts.pairStart[1] + place[a] - 1]
      const total = this.closed(graph.left[e]).score[parts.rank[a]] + graph.score[e] + weight * own
      if (total <= best) continue
      best = total
      edge = e
    }
    if (edge < 0) return null
    const heads = new Int32Array(parts.length - 1)
    const a = graph.link[edge]
    heads[parts.modifier[a] - 1] = 0
    this.trace(graph.left[edge], this.closed(graph.left[edge]).item[parts.rank[a]], heads)
    return { score: best, heads, items: count }
  }

  private trace(node: number, item: number, heads: Int32Array): void {
    const { left, right, link, linkCount } = this.graph
    const { head, modifier } = this.parts
    const stack = [[node, item]]
    for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
      const [v, i] = next as [number, number]
      const { edge, same, other } = this.nodes[v]
      const e = edge[i]
      const a = link[e]
      if (a < linkCount) {
        heads[modifier[a] - 1] = head[a]
        const isLeft = this.head[left[e]] === this.head[v]
        stack.push([isLeft ? left[e] : right[e], same[i]], [isLeft ? right[e] : left[e], other[i]])
      } else if (same[i] >= 0) stack.push([left[e] === NOTHING ? right[e] : left[e], same[i]])
    }
  }
}

function newItems(): Items {
  return { state: [], score: [], edge: [], same: [], other: [], closed: null }
}
