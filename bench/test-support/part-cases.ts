// Sentences whose trees are scored by parts, as @parleyjs/nlp builds their graphs: with random scores, and with those of a
// parser. Their factors become tables, so that they have a linear program.
import { type Factor, FactorGraph, type Literal } from '@parleyjs/core'
import { Weights } from '@parleyjs/learn/internal'
import { Parser } from '@parleyjs/nlp'
import type { ParseProblem, ParserInput, PartName } from '@parleyjs/nlp/internal'
import { vi } from 'vitest'
import { HeadSides } from '../../packages/nlp/src/tasks/parse/parts/head-sides.js'
import { addConstant, partGraph } from '../../packages/nlp/src/tasks/parse/parts/part-graph.js'
import { UNLIMITED } from '../../packages/nlp/src/tasks/parse/parts/part-limits.js'
import { PartScorer } from '../../packages/nlp/src/tasks/parse/parts/part-scorer.js'
import { Part } from '../../packages/nlp/src/tasks/parse/parts/parts.js'
import { ArcList } from '../../packages/nlp/src/tasks/parse/trees/arc-list.js'
import { wholeTreeOf } from '../../packages/nlp/src/tasks/parse/trees/decode-tree.js'
import type { PartScores, RulePart, ScoredArcs } from '../src/logic/parser-rules.js'
import { seeded } from '../src/random.js'

/** One sentence, and its graph by @parleyjs/nlp. */
export interface PartCase {
  readonly n: number
  readonly singleRoot: boolean
  readonly arcs: ScoredArcs
  readonly scores: PartScores
  readonly graph: FactorGraph
}

/** Sentences with more arcs have tables that are too large. */
const MOST_ARCS = 14

const KINDS: Record<RulePart, number> = {
  sibling: Part.sibling,
  grandparent: Part.grandparent,
  'grand-sibling': Part.grandSibling,
  'any-sibling': Part.anySibling,
  'head-bigram': Part.headBigram,
  path: Part.path,
  'non-projective': Part.nonProjective,
}

type Scorer = Pick<PartScorer, 'score'>

function partScores(parts: readonly PartName[], scorer: Scorer): PartScores {
  return { parts: new Set(parts), score: (part, ...args) => scorer.score(KINDS[part], ...args) }
}

/** Some arcs, with a tree among them, and random scores from [−1, 1] for them and from [−2, 2] for their parts. */
export function randomCase(seed: number, parts: readonly PartName[]): PartCase {
  const { uniform } = seeded(seed)
  const n = 3 + (seed % 3)
  const arcs = randomArcs(n, uniform)
  const score = Float64Array.from({ length: arcs.count }, () => 2 * uniform() - 1)
  const known = new Map<string, number>()
  const scorer: Scorer = {
    score(...part) {
      const key = part.join()
      if (!known.has(key)) known.set(key, 4 * uniform() - 2)
      return known.get(key)!
    },
  }
  const sides = new HeadSides()
  sides.fill(arcs, n)
  const singleRoot = seed % 3 === 0
  const { graph, empty } = withTables(() =>
    partGraph({
      parts: new Set(parts),
      arcs,
      score,
      length: n,
      sides,
      limits: UNLIMITED,
      scorer: scorer as PartScorer,
      tree: wholeTreeOf(arcs, n, { singleRoot, projective: false }),
    }),
  )
  addConstant(graph, empty)
  const [head, modifier] = [arcs.head.slice(0, arcs.count), arcs.modifier.slice(0, arcs.count)]
  return { n, singleRoot, arcs: { head, modifier, score }, scores: partScores(parts, scorer), graph }
}

function randomArcs(n: number, uniform: () => number): ArcList {
  const order = Array.from({ length: n }, (_, i) => [uniform(), i + 1] as const)
    .sort(([a], [b]) => a - b)
    .map(([, word]) => word)
  const headInTree = new Map(order.map((m, i) => [m, i === 0 ? 0 : order[Math.floor(uniform() * i)]]))
  const density = n === 3 ? 1 : n === 4 ? 0.6 : 0.4
  const arcs = new ArcList()
  arcs.clear(n)
  for (let m = 1; m <= n; m++) {
    for (let h = 0; h <= n; h++) {
      const kept = h === headInTree.get(m) || (uniform() < density && arcs.count + n - m < MOST_ARCS)
      if (h !== m && kept) arcs.add(h, m, 1)
    }
    arcs.end(m)
  }
  return arcs
}

/** A sentence with a parser's own scores; parts that it has no weights for get random ones. Null if it has too many arcs. */
export function parserCase(parser: Parser, input: ParserInput, parts: readonly PartName[]): PartCase | null {
  const { model } = parser
  const sized = new Parser({ ...model, parts, higherWeights: model.higherWeights ?? randomWeights() })
  if (sized.problem(input).arcs.head.length > MOST_ARCS) return null
  const spy = vi.spyOn(PartScorer.prototype, 'score')
  const { graph, arcs } = withTables(() => sized.problem(input))
  const scorer = spy.mock.contexts[0] as PartScorer
  spy.mockRestore()
  return {
    n: input.forms.length,
    singleRoot: model.singleRoot,
    arcs: { ...arcs, score: arcScores(new Parser({ ...model, parts: ['arc'] }), input, arcs) },
    scores: partScores(parts, scorer),
    graph,
  }
}

/**
 * What the arcs alone score: in the graph, parts that follow from an arc may have been added to it. The parser that has arcs only
 * may keep more of them than one with many parts, so each is looked up.
 */
function arcScores(
  byArcs: Parser,
  input: ParserInput,
  { head, modifier }: ParseProblem['arcs'],
): Float64Array {
  const { arcs, graph } = byArcs.problem(input)
  const scores = new Map(Array.from(arcs.head, (h, a) => [`${h},${arcs.modifier[a]}`, graph.scores.data[a]]))
  return Float64Array.from(head, (h, a) => {
    const score = scores.get(`${h},${modifier[a]}`)
    if (score === undefined) throw new Error(`The arc ${h} → ${modifier[a]} has no score of its own.`)
    return score
  })
}

type HigherWeights = Parser['model']['higherWeights']

function randomWeights(): HigherWeights {
  const { uniform } = seeded(1)
  const weights = new Weights(12)
  for (let i = 0; i < weights.values.length; i++) weights.values[i] = 0.8 * (uniform() - 0.5)
  return weights as unknown as HigherWeights
}

/** Builds a graph whose custom factors are tables of all their configurations: the linear program is their convex hull. */
function withTables<T>(build: () => T): T {
  const spy = vi.spyOn(FactorGraph.prototype, 'add').mockImplementation(addAsTable)
  try {
    return build()
  } finally {
    spy.mockRestore()
  }
}

function addAsTable(this: FactorGraph, factor: Factor, literals: readonly Literal[]): number {
  const n = literals.length
  const table = Float64Array.from({ length: 2 ** n }, (_, code) =>
    factor.score!(Float64Array.from({ length: n }, (_, i) => (code >> (n - 1 - i)) & 1)),
  )
  return this.dense(literals, table)
}
