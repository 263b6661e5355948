// All trees of a head-driven grammar over one sentence, as a hypergraph whose links are arcs between head
// words. The chart is filled from short spans to long ones; a beam keeps the best items of each span. The
// forest is made once and searched many times.
//
// Items of a span: complete constituents (a symbol and a head word); a head child with its modifiers on the
// right so far; the same with the right side closed and modifiers on the left so far.
import { HypergraphBuilder } from '../hypergraph/builder.js'
import { NOTHING } from '../hypergraph/hypergraph.js'
import { type ArcPairs, readArcs } from '../trees/tree-arcs.js'
import { Beam } from './beam.js'
import { Chains } from './chains.js'
import { type Items, joined, NONE, sortedByHead } from './items.js'
import { keepBest } from './keep.js'
import type { HeadDrivenForest, HeadDrivenLimits, HeadDrivenOptions } from './options.js'
import { Outlook } from './outlook.js'
import { FIRST, type HeadDrivenScores, LEFT, RIGHT } from './scores.js'
import { Step } from './steps.js'

/** Makes the forest of a sentence. */
export function headDrivenForest(options: HeadDrivenOptions): HeadDrivenForest {
  return new HeadDrivenChart(options).run()
}

class HeadDrivenChart {
  private readonly scores: HeadDrivenScores
  private readonly n: number
  private readonly arcMerit: Float64Array
  private readonly arcs: ArcPairs
  private readonly outlook: Outlook
  private readonly limits: Required<HeadDrivenLimits>
  private readonly chains: Chains
  private readonly pairsOf: number[][]
  private readonly builder: HypergraphBuilder
  private readonly beam = new Beam()
  private readonly complete: Items[]
  private readonly rights: Items[]
  private readonly lefts: Items[]

  constructor({ scores, arcs, arcMerit, limits = {} }: HeadDrivenOptions) {
    const n = scores.length
    readArcs('a head-driven chart', n + 1, arcs, 400, 64)
    this.scores = scores
    this.n = n
    this.arcMerit = arcMerit === undefined ? new Float64Array(arcs.length) : Float64Array.from(arcMerit)
    this.limits = { complete: 8, partial: 24, below: 9, chain: 3, ...limits }
    this.arcs = arcs
    this.outlook = new Outlook(scores, arcs, this.arcMerit)
    this.pairsOf = Array.from({ length: scores.symbols }, () => [])
    for (let q = 0; q < scores.pairHead.length; q++) this.pairsOf[scores.pairHead[q]].push(q)
    this.chains = new Chains(scores, this.pairsOf, this.limits.chain, -2 * this.limits.below)
    this.builder = new HypergraphBuilder(arcs.length)
    this.complete = Array.from({ length: (n + 1) * (n + 1) }, () => NONE)
    this.rights = this.complete.slice()
    this.lefts = this.complete.slice()
  }

  run(): HeadDrivenForest {
    const { n } = this
    for (let width = 1; width <= n; width++) for (let i = 0; i + width <= n; i++) this.cell(i, i + width)
    return { graph: this.builder.build(this.root()), chains: this.chains.list }
  }

  /** The items of the span between two boundaries. */
  private cell(i: number, j: number): void {
    const at = i * (this.n + 1) + j
    const { partial } = this.limits
    this.outlook.enter(i, j)
    // With modifiers on the right; then the right side closed, or modifiers on the left.
    this.attach(RIGHT, i, j)
    const rights = this.keep(partial)
    this.closeRight(rights, j)
    this.attach(LEFT, i, j)
    const lefts = this.keep(partial)
    // Complete constituents, then chains above them.
    if (j === i + 1) this.addWord(i)
    else this.closeLeft(lefts, i)
    const proper = this.keep(this.limits.complete)
    this.addChains(proper, i, j)
    const complete = sortedByHead(this.keep(this.limits.complete), i, j)
    // Constituents that start with these items as head child.
    this.start(complete)
    const begun = this.keep(partial)
    this.closeRight(begun, j)
    const bare = this.keep(partial)
    this.complete[at] = complete
    this.rights[at] = joined(rights, begun)
    this.lefts[at] = joined(lefts, bare)
  }

  private addWord(i: number): void {
    for (const tag of this.scores.tags(i)) {
      const score = this.scores.tagScore(i, tag)
      const merit = this.outlook.merit(tag, i)
      this.beam.add(i, tag, 0, merit, score, NOTHING, NOTHING, score, -1, 8 * tag + Step.word)
    }
  }

  private addChains(items: Items, i: number, j: number): void {
    const { scores, chains, beam, outlook } = this
    for (let x = 0; x < items.node.length; x++) {
      const h = items.head[x]
      for (const { symbol, score, id } of chains.from(
        items.label[x],
        h,
        scores.gap(i, h),
        scores.gap(h + 1, j),
      ))
        beam.add(
          h,
          symbol,
          0,
          outlook.merit(symbol, h),
          items.inside[x] + score,
          items.node[x],
          NOTHING,
          score,
          -1,
          8 * id + Step.chain,
        )
    }
  }

