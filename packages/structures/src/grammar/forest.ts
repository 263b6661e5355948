// Converts a chart to a hypergraph: one node per kept symbol, span and layer, and one edge per kept use of a
// rule.
import { HypergraphBuilder } from '../hypergraph/builder.js'
import { type Hypergraph, NOTHING } from '../hypergraph/hypergraph.js'
import { type Chart, fillInside, type SpanFilter, spanIndex, type WordLeaves } from './chart.js'
import { fillOutside, type Glue, glueOf, type Outside, RuleUses } from './chart-outside.js'
import type { Grammar } from './grammar.js'

/** The tag of an edge that uses a binary rule. The tag of a unary chain is the number of the chain. */
const RULE = -1
export const SAME = -2
export const PIECE = -3

/** The symbol of nodes that glue pieces together. */
const GLUED = -1

/** All kept trees of a sentence, and a description of the nodes. */
export interface Forest {
  /** Null if not even pieces cover the words. */
  readonly graph: Hypergraph | null
  /** False if the grammar has no tree, and pieces are glued together. */
  readonly derived: boolean
  /** Symbol of each node of the graph; −1 where pieces are glued. */
  readonly symbol: Int32Array
  readonly start: Int32Array
  readonly end: Int32Array
}

export interface ForestOptions {
  readonly grammar: Grammar
  readonly words: readonly WordLeaves[]
  readonly filter?: SpanFilter | undefined
  readonly threshold: number
  readonly glue: number
}

/** Fills a chart and packs it. */
export function makeForest({ grammar, words, filter, threshold, glue: glueScore }: ForestOptions): Forest {
  const chart = fillInside(grammar, words, filter)
  const derived = chart.best > Number.NEGATIVE_INFINITY
  const glue = derived ? null : glueOf(chart, glueScore)
  const uses = new RuleUses()
  const outside = fillOutside(chart, threshold, glue, uses)
  return new Packer(chart, outside, words).pack(uses, glue)
}

class Packer {
  private readonly builder: HypergraphBuilder
  /** The nodes of each entry of the chart, `NOTHING` if the entry is not kept. */
  private readonly lowerNode: Int32Array
  private readonly upperNode: Int32Array
  private readonly symbols: number[] = [GLUED]
  private readonly starts: number[] = [0]
  private readonly ends: number[] = [0]
  private readonly entryOf: Int32Array
  private readonly firstLink: Int32Array

  constructor(
    private readonly chart: Chart,
    private readonly outside: Outside,
    private readonly words: readonly WordLeaves[],
  ) {
    this.firstLink = new Int32Array(words.length + 1)
    words.forEach(({ links }, i) => {
      this.firstLink[i + 1] = this.firstLink[i] + links
    })
    this.builder = new HypergraphBuilder(this.firstLink[words.length])
    this.lowerNode = new Int32Array(outside.lower.length)
    this.upperNode = new Int32Array(outside.lower.length)
    this.entryOf = new Int32Array(chart.grammar.symbols).fill(-1)
  }

  pack(uses: RuleUses, glue: Glue | null): Forest {
    const { builder, chart, lowerNode, upperNode } = this
    const n = chart.length
    const glued = new Int32Array(n + 1)
    for (let end = 1; end <= n; end++) {
      for (let start = end - 1; start >= 0; start--) this.addSpan(start, end)
      if (glue !== null) glued[end] = this.addGlue(end, glue, glued)
    }
    for (let u = 0; u < uses.count; u++)
      builder.edge(
        lowerNode[uses.parent[u]],
        upperNode[uses.left[u]],
        upperNode[uses.right[u]],
        uses.score[u],
        -1,
        RULE,
      )
    const graph = builder.build(glue === null ? this.rootNode() : glued[n])
    const kept = graph === null ? new Int32Array(0) : graph.nodeTag
    const pick = (column: number[]) => Int32Array.from(kept, (node) => column[Math.max(node, 0)])
    return {
      graph,
      derived: glue === null,
      symbol: pick(this.symbols),
      start: pick(this.starts),
      end: pick(this.ends),
    }
  }

