// Counts of a treebank: every constituent is taken apart from its head outwards.

import { ParleyError } from '@parleyjs/core'
import { IntTable } from '@parleyjs/core/internal'
import { FIRST, LEFT, RIGHT } from '@parleyjs/structures/internal'
import { COLLINS_HEAD_RULES, type HeadRules } from '../../../text/penn/head-rules.js'
import { foldTree, leaves, type PennTree } from '../../../text/penn/tree.js'
import { BackoffCounts } from './backoff.js'
import { annotatedHead, markBasePhrases } from './base-phrases.js'
import * as contexts from './contexts.js'
import { LexicalisedGrammar, TOP_CATEGORY } from './grammar.js'
import { hashWord, mix } from './hashing.js'

export interface LexicalisedTraining {
  /** Words seen less often are known by their class only. Default 3. */
  readonly rare?: number
  /** Weight of the more general context for each outcome of a detailed one. Default 5. */
  readonly discount?: number
  readonly headRules?: HeadRules
  /**
   * Contexts seen less often are left out, except the most general one. A higher value makes a smaller model.
   * Default 3.
   */
  readonly least?: number
}

/** A constituent that was counted: its symbol and its head word. */
interface Headed {
  readonly symbol: number
  readonly head: number
  /** The words it covers: from … to − 1. */
  readonly from: number
  readonly to: number
}

/**
 * Counts clean trees (`cleanTree`).
 *
 * @example
 * trainLexicalised(parsePenn(text).map((tree) => cleanTree(tree)!))
 */
export function trainLexicalised(
  trees: readonly PennTree[],
  options: LexicalisedTraining = {},
): LexicalisedGrammar {
  if (trees.length === 0)
    throw new ParleyError('bad-argument', 'A grammar cannot be trained on 0 trees. Is the file empty?')
  const { rare = 3, discount = 5, least = 3, headRules = COLLINS_HEAD_RULES } = options
  const annotated = trees.map(markBasePhrases)
  const pairs = new Map<string, readonly [string, string, boolean]>()
  const categories = new Map<string, number>()
  const tags = new Map<string, number>()
  const words = new Map<string, number>()
  const more = (map: Map<string, number>, name: string) => map.set(name, (map.get(name) ?? 0) + 1)
  for (const tree of annotated)
    foldTree<null>(tree, (at, _, ancestors) => {
      if (at.word !== undefined) {
        more(tags, at.label)
        more(words, at.word)
      } else if (ancestors.length > 0) {
        more(categories, at.label)
        const child = at.children[annotatedHead(at, headRules)]
        pairs.set(`${at.label} ${child.label} ${child.word !== undefined}`, [
          at.label,
          child.label,
          child.word !== undefined,
        ])
      }
      return null
    })
  const byFrequency = (map: Map<string, number>) =>
    [...map].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).map(([name]) => name)
  const known = [...words].filter(([, count]) => count >= rare).map(([word]) => hashWord(word))
  const categoryNames = byFrequency(categories)
  const tagNames = byFrequency(tags)
  const number = (name: string, isTag: boolean) =>
    isTag ? categoryNames.length + tagNames.indexOf(name) : categoryNames.indexOf(name)
  const pairList = [...pairs.values()]
    .map(([category, child, isTag]) => [number(category, false), number(child, isTag)])
    .sort((a, b) => a[0] - b[0] || a[1] - b[1])
  const all = new BackoffCounts(new IntTable(), discount)
  const parts = {
    categories: categoryNames,
    tags: tagNames,
    pairCategory: Int32Array.from(pairList, ([category]) => category),
    pairHead: Int32Array.from(pairList, ([, child]) => child),
    vocabulary: new Set(known),
  }
  const everything = new LexicalisedGrammar({ ...parts, counts: all })
  const counter = new TreeCounter(everything, headRules)
  for (const tree of annotated) counter.count(tree)
  if (least <= 1) return everything
  const counts = new BackoffCounts(new IntTable(), discount)
  const grammar = new LexicalisedGrammar({ ...parts, counts })
  const again = new TreeCounter(grammar, headRules, all, least)
  for (const tree of annotated) again.count(tree)
  return grammar
}

