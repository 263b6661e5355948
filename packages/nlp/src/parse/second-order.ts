// Trees scored by arcs, consecutive siblings and grandparents: a factor graph with a variable per arc, one spanning-tree
// factor over all of them, and a head automaton for either side of every word (paper 2, Fig. 1.3), solved by AD³.
import { type Ad3Options, ad3, FactorGraph, type Literal, type Solution } from '@parley/core'
import { GrandparentHeadAutomaton, HeadAutomaton, type SpanningTree } from '@parley/structures'
import type { Analysis } from './analysis.js'
import { chosenArcs, treeOf } from './decode-tree.js'
import { MAX_SECOND_FEATURES, SecondFeatures } from './second-features.js'
import type { Weights } from './weights.js'

/** AD³'s first penalty. Training asks for a margin of 1 per word, so that scores are of that size in any language. */
const PENALTY = 1.3

/** A tree, and what AD³ says of it. */
export interface SecondResult {
  /** The arc into each word: chosen[m] for m = 1 … n. */
  chosen: Int32Array
  solution: Solution
}

/** Siblings and grandparents of one sentence at a time. */
export class SecondOrder {
  private readonly features = new SecondFeatures()
  private readonly places = new Int32Array(MAX_SECOND_FEATURES)
  private byHead = new Int32Array(256) // arcs by head and side, nearest first
  private start = new Int32Array(128) // of (head, side): byHead[start[2h + side]] …; side 0 is left

  constructor(
    private readonly analysis: Analysis,
    private readonly weights: Weights,
  ) {}

  /** Takes the sentence of the analysis, whose arcs are pruned and scored. */
  load(): void {
    const { analysis } = this
    this.features.fill(analysis.sentence, analysis.views)
    const { arcs, length } = analysis
    if (this.byHead.length < arcs.count) this.byHead = new Int32Array(2 * arcs.count)
    if (this.start.length < 2 * length + 3) this.start = new Int32Array(4 * length + 6)
    const { byHead, start } = this
    start.fill(0, 0, 2 * length + 3)
    const sideOf = (a: number) => 2 * arcs.head[a] + (arcs.head[a] < arcs.modifier[a] ? 1 : 0)
    for (let a = 0; a < arcs.count; a++) start[sideOf(a) + 1]++
    for (let i = 0; i < 2 * length + 2; i++) start[i + 1] += start[i]
    const next = start.slice()
    for (let a = 0; a < arcs.count; a++) if (sideOf(a) % 2 === 1) byHead[next[sideOf(a)]++] = a
    for (let a = arcs.count - 1; a >= 0; a--) if (sideOf(a) % 2 === 0) byHead[next[sideOf(a)]++] = a
  }

  /** The graph of the sentence. */
  graph(tree: SpanningTree): FactorGraph {
    const { analysis, byHead, start } = this
    const { arcs, score, length } = analysis
    const graph = new FactorGraph()
    const literals: Literal[] = []
    for (let a = 0; a < arcs.count; a++) literals.push(graph.binary(score[a]))
    graph.add(tree, literals)
    for (let h = 0; h <= length; h++)
      for (let side = 0; side < 2; side++) {
        const from = start[2 * h + side]
        const to = start[2 * h + side + 1]
        if (from === to) continue
        const modifiers: Literal[] = []
        for (let i = from; i < to; i++) modifiers.push(literals[byHead[i]])
        const siblings = this.siblingScores(h, side === 1, from, to)
        if (h === 0) graph.add(new HeadAutomaton({ siblings }), modifiers)
        else {
          const grandparents = this.grandparentScores(h, from, to)
          const grandparentCount = arcs.start[h + 1] - arcs.start[h]
          graph.add(new GrandparentHeadAutomaton({ grandparentCount, grandparents, siblings }), [
            ...literals.slice(arcs.start[h], arcs.start[h + 1]),
            ...modifiers,
          ])
        }
      }
    return graph
  }

