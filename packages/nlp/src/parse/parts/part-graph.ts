// Trees scored by parts as a factor graph: a variable per arc, one tree factor over all of them, head automata for either
// side of every word (paper 2, Fig. 1.3), pairs for arbitrary siblings, a sequence for head bigrams, and paths as in
// paper 1, Table 1.
import { type BinaryVariable, type CustomFactor, FactorGraph, type Literal } from '@parley/core'
import { GrandparentHeadAutomaton, HeadAutomaton, HeadBigrams, TriSiblingAutomaton } from '@parley/structures'
import type { ArcList } from '../trees/arc-list.js'
import type { HeadSides } from './head-sides.js'
import { hasAnySiblings, hasThirdOrder } from './part-limits.js'
import type { PartScorer } from './part-scorer.js'
import { Part, type PartName } from './parts.js'
import { Paths } from './path-graph.js'

/** What a graph is made of. */
export interface PartGraphInput {
  parts: ReadonlySet<PartName>
  arcs: ArcList
  /** Of every arc. */
  score: Float64Array
  /** Number of words. */
  length: number
  sides: HeadSides
  scorer: PartScorer
  /** The factor over all arcs. */
  tree: CustomFactor
}

/** A graph whose first variables are the arcs, in their order. */
export interface PartGraph {
  graph: FactorGraph
  /** Writes the values of the variables behind the arcs, which follow from a tree's heads. */
  complete(heads: ArrayLike<number>, values: Uint8Array): void
}

/** The graph of a sentence. */
export function partGraph(input: PartGraphInput): PartGraph {
  const { parts, arcs, score, length, tree } = input
  const graph = new FactorGraph()
  const literals: BinaryVariable[] = []
  for (let a = 0; a < arcs.count; a++) literals.push(graph.binary(score[a]))
  graph.add(tree, literals)
  for (let h = 0; h <= length; h++)
    for (let side = 0; side < 2; side++)
      if (input.sides.count(h, side) > 0) addAutomata(graph, literals, input, h, side)
  if (parts.has('any-sibling')) addPairs(graph, literals, input)
  if (parts.has('head-bigram') && length > 1) addBigrams(graph, literals, input)
  if (!parts.has('path') && !parts.has('non-projective')) return { graph, complete: () => {} }
  const paths = new Paths(graph, literals, input)
  return { graph, complete: (heads, values) => paths.complete(heads, values) }
}

/** What one head scores on one side: consecutive siblings, with the head's own head, and by threes. */
function addAutomata(
  graph: FactorGraph,
  literals: readonly BinaryVariable[],
  input: PartGraphInput,
  h: number,
  side: number,
): void {
  const { parts, arcs, length, sides, scorer } = input
  const from = sides.start[2 * h + side]
  const to = sides.start[2 * h + side + 1]
  const n = to - from
  // words[i] is the i-th modifier from 1 on; "none" stands before and behind.
  const words = new Int32Array(n + 2).fill(length + 1)
  const modifiers: BinaryVariable[] = []
  for (let i = from; i < to; i++) {
    words[i - from + 1] = arcs.modifier[sides.byHead[i]]
    modifiers.push(literals[sides.byHead[i]])
  }
  const siblings = parts.has('sibling')
    ? pairScores(n, (i, j) => scorer.score(Part.sibling, h, words[i], words[j], side))
    : null
  const third = hasThirdOrder(sides, h, side)
  const triSiblings = third && parts.has('tri-sibling') ? triScores(scorer, h, words) : null
  const withGrandparents = h > 0 && (parts.has('grandparent') || parts.has('grand-sibling'))
  if (withGrandparents) {
    const first = arcs.start[h]
    const grandparentCount = arcs.start[h + 1] - first
    const grandparents = new Float64Array(grandparentCount * n)
    if (parts.has('grandparent')) fillGrandparents(grandparents, input, h, words)
    const links: Literal[] = [...literals.slice(first, first + grandparentCount), ...modifiers]
    const automaton = new GrandparentHeadAutomaton({
      grandparentCount,
      grandparents,
      siblings: siblings ?? new Float64Array(((n + 1) * (n + 2)) / 2),
      ...(third && parts.has('grand-sibling') && { grandSiblings: grandSiblingScores(input, h, words) }),
    })
    graph.add(automaton, links)
  }
  if (triSiblings !== null) {
    const alone = !withGrandparents && siblings !== null
    // The one triple of a single modifier is as good as a score of its arc.
    if (n === 1 && !alone) {
      const a = sides.byHead[from]
      graph.setScore(literals[a], input.score[a] + triSiblings[2])
    } else graph.add(new TriSiblingAutomaton({ triSiblings, ...(alone && { siblings }) }), modifiers)
  } else if (!withGrandparents && siblings !== null) graph.add(new HeadAutomaton({ siblings }), modifiers)
}