class TreeCounter {
  private readonly to = new Int32Array(8)
  private words: number[] = []
  private tags: number[] = []
  /** Verbs before every boundary. */
  private verbs: number[] = []

  constructor(
    private readonly grammar: LexicalisedGrammar,
    private readonly headRules: HeadRules,
    /** The counts of all contexts, if those seen less often than `least` are to be left out. */
    private readonly all?: BackoffCounts,
    private readonly least = 1,
  ) {}

  count(tree: PennTree): void {
    const { grammar } = this
    const found = leaves(tree)
    this.words = found.map(({ word }, i) => grammar.word(word, i))
    this.tags = found.map(({ label }) => grammar.tag(label))
    this.verbs = [0]
    for (const tag of this.tags) this.verbs.push(this.verbs[this.verbs.length - 1] + grammar.isVerb[tag])
    let next = 0
    foldTree<Headed>(tree, (at, below, ancestors) => {
      if (at.word !== undefined) {
        const symbol = grammar.tag(at.label)
        this.any(symbol, next)
        return { symbol, head: next, from: next, to: ++next }
      }
      if (ancestors.length === 0) {
        this.root(below[0])
        return below[0]
      }
      return this.constituent(grammar.category(at.label), below, annotatedHead(at, this.headRules))
    })
  }

  private root({ symbol, head }: Headed): void {
    this.to[0] = contexts.ROOT_CONTEXT
    this.add(1, symbol)
    this.tagAndWord(symbol, head, TOP_CATEGORY, RIGHT, -1)
  }

  private any(symbol: number, head: number): void {
    this.to[0] = contexts.ANY_CONTEXT
    this.add(1, mix(symbol, this.tags[head]))
  }

  private constituent(category: number, children: readonly Headed[], which: number): Headed {
    const { to, words, tags } = this
    const { symbol: child, head } = children[which]
    contexts.headContexts(category, words[head], tags[head], to)
    this.add(contexts.HEAD_LEVELS, child)
    const context = (side: number, memory: number, gap: number) =>
      contexts.modifierContexts(category, child, side, memory, gap, words[head], tags[head], to)
    for (const side of [RIGHT, LEFT]) {
      const step = side === RIGHT ? 1 : -1
      let memory = FIRST
      let gap = 0
      for (let i = which + step; i >= 0 && i < children.length; i += step) {
        const { symbol, head: m, from, to: end } = children[i]
        gap = side === RIGHT ? this.gap(head + 1, from) : this.gap(end, head)
        context(side, memory, gap)
        this.add(contexts.MODIFIER_LEVELS, symbol + 1)
        this.tagAndWord(symbol, m, category, side, head)
        memory = symbol + 1
      }
      const edge = side === RIGHT ? children[children.length - 1].to : children[0].from
      gap = side === RIGHT ? this.gap(head + 1, edge) : this.gap(edge, head)
      context(side, memory, gap)
      this.add(contexts.MODIFIER_LEVELS, 0)
    }
    this.any(category, head)
    return { symbol: category, head, from: children[0].from, to: children[children.length - 1].to }
  }

  private tagAndWord(symbol: number, m: number, category: number, side: number, head: number): void {
    const { grammar, to, words, tags } = this
    const headTag = head < 0 ? -1 : tags[head]
    const headWord = head < 0 ? -1 : words[head]
    if (!grammar.isTag(symbol)) {
      contexts.tagContexts(symbol, category, side, headTag, to)
      this.add(contexts.TAG_LEVELS, tags[m])
    }
    contexts.wordContexts(symbol, tags[m], category, side, headWord, headTag, to)
    this.add(contexts.WORD_LEVELS, words[m])
  }

  private add(levels: number, outcome: number): void {
    this.grammar.parts.counts.count(this.to, levels, outcome, this.all, this.least)
  }

  private gap(from: number, to: number): number {
    return this.verbs[to] > this.verbs[from] ? 1 : 0
  }
}
