// Scores of the grammar for one sentence: logarithms of smoothed probabilities, each computed once.
import { grown, PairTable, portableLog } from '@parleyjs/core/internal'
import type { HeadDrivenScores } from '@parleyjs/structures/internal'
import * as contexts from './contexts.js'
import { type LexicalisedGrammar, TOP_CATEGORY } from './grammar.js'
import { mix } from './hashing.js'

const LEVELS = contexts.MODIFIER_LEVELS

/** The scores of a sentence whose words have their tags. */
export class SentenceScores implements HeadDrivenScores {
  readonly length: number
  readonly symbols: number
  readonly pairCategory: Int32Array
  readonly pairHead: Int32Array
  readonly memories: number
  readonly gaps = 2
  private readonly words: Int32Array
  private readonly tagOf: Int32Array
  private readonly verbs: Int32Array
  private readonly to = new Int32Array(8)
  private readonly totals = new Float64Array(8)
  private readonly reserves = new Float64Array(8)
  /** Contexts of modifiers by number: pair, head, side, memory and gap, with what describes them. */
  private readonly contextNumbers = new PairTable(Number.NaN)
  private contextCount = 0
  private contextPair = new Int32Array(1024)
  private contextHead = new Int32Array(1024) // 2 · head + side
  private contextHashes = new Int32Array(1024 * LEVELS)
  private contextTotals = new Float64Array(1024 * LEVELS)
  private contextReserves = new Float64Array(1024 * LEVELS)
  private readonly modifierScores = new PairTable(Number.NaN)
  private readonly stopScores = new PairTable(Number.NaN)
  private readonly startScores = new PairTable(Number.NaN)
  private readonly wordScores = new PairTable(Number.NaN)
  private readonly priors = new PairTable(Number.NaN)

  constructor(
    readonly grammar: LexicalisedGrammar,
    forms: readonly string[],
    tags: readonly string[],
  ) {
    this.length = forms.length
    this.symbols = grammar.symbols
    this.pairCategory = grammar.parts.pairCategory
    this.pairHead = grammar.parts.pairHead
    this.memories = grammar.symbols + 1
    this.words = Int32Array.from(forms, (form, i) => grammar.word(form, i))
    this.tagOf = Int32Array.from(tags, (tag) => grammar.tag(tag))
    this.verbs = new Int32Array(forms.length + 1)
    this.tagOf.forEach((tag, i) => {
      this.verbs[i + 1] = this.verbs[i] + grammar.isVerb[tag]
    })
  }

  tags(word: number): readonly number[] {
    return [this.tagOf[word]]
  }

  tagScore(): number {
    return 0
  }

  gap(from: number, to: number): number {
    return this.verbs[to] > this.verbs[from] ? 1 : 0
  }

  memory(symbol: number): number {
    return symbol + 1
  }

  start(pair: number, head: number): number {
    const known = this.startScores.get(pair, head)
    if (!Number.isNaN(known)) return known
    const { to, totals, reserves } = this
    const { counts } = this.grammar.parts
    contexts.headContexts(this.pairCategory[pair], this.words[head], this.tagOf[head], to)
    counts.describe(to, contexts.HEAD_LEVELS, totals, reserves)
    const p = counts.probability(
      to,
      contexts.HEAD_LEVELS,
      totals,
      reserves,
      this.pairHead[pair],
      1 / this.symbols,
    )
    return this.startScores.set(pair, head, portableLog(p))
  }

  context(pair: number, head: number, side: number, memory: number, gap: number): number {
    const first = (pair * this.length + head) * 2 + side
    const second = memory * this.gaps + gap
    const known = this.contextNumbers.get(first, second)
    if (!Number.isNaN(known)) return known
    const number = this.contextCount++
    if (number === this.contextPair.length) this.growContexts()
    const { to } = this
    this.contextPair[number] = pair
    this.contextHead[number] = head * 2 + side
    contexts.modifierContexts(
      this.pairCategory[pair],
      this.pairHead[pair],
      side,
      memory,
      gap,
      this.words[head],
      this.tagOf[head],
      to,
    )
    for (let l = 0; l < LEVELS; l++) this.contextHashes[number * LEVELS + l] = to[l]
    const { counts } = this.grammar.parts
    counts.describe(to, LEVELS, this.contextTotals, this.contextReserves, number * LEVELS)
    return this.contextNumbers.set(first, second, number)
  }