/** Scores of pairs in the order of head automata: i = 0 … n outer, j = i + 1 … n + 1 inner. */
function pairScores(n: number, score: (i: number, j: number) => number): Float64Array {
  const scores = new Float64Array(((n + 1) * (n + 2)) / 2)
  let at = 0
  for (let i = 0; i <= n; i++) for (let j = i + 1; j <= n + 1; j++) scores[at++] = score(i, j)
  return scores
}

function fillGrandparents(
  scores: Float64Array,
  { arcs, scorer }: PartGraphInput,
  h: number,
  words: Int32Array,
): void {
  let at = 0
  for (let a = arcs.start[h]; a < arcs.start[h + 1]; a++)
    for (let i = 1; i + 1 < words.length; i++) {
      // A word that is the head of its own head: no tree has both.
      if (arcs.head[a] !== words[i]) scores[at] = scorer.score(Part.grandparent, arcs.head[a], h, words[i])
      at++
    }
}

function grandSiblingScores({ arcs, scorer }: PartGraphInput, h: number, words: Int32Array): Float64Array {
  const n = words.length - 2
  const count = ((n + 1) * (n + 2)) / 2
  const first = arcs.start[h]
  const scores = new Float64Array((arcs.start[h + 1] - first) * count)
  for (let a = first; a < arcs.start[h + 1]; a++) {
    const g = arcs.head[a]
    let at = (a - first) * count
    for (let i = 0; i <= n; i++)
      for (let j = i + 1; j <= n + 1; j++) {
        const isPart = (i > 0 || j <= n) && words[i] !== g && words[j] !== g
        if (isPart) scores[at] = scorer.score(Part.grandSibling, g, h, words[i], words[j])
        at++
      }
  }
  return scores
}

/** In the order of `TriSiblingAutomatonOptions`. The first modifier alone is no part: siblings score it. */
function triScores(scorer: PartScorer, h: number, words: Int32Array): Float64Array {
  const n = words.length - 2
  const scores = new Float64Array(n + 1 + (n * (n + 1) * (n + 2)) / 6)
  let at = n + 1
  for (let i = 0; i < n; i++)
    for (let j = i + 1; j <= n; j++)
      for (let k = j + 1; k <= n + 1; k++)
        scores[at++] = scorer.score(Part.triSibling, h, words[i], words[j], words[k])
  return scores
}

/** Arbitrary siblings, on either side of their head. */
function addPairs(
  graph: FactorGraph,
  literals: readonly BinaryVariable[],
  { arcs, length, sides, scorer }: PartGraphInput,
): void {
  const { byHead, start } = sides
  for (let h = 0; h <= length; h++) {
    if (!hasAnySiblings(sides, h)) continue
    for (let i = start[2 * h]; i < start[2 * h + 2]; i++)
      for (let j = i + 1; j < start[2 * h + 2]; j++) {
        const [a, b] = [byHead[i], byHead[j]]
        const [m, s] = [arcs.modifier[a], arcs.modifier[b]]
        const score = scorer.score(Part.anySibling, h, Math.min(m, s), Math.max(m, s))
        if (score !== 0) graph.pair(literals[a], literals[b], score)
      }
  }
}

function addBigrams(
  graph: FactorGraph,
  literals: readonly BinaryVariable[],
  { arcs, length, scorer }: PartGraphInput,
): void {
  const { start, head } = arcs
  const counts = Int32Array.from({ length }, (_, i) => start[i + 2] - start[i + 1])
  let size = 0
  for (let t = 1; t < length; t++) size += counts[t - 1] * counts[t]
  const pairs = new Float64Array(size)
  let at = 0
  for (let m = 2; m <= length; m++)
    for (let a = start[m - 1]; a < start[m]; a++)
      for (let b = start[m]; b < start[m + 1]; b++) {
        // Two words that are each other's heads: no tree has both arcs.
        if (head[a] !== m || head[b] !== m - 1) pairs[at] = scorer.score(Part.headBigram, head[a], m, head[b])
        at++
      }
  graph.add(new HeadBigrams({ counts, pairs }), literals)
}