  private node(symbol: number, start: number, end: number): number {
    this.symbols.push(symbol)
    this.starts.push(start)
    this.ends.push(end)
    return this.builder.node(this.builder.nodeCount)
  }

  private rootNode(): number {
    const { entryStart, symbol, grammar, length } = this.chart
    const span = spanIndex(0, length)
    for (let e = entryStart[span]; e < entryStart[span + 1]; e++)
      if (symbol[e] === grammar.root) return this.upperNode[e]
    return NOTHING
  }

  private addSpan(start: number, end: number): void {
    const { chart, outside, lowerNode, upperNode, entryOf } = this
    const { entryStart, symbol, lower, grammar } = chart
    const { chains } = grammar
    const span = spanIndex(start, end)
    const [from, to] = [entryStart[span], entryStart[span + 1]]
    const stays = (e: number) =>
      outside.lower[e] > Number.NEGATIVE_INFINITY && lower[e] > Number.NEGATIVE_INFINITY
    for (let e = from; e < to; e++) {
      entryOf[symbol[e]] = e
      if (stays(e)) lowerNode[e] = this.node(symbol[e], start, end)
    }
    if (end === start + 1) this.addLeaves(start, from, to)
    // An entry has an upper node of its own only if a chain leads to it; otherwise that is the lower node.
    const needed: [below: number, above: number, chain: number][] = []
    for (let e = from; e < to; e++) {
      if (!stays(e)) continue
      const b = symbol[e]
      upperNode[e] = lowerNode[e]
      if (chains.cyclic[b]) needed.push([e, e, SAME])
      for (let c = chains.start[b]; c < chains.start[b + 1]; c++) {
        const above = entryOf[chains.parent[c]]
        if (above >= 0 && lower[e] + chains.best[c] + outside.upper[above] >= outside.least)
          needed.push([e, above, c])
      }
    }
    for (const [, above] of needed) {
      const alone = lowerNode[above]
      if (upperNode[above] !== NOTHING && upperNode[above] !== alone) continue
      const node = this.node(symbol[above], start, end)
      upperNode[above] = node
      if (alone !== NOTHING) this.builder.edge(node, alone, NOTHING, 0, -1, SAME)
    }
    for (const [below, above, chain] of needed)
      if (chain !== SAME)
        this.builder.edge(upperNode[above], lowerNode[below], NOTHING, chains.best[chain], -1, chain)
    for (let e = from; e < to; e++) entryOf[symbol[e]] = -1
  }

  private addLeaves(word: number, from: number, to: number): void {
    const { symbols, values, scores } = this.words[word]
    for (let i = 0; i < symbols.length; i++) {
      const e = this.entryOf[symbols[i]]
      if (e < from || e >= to || this.lowerNode[e] === NOTHING) continue
      this.builder.edge(
        this.lowerNode[e],
        NOTHING,
        NOTHING,
        scores[i],
        this.firstLink[word] + values[i],
        RULE,
      )
    }
  }

  /** The words before `end` as pieces; its last piece ends there. */
  private addGlue(end: number, { score, before, after }: Glue, glued: Int32Array): number {
    const { chart, outside, upperNode } = this
    const node = this.node(GLUED, 0, end)
    for (let start = 0; start < end; start++) {
      if (start > 0 && glued[start] === NOTHING) continue
      const span = spanIndex(start, end)
      const around = before[start] + score + after[end]
      for (let e = chart.entryStart[span]; e < chart.entryStart[span + 1]; e++)
        if (upperNode[e] !== NOTHING && around + chart.upper[e] >= outside.least)
          this.builder.edge(node, glued[start], upperNode[e], score, -1, PIECE)
    }
    return node
  }
}
