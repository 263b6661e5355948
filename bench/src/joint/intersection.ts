// The intersection of a grammar with a trigram tagger (Bar-Hillel et al. 1964): one dynamic program for both,
// exact but slow. Every node of the packed trees is split by the first two and the last two tags of its
// words, so that the trigrams across a boundary can be scored where two constituents meet.
import type { JointParser } from '@parleyjs/nlp'
import type { JointModels } from '@parleyjs/nlp/internal'
import { type Hypergraph, NOTHING } from '@parleyjs/structures'

/** The score of link c after links a and b of the two words before; −1 is the edge of the sentence. */
export type LinkTrigram = (a: number, b: number, c: number) => number

/** The best tree and tags together. */
export interface Intersected {
  /** Own scores of the tree and of the trigrams. */
  readonly score: number
  /** The links of the words, from left to right. */
  readonly links: number[]
  /** Number of split nodes. */
  readonly items: number
}

/** The tagger's score of a link after two others. */
export function trigramOfLinks({ tagger }: JointParser, { candidates }: JointModels): LinkTrigram {
  const tags = candidates.flatMap((word) => Array.from(word.tags))
  const scores = candidates.flatMap((word) => Array.from(word.scores))
  return (a, b, c) => tagger.order.score(tags[a], tags[b], tags[c]) + (scores[c] ?? 0)
}

/** No tag: the word is outside the constituent. */
const NONE = -1

/** The split forms of one node: first two and last two links (of a single word: the first and the last). */
class Items {
  readonly first: number[] = []
  readonly second: number[] = []
  readonly before: number[] = []
  readonly last: number[] = []
  readonly score: number[] = []
  /** How it was made: positions of the children's items, −1 for none. */
  readonly left: number[] = []
  readonly right: number[] = []
  readonly edge: number[] = []
  private readonly places = new Map<number, number>()

  private groups: number[][] | null = null

  constructor(readonly base: number) {}

  /** Positions of items with the same first two links. Call it when all items have been added. */
  byBeginning(): number[][] {
    if (this.groups !== null) return this.groups
    const groups = new Map<number, number[]>()
    for (let i = 0; i < this.size; i++) {
      const key = this.first[i] * this.base + this.second[i] + 1
      const group = groups.get(key)
      if (group === undefined) groups.set(key, [i])
      else group.push(i)
    }
    this.groups = [...groups.values()]
    return this.groups
  }

  get size(): number {
    return this.score.length
  }

  offer(
    first: number,
    second: number,
    before: number,
    last: number,
    score: number,
    edge: number,
    left: number,
    right: number,
  ): void {
    const { base } = this
    const key = ((first * base + second + 1) * base + before + 1) * base + last
    let place = this.places.get(key)
    if (place === undefined) {
      place = this.size
      this.places.set(key, place)
      this.first.push(first)
      this.second.push(second)
      this.before.push(before)
      this.last.push(last)
      this.score.push(Number.NEGATIVE_INFINITY)
    }
    if (score <= this.score[place]) return
    this.score[place] = score
    this.edge[place] = edge
    this.left[place] = left
    this.right[place] = right
  }
}

/**
 * The best tree of a forest whose tags are scored by trigrams, too; null if there is none.
 *
 * @example
 * intersect(chart.factor.graph, trigramOfLinks(parser, models))?.score
 */
export function intersect(graph: Hypergraph | null, trigram: LinkTrigram): Intersected | null {
  if (graph === null) return null
  const { nodeCount, edgeStart, left, right, score, link, linkCount } = graph
  const nodes: Items[] = [new Items(linkCount + 1)]
  let count = 0
  for (let v = 1; v < nodeCount; v++) {
    const items = new Items(linkCount + 1)
    nodes.push(items)
    for (let e = edgeStart[v]; e < edgeStart[v + 1]; e++) {
      const [l, r] = [left[e], right[e]]
      if (l === NOTHING && r === NOTHING) items.offer(link[e], NONE, NONE, link[e], score[e], e, -1, -1)
      else if (l === NOTHING || r === NOTHING) raise(nodes[l === NOTHING ? r : l], items, score[e], e)
      else combine(nodes[l], nodes[r], items, score[e], e, trigram)
    }
    count += items.size
  }
  return finish(graph, nodes, trigram, count)
}

function raise(child: Items, items: Items, score: number, edge: number): void {
  for (let i = 0; i < child.size; i++)
    items.offer(
      child.first[i],
      child.second[i],
      child.before[i],
      child.last[i],
      child.score[i] + score,
      edge,
      i,
      -1,
    )
}

/**
 * Left and right items with the trigrams across the boundary. Words deeper inside the left item do not affect
 * the right one, so the best left item of each beginning is found first, for each beginning of the right one.
 */
function combine(a: Items, b: Items, items: Items, score: number, edge: number, trigram: LinkTrigram): void {
  const { base } = items
  for (const group of b.byBeginning()) {
    const first = b.first[group[0]]
    const second = b.second[group[0]]
    const best = new Map<number, number>()
    const totals: number[] = []
    for (let i = 0; i < a.size; i++) {
      const last = a.last[i]
      const before = a.before[i]
      let total = a.score[i] + score
      // (before, last, first) is whole if the left part has two words, (last, first, second) if the right
      // part has.
      if (before !== NONE) total += trigram(before, last, first)
      if (second !== NONE) total += trigram(last, first, second)
      totals.push(total)
      // After a single word on the right, the last link of the left part is still to be seen.
      const seen = second === NONE ? last : NONE
      const key = (a.first[i] * base + a.second[i] + 1) * base + seen + 1
      const other = best.get(key)
      if (other === undefined || total > totals[other]) best.set(key, i)
    }
    for (const i of best.values()) {
      const next = a.second[i] === NONE ? first : a.second[i]
      for (const j of group) {
        const before = b.before[j] === NONE ? a.last[i] : b.before[j]
        items.offer(a.first[i], next, before, b.last[j], totals[i] + b.score[j], edge, i, j)
      }
    }
  }
}

/** Adds the trigrams at the edges of the sentence, and reads the links of the best. */
function finish(
  graph: Hypergraph,
  nodes: readonly Items[],
  trigram: LinkTrigram,
  count: number,
): Intersected | null {
  const root = nodes[graph.nodeCount - 1]
  let best = -1
  let most = Number.NEGATIVE_INFINITY
  for (let i = 0; i < root.size; i++) {
    const [first, second] = [root.first[i], root.second[i]]
    let total = root.score[i] + trigram(-1, -1, first)
    if (second !== NONE) total += trigram(-1, first, second)
    total += trigram(root.before[i], root.last[i], -1)
    if (total <= most) continue
    most = total
    best = i
  }
  if (best < 0) return null
  const links: number[] = []
  const open: [node: number, item: number][] = [[graph.nodeCount - 1, best]]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [node, item] = next
    const items = nodes[node]
    const e = items.edge[item]
    const [l, r] = [graph.left[e], graph.right[e]]
    if (l === NOTHING && r === NOTHING) links.push(graph.link[e])
    else if (l === NOTHING || r === NOTHING) open.push([l === NOTHING ? r : l, items.left[item]])
    else open.push([r, items.right[item]], [l, items.left[item]])
  }
  return { score: most, links, items: count }
}