  /** Solves the graph; a fractional solution is rounded by the best tree on its marginals. */
  decode(singleRoot: boolean, options: Ad3Options): SecondResult {
    const { arcs, length } = this.analysis
    const tree = treeOf(arcs, length, singleRoot)
    const configuration = new Float64Array(arcs.count)
    const round = (marginals: Float64Array, values: Uint8Array) => {
      const found = tree.maximize(marginals, configuration) !== Number.NEGATIVE_INFINITY
      values.set(configuration)
      return found
    }
    const solution = ad3(this.graph(tree), { round, penalty: PENALTY, ...options })
    // There is always an assignment: every tree is one, and the arcs contain a tree.
    return { chosen: chosenArcs(arcs, solution.assignment!, length), solution }
  }

  private siblingScores(head: number, toTheRight: boolean, from: number, to: number): Float64Array {
    const { byHead, features, places, weights } = this
    const { modifier } = this.analysis.arcs
    const none = this.analysis.length + 1
    const n = to - from
    const scores = new Float64Array(((n + 1) * (n + 2)) / 2)
    let at = 0
    for (let i = 0; i <= n; i++)
      for (let j = i + 1; j <= n + 1; j++) {
        const near = i === 0 ? none : modifier[byHead[from + i - 1]]
        const far = j > n ? none : modifier[byHead[from + j - 1]]
        const count = features.sibling(head, near, far, toTheRight, weights.shift, places)
        scores[at++] = weights.score(places, count)
      }
    return scores
  }

  private grandparentScores(head: number, from: number, to: number): Float64Array {
    const { byHead, features, places, weights } = this
    const { arcs } = this.analysis
    const scores = new Float64Array((arcs.start[head + 1] - arcs.start[head]) * (to - from))
    let at = 0
    for (let g = arcs.start[head]; g < arcs.start[head + 1]; g++)
      for (let i = from; i < to; i++) {
        const m = arcs.modifier[byHead[i]]
        // A word that is the head of its own head: no tree has both.
        if (arcs.head[g] !== m)
          scores[at] = weights.score(
            places,
            features.grandparent(arcs.head[g], head, m, weights.shift, places),
          )
        at++
      }
    return scores
  }

  /**
   * What a tree's parts of two arcs add up to, leaving out those that another tree has too; with a step that is not 0, adds it
   * to their weights. Returns their score and number of features.
   */
  compare(
    heads: ArrayLike<number>,
    other: ArrayLike<number> | null = null,
    step = 0,
  ): { score: number; count: number } {
    const { features, places, weights } = this
    const { length } = this.analysis
    const { shift } = weights
    const mine = neighbours(heads, length)
    const theirs = other === null ? null : neighbours(other, length)
    const sum = { score: 0, count: 0 }
    const visit = (count: number) => {
      if (step !== 0) weights.add(places, count, 0, step)
      else sum.score += weights.score(places, count)
      sum.count += count
    }
    for (let m = 1; m <= length; m++) {
      const h = heads[m - 1]
      const sameHead = other !== null && h === other[m - 1]
      if (h !== 0 && !(sameHead && heads[h - 1] === other[h - 1]))
        visit(features.grandparent(heads[h - 1], h, m, shift, places))
      if (!(sameHead && mine.before[m] === theirs!.before[m]))
        visit(features.sibling(h, mine.before[m], m, h < m, shift, places))
    }
    for (let h = 0; h <= length; h++)
      for (let side = 0; side < 2; side++) {
        // A head that can have no modifier there has no automaton either.
        if (this.start[2 * h + side] === this.start[2 * h + side + 1]) continue
        const last = mine.last[2 * h + side]
        if (theirs === null || last !== theirs.last[2 * h + side])
          visit(features.sibling(h, last, length + 1, side === 1, shift, places))
      }
    return sum
  }
}

/** The sibling before each word (nearer to the head), and the last modifier of each head on each side; n + 1 if none. */
function neighbours(heads: ArrayLike<number>, length: number): { before: Int32Array; last: Int32Array } {
  const before = new Int32Array(length + 1)
  const last = new Int32Array(2 * length + 2).fill(length + 1)
  for (let m = 1; m <= length; m++) {
    const h = heads[m - 1]
    if (h > m) continue
    before[m] = last[2 * h + 1]
    last[2 * h + 1] = m
  }
  for (let m = length; m >= 1; m--) {
    const h = heads[m - 1]
    if (h < m) continue
    before[m] = last[2 * h]
    last[2 * h] = m
  }
  return { before, last }
}
