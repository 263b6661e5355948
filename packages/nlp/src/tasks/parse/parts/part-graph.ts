// Trees scored by parts as a factor graph: a variable per arc, one tree factor over all of them, head
// automata for either side of every word (paper 2, Fig. 1.3), pairs for arbitrary siblings, sequences for
// head bigrams, and paths as in paper 1, Table 1.
//
// Arcs that every tree contains, because their modifier has no other, are evidence: what parts score with
// them is added to the scores of arcs that are open, factors over certain arcs only disappear, and the tree
// is one over what they connect. The relaxation is the same. (Paths and projective trees need all arcs.)
import { type BinaryVariable, FactorGraph } from '@parleyjs/core'
import { HeadBigrams } from '@parleyjs/structures'
import type { PartScores } from '../tree-scores.js'
import type { ArcList } from '../trees/arc-list.js'
import type { LinkedTree } from '../trees/decode-tree.js'
import { GraphDraft } from './graph-draft.js'
import type { HeadSides } from './head-sides.js'
import type { HeadLimits } from './part-limits.js'
import { Part, type PartName } from './parts.js'
import { Paths } from './path-graph.js'
import { SideFactors } from './side-factors.js'

/** Input of `partGraph`. */
export interface PartGraphInput {
  parts: ReadonlySet<PartName>
  arcs: ArcList
  /** Score of each arc, indexed by arc. */
  score: Float64Array
  /** Number of words. */
  length: number
  sides: HeadSides
  limits: HeadLimits
  scorer: Pick<PartScores, 'score'>
  /** The factor over all arcs, or over those that are open. */
  tree: LinkedTree
}

/** A graph whose first variables are the arcs, in their order. */
export interface PartGraph {
  graph: FactorGraph
  /** Score that every tree has outside the graph: from sides without possible modifiers. */
  empty: number
  /** Writes the values of the variables after the arcs, which follow from a tree's heads. */
  complete(heads: ArrayLike<number>, values: Uint8Array): void
}

/** The graph of a sentence. */
export function partGraph(input: PartGraphInput): PartGraph {
  const { parts, arcs, score, length, sides, scorer, tree } = input
  const draft = new GraphDraft(arcs, score)
  const factors = new SideFactors(draft, input)
  let empty = 0
  for (let h = 0; h <= length; h++)
    for (let side = 0; side < 2; side++)
      if (sides.count(h, side) > 0) factors.add(h, side)
      else if (parts.has('sibling')) empty += scorer.score(Part.sibling, h, length + 1, length + 1, side)
  if (parts.has('any-sibling')) addPairs(draft, input)
  if (parts.has('head-bigram')) addBigrams(draft, input)
  const graph = new FactorGraph()
  const literals: BinaryVariable[] = []
  // Every tree has exactly one arc into the first word.
  for (let a = 0; a < arcs.count; a++)
    literals.push(graph.binary(draft.score[a] + (a < arcs.start[2] ? draft.constant : 0)))
  for (let i = 0; i < tree.certain.length; i++) graph.fix(literals[tree.certain[i]], 1)
  if (tree.links.length > 0) draft.factors.unshift(tree)
  for (const { factor, links } of draft.factors) {
    const linked: BinaryVariable[] = []
    for (let i = 0; i < links.length; i++) linked.push(literals[links[i]])
    graph.add(factor, linked)
  }
  for (const [a, b, own] of draft.pairs) graph.pair(literals[a], literals[b], own)
  const paths = parts.has('path') || parts.has('non-projective') ? new Paths(graph, literals, input) : null
  return { graph, empty, complete: (heads, values) => paths?.complete(heads, values) }
}

/** Adds a constant score: to both values of the first arc. */
export function addConstant(graph: FactorGraph, amount: number): void {
  const variable = graph.variable(0) as BinaryVariable
  const off = graph.baseScores.data[variable.index]
  const on = off + graph.scores.data[variable.slot]
  graph.setScore(variable, off + amount, 0)
  graph.setScore(variable, on + amount, 1)
}

/** Arbitrary siblings, on either side of their head. */
function addPairs(draft: GraphDraft, { arcs, length, sides, limits, scorer }: PartGraphInput): void {
  const { byHead, start } = sides
  for (let h = 0; h <= length; h++) {
    if (!limits.anySiblings(h)) continue
    for (let i = start[2 * h]; i < start[2 * h + 2]; i++)
      for (let j = i + 1; j < start[2 * h + 2]; j++) {
        const [a, b] = [byHead[i], byHead[j]]
        const [m, s] = [arcs.modifier[a], arcs.modifier[b]]
        draft.addPair(a, b, scorer.score(Part.anySibling, h, Math.min(m, s), Math.max(m, s)))
      }
  }
}

/** Heads of neighbouring words: a sequence for every run of words whose heads are open. */
function addBigrams(draft: GraphDraft, input: PartGraphInput): void {
  const { arcs, length } = input
  const isOpen = (m: number) => arcs.start[m + 1] - arcs.start[m] > 1
  for (let m = 2; m <= length; m++) if (!isOpen(m - 1) || !isOpen(m)) settleBigrams(draft, input, m)
  for (let m = 1; m <= length; m++) {
    if (!isOpen(m)) continue
    const first = m
    while (m < length && isOpen(m + 1)) m++
    if (m > first) addRun(draft, input, first, m)
  }
}

/** One of the two words has a single possible head: the pairs become scores of the other's arcs. */
function settleBigrams(draft: GraphDraft, { arcs, scorer }: PartGraphInput, m: number): void {
  const { start, head } = arcs
  const isOpen = start[m + 1] - start[m] > 1
  for (let a = start[m - 1]; a < start[m]; a++)
    for (let b = start[m]; b < start[m + 1]; b++)
      if (head[a] !== m || head[b] !== m - 1)
        draft.score[isOpen ? b : a] += scorer.score(Part.headBigram, head[a], m, head[b])
}

function addRun(draft: GraphDraft, { arcs, scorer }: PartGraphInput, first: number, last: number): void {
  const { start, head } = arcs
  const counts = Int32Array.from(
    { length: last - first + 1 },
    (_, i) => start[first + i + 1] - start[first + i],
  )
  const pairs: number[] = []
  for (let m = first + 1; m <= last; m++)
    for (let a = start[m - 1]; a < start[m]; a++)
      for (let b = start[m]; b < start[m + 1]; b++)
        // Two words that are each other's heads: no tree has both arcs.
        pairs.push(
          head[a] !== m || head[b] !== m - 1 ? scorer.score(Part.headBigram, head[a], m, head[b]) : 0,
        )
  const links = Int32Array.from({ length: start[last + 1] - start[first] }, (_, i) => start[first] + i)
  draft.factors.push({ factor: new HeadBigrams({ counts, pairs }), links })
}
