// The trees of a grammar over a sentence, as a factor on the tags of its words.
import { type Factor, ParleyError } from '@parleyjs/core'
import { requireAllowed, requireCount } from '../common/check.js'
import { HypergraphFactor } from '../hypergraph/factor.js'
import type { Hypergraph } from '../hypergraph/hypergraph.js'
import { InsideOutside } from '../hypergraph/inside-outside.js'
import type { SpanFilter, WordLeaves } from './chart.js'
import { type Forest, makeForest, SAME } from './forest.js'
import type { Grammar } from './grammar.js'
import { type GrammarNode, treeOf } from './tree-of.js'

/** What is parsed, and how much of it is kept. */
export interface GrammarTreeOptions {
  grammar: Grammar
  /** The symbols that each word may have, with scores. */
  words: readonly WordLeaves[]
  /** Which symbols are allowed over which spans; see `coarseFilter`. All by default. */
  filter?: SpanFilter
  /**
   * Uses of rules whose best tree scores this much less than the best are left out. By default, nothing is
   * left out.
   */
  threshold?: number
  /**
   * Where the grammar has no tree: the score of each of the pieces that are then put side by side. Default
   * −100.
   */
  glue?: number
}

/** A tree and its score, the scores of its links included. */
export interface ScoredTree {
  readonly score: number
  readonly tree: GrammarNode
}

/** How probable it is that a span is a constituent with this symbol on top. */
export interface SpanProbability {
  readonly symbol: number
  readonly start: number
  readonly end: number
  readonly probability: number
}

/**
 * The links are one-hot groups, word by word: the values of a word's variable, such as its tags. A
 * configuration scores what its best tree scores; `marginals` sums over all trees, chains of unary rules of
 * any length included. The chart is filled and packed once; each operation is then one or two passes over the
 * packed chart.
 *
 * @example
 * const rain = { links: 2, symbols: [NOUN, VERB], values: [0, 1], scores: [-1, -2] }
 * const factor = new GrammarTree({ grammar, words: [rain] })
 * graph.add(factor, [isNoun, isVerb]) // literals, one for each link
 * factor.tree(new Float64Array(2)) // { symbol: S, start: 0, end: 1, children: [...] }
 */
export class GrammarTree implements Factor<GrammarNode> {
  readonly name = 'grammar'
  /** False if the grammar has no tree for these words, so that pieces are put side by side. */
  readonly derived: boolean
  private readonly grammar: Grammar
  private readonly forest: Forest
  private readonly factor: HypergraphFactor
  private sums: InsideOutside | null = null // made on first use

  constructor({
    grammar,
    words,
    filter,
    threshold = Number.POSITIVE_INFINITY,
    glue = -100,
  }: GrammarTreeOptions) {
    requireWords(words, grammar)
    this.grammar = grammar
    this.forest = makeForest({ grammar, words, filter, threshold, glue })
    this.derived = this.forest.derived
    const groups = words.flatMap(({ links }, i) => Array.from({ length: links }, () => i))
    this.factor = new HypergraphFactor({ graph: this.forest.graph, groups, name: this.name })
  }

  /** The packed trees; null if there are none, not even in pieces. */
  get graph(): Hypergraph | null {
    return this.forest.graph
  }

  maximize(scores: Float64Array, configuration: Float64Array): number {
    return this.factor.maximize(scores, configuration)
  }

  score(configuration: Float64Array): number {
    return this.factor.score(configuration)
  }

  maxMarginals(scores: Float64Array, on: Float64Array, off: Float64Array): number {
    return this.factor.maxMarginals(scores, on, off)
  }

  /** The probability of every link, summed over trees, and the logarithm of the normaliser. */
  marginals(scores: Float64Array, marginals: Float64Array): number {
    marginals.fill(0)
    return this.inOut()?.sum(scores, marginals) ?? Number.NEGATIVE_INFINITY
  }

  /** The best tree under scores of links; null if there is none. */
  tree(scores: Float64Array): GrammarNode | null {
    const found = this.factor.maximize(scores, new Float64Array(scores.length))
    return found === Number.NEGATIVE_INFINITY ? null : this.answer()
  }

  /** The tree that `maximize` found last. */
  answer(): GrammarNode {
    return treeOf(this.grammar, this.forest, this.factor.derivation())
  }

  /** The k best trees, the best first; fewer if there are fewer. */
  kBest(scores: Float64Array, k: number): ScoredTree[] {
    return this.factor
      .kBest(scores, k)
      .map(({ score, edges }) => ({ score, tree: treeOf(this.grammar, this.forest, edges) }))
  }

  /** The probabilities of constituents, by the symbol on top of each span. */
  spanMarginals(scores: Float64Array): SpanProbability[] {
    const inOut = this.inOut()
    if (inOut === null) return []
    inOut.sum(scores, new Float64Array(scores.length))
    const { symbol, start, end } = this.forest
    const found: SpanProbability[] = []
    const below = this.nodesBelow(inOut.graph)
    for (let v = 1; v < symbol.length; v++)
      if (!below[v] && symbol[v] >= 0 && inOut.outside[v] > 0)
        found.push({
          symbol: symbol[v],
          start: start[v],
          end: end[v],
          probability: Math.min(1, inOut.outside[v]),
        })
    return found
  }

  /** Marks the lower nodes that have an upper node of their own. */
  private nodesBelow({ left, edgeTag, edgeCount }: Hypergraph): Uint8Array {
    const below = new Uint8Array(this.forest.symbol.length)
    for (let e = 0; e < edgeCount; e++) if (edgeTag[e] >= 0 || edgeTag[e] === SAME) below[left[e]] = 1
    return below
  }

  /** For sums, the weight of a chain is that of all chains between its ends. */
  private inOut(): InsideOutside | null {
    const { graph, symbol } = this.forest
    if (graph === null || this.sums !== null) return this.sums
    const { between, own } = this.grammar.chainSums()
    const score = graph.score.slice()
    for (let e = 0; e < graph.edgeCount; e++) {
      const tag = graph.edgeTag[e]
      if (tag >= 0) score[e] = between[tag]
      else if (tag === SAME) score[e] = own[symbol[graph.left[e]]]
    }
    this.sums = new InsideOutside({ ...graph, score })
    return this.sums
  }
}

function requireWords(words: readonly WordLeaves[], { symbols: count }: Grammar): void {
  if (words.length === 0)
    throw new ParleyError('bad-argument', 'A sentence to be parsed has no words. Give it at least one.')
  words.forEach(({ links, symbols, values, scores }, i) => {
    const what = `Word ${i + 1} of a sentence to be parsed`
    requireCount(`${what}: links of its symbols`, values.length, symbols.length, 'one per symbol')
    requireCount(`${what}: scores of its symbols`, scores.length, symbols.length, 'one per symbol')
    requireAllowed(`${what}: scores of its symbols`, scores)
    for (let s = 0; s < symbols.length; s++)
      if (!(symbols[s] >= 0 && symbols[s] < count && values[s] >= 0 && values[s] < links))
        throw new ParleyError(
          'bad-argument',
          `${what} has symbol ${symbols[s]} with link ${values[s]}, but there are ${count} symbols and it has ${links} links.`,
        )
  })
}