  private start(items: Items): void {
    const { scores, beam, pairsOf, outlook } = this
    for (let x = 0; x < items.node.length; x++) {
      const h = items.head[x]
      for (const pair of pairsOf[items.label[x]]) {
        const score = scores.start(pair, h)
        const merit = outlook.merit(scores.pairCategory[pair], h)
        beam.add(
          h,
          pair,
          FIRST,
          merit,
          items.inside[x] + score,
          items.node[x],
          NOTHING,
          score,
          -1,
          8 * pair + Step.start,
        )
      }
    }
  }

  private closeRight(items: Items, j: number): void {
    const { scores, beam, outlook } = this
    for (let x = 0; x < items.node.length; x++) {
      const h = items.head[x]
      const pair = items.label[x]
      const score = scores.stop(scores.context(pair, h, RIGHT, items.memory[x], scores.gap(h + 1, j)))
      const merit = outlook.merit(scores.pairCategory[pair], h)
      beam.add(
        h,
        pair,
        FIRST,
        merit,
        items.inside[x] + score,
        items.node[x],
        NOTHING,
        score,
        -1,
        8 * pair + Step.closeRight,
      )
    }
  }

  private closeLeft(items: Items, i: number): void {
    const { scores, beam, outlook } = this
    for (let x = 0; x < items.node.length; x++) {
      const h = items.head[x]
      const pair = items.label[x]
      const category = scores.pairCategory[pair]
      const score = scores.stop(scores.context(pair, h, LEFT, items.memory[x], scores.gap(i, h)))
      const merit = outlook.merit(category, h)
      beam.add(
        h,
        category,
        0,
        merit,
        items.inside[x] + score,
        items.node[x],
        NOTHING,
        score,
        -1,
        8 * pair + Step.closeLeft,
      )
    }
  }

  /**
   * Modifiers on one side: an unfinished constituent takes a complete one beside it if an arc allows it.
   */
  private attach(side: number, i: number, j: number): void {
    const { scores, n, arcs } = this
    const { from } = this.outlook
    const isRight = side === RIGHT
    for (let k = i + 1; k < j; k++) {
      const heads = isRight ? this.rights[i * (n + 1) + k] : this.lefts[k * (n + 1) + j]
      const [begin, end] = isRight ? [k, j] : [i, k]
      const modifiers = this.complete[begin * (n + 1) + end]
      if (modifiers.node.length === 0) continue
      for (let x = 0; x < heads.node.length; x++) {
        const h = heads.head[x]
        let context = -1
        for (const a of from[h]) {
          const m = arcs[a][1] - 1
          if (m < begin || m >= end) continue
          const first = modifiers.byHead[m - begin]
          const last = modifiers.byHead[m - begin + 1]
          if (first === last) continue
          if (context < 0) {
            const gap = isRight ? scores.gap(h + 1, k) : scores.gap(k, h)
            context = scores.context(heads.label[x], h, side, heads.memory[x], gap)
          }
          this.attachAll(side, heads, x, modifiers, first, last, context, a)
        }
      }
    }
  }

  /** Combines one unfinished constituent with each of several modifiers that have the same head word. */
  private attachAll(
    side: number,
    heads: Items,
    x: number,
    modifiers: Items,
    first: number,
    last: number,
    context: number,
    a: number,
  ): void {
    const { scores, beam, arcMerit, outlook } = this
    const h = heads.head[x]
    const pair = heads.label[x]
    const node = heads.node[x]
    const merit = outlook.merit(scores.pairCategory[pair], h)
    const inside = heads.inside[x] + arcMerit[a]
    for (let y = first; y < last; y++) {
      const symbol = modifiers.label[y]
      const score = scores.modifier(context, symbol, modifiers.head[y])
      const total = inside + modifiers.inside[y] + score
      const memory = scores.memory(symbol)
      const other = modifiers.node[y]
      if (side === RIGHT)
        beam.add(h, pair, memory, merit, total, node, other, score, a, 8 * pair + Step.right)
      else beam.add(h, pair, memory, merit, total, other, node, score, a, 8 * pair + Step.left)
    }
  }

  private root(): number {
    const { scores, n, builder, outlook } = this
    const node = builder.node()
    const items = this.complete[n]
    for (let x = 0; x < items.node.length; x++) {
      const a = outlook.rootArc(items.head[x])
      if (a === undefined) continue
      const score = scores.root(items.label[x], items.head[x])
      builder.edge(node, items.node[x], NOTHING, score, a, 8 * items.label[x] + Step.root)
    }
    return node
  }

  private keep(most: number): Items {
    return keepBest(this.beam, this.builder, most, this.limits.below)
  }
}