  modifier(context: number, symbol: number, modifier: number): number {
    const what = modifier * this.symbols + symbol
    const known = this.modifierScores.get(context, what)
    if (!Number.isNaN(known)) return known
    const category = this.pairCategory[this.contextPair[context]]
    const head = this.contextHead[context] >> 1
    const side = this.contextHead[context] & 1
    const p = this.symbolProbability(context, symbol + 1)
    const score = portableLog(p) + this.tagAndWord(symbol, modifier, category, side, head)
    return this.modifierScores.set(context, what, score)
  }

  stop(context: number): number {
    const known = this.stopScores.get(context, 0)
    if (!Number.isNaN(known)) return known
    return this.stopScores.set(context, 0, portableLog(this.symbolProbability(context, 0)))
  }

  root(symbol: number, head: number): number {
    const { to, totals, reserves } = this
    const { counts } = this.grammar.parts
    to[0] = contexts.ROOT_CONTEXT
    counts.describe(to, 1, totals, reserves)
    const p = counts.probability(to, 1, totals, reserves, symbol, 1 / this.symbols)
    return portableLog(p) + this.tagAndWord(symbol, head, TOP_CATEGORY, 1, -1)
  }

  prior(symbol: number, head: number): number {
    const known = this.priors.get(symbol, head)
    if (!Number.isNaN(known)) return known
    const { to, totals, reserves } = this
    const { counts } = this.grammar.parts
    const tag = this.tagOf[head]
    to[0] = contexts.ANY_CONTEXT
    counts.describe(to, 1, totals, reserves)
    const p = counts.probability(to, 1, totals, reserves, mix(symbol, tag), 1e-6)
    // The most general context, of words alone.
    contexts.wordContexts(symbol, tag, 0, 0, 0, 0, to)
    to[0] = to[contexts.WORD_LEVELS - 1]
    counts.describe(to, 1, totals, reserves)
    const word = counts.probability(to, 1, totals, reserves, this.words[head], 1e-4)
    return this.priors.set(symbol, head, portableLog(p) + portableLog(word))
  }

  private symbolProbability(context: number, outcome: number): number {
    const { contextHashes, contextTotals, contextReserves } = this
    return this.grammar.parts.counts.probability(
      contextHashes,
      LEVELS,
      contextTotals,
      contextReserves,
      outcome,
      1 / (this.symbols + 1),
      context * LEVELS,
    )
  }

  /** Log-probability of a modifier's head word and, unless the symbol implies it, of the word's tag. */
  private tagAndWord(symbol: number, m: number, category: number, side: number, head: number): number {
    const first = (symbol * 2 + side) * (TOP_CATEGORY + 1) + category
    const second = m * (this.length + 1) + head + 1
    const known = this.wordScores.get(first, second)
    if (!Number.isNaN(known)) return known
    const { to, totals, reserves, grammar, tagOf, words } = this
    const { counts } = grammar.parts
    const headTag = head < 0 ? -1 : tagOf[head]
    const headWord = head < 0 ? -1 : words[head]
    let score = 0
    if (!grammar.isTag(symbol)) {
      contexts.tagContexts(symbol, category, side, headTag, to)
      counts.describe(to, contexts.TAG_LEVELS, totals, reserves)
      score = portableLog(counts.probability(to, contexts.TAG_LEVELS, totals, reserves, tagOf[m], 1e-4))
    }
    contexts.wordContexts(symbol, tagOf[m], category, side, headWord, headTag, to)
    counts.describe(to, contexts.WORD_LEVELS, totals, reserves)
    score += portableLog(counts.probability(to, contexts.WORD_LEVELS, totals, reserves, words[m], 1e-5))
    return this.wordScores.set(first, second, score)
  }

  private growContexts(): void {
    this.contextPair = grown(this.contextPair)
    this.contextHead = grown(this.contextHead)
    this.contextHashes = grown(this.contextHashes)
    this.contextTotals = grown(this.contextTotals)
    this.contextReserves = grown(this.contextReserves)
  }
}
