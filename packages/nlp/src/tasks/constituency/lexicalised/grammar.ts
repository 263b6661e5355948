// A head-driven lexicalised grammar: symbols, which heads categories have, and counts (Collins 1997, model 1;
// paper 3, section 7.1, footnote 11).
import { ParleyError } from '@parleyjs/core'
import type { BackoffCounts } from './backoff.js'
import { hashWord } from './hashing.js'
import { unknownWordClass } from './word-classes.js'

/** The category of the whole sentence. It is not a symbol. */
export const TOP_CATEGORY = 0x3fff

/** The result of training. */
export interface GrammarParts {
  /** Names of categories, then of tags: the symbols. */
  readonly categories: readonly string[]
  readonly tags: readonly string[]
  /** Category and head child of every pair. */
  readonly pairCategory: Int32Array
  readonly pairHead: Int32Array
  readonly counts: BackoffCounts
  /** Hashes of the words that are known by themselves. */
  readonly vocabulary: ReadonlySet<number>
  /** Tags that count as verbs between a head and its modifier. */
}

/** Symbols and words by number, and the counts. */
export class LexicalisedGrammar {
  readonly symbols: number
  readonly isVerb: Uint8Array
  private readonly tagNumbers: Map<string, number>
  private readonly categoryNumbers: Map<string, number>

  constructor(readonly parts: GrammarParts) {
    const { categories, tags } = parts
    this.symbols = categories.length + tags.length
    this.categoryNumbers = new Map(categories.map((name, i) => [name, i]))
    this.tagNumbers = new Map(tags.map((name, i) => [name, categories.length + i]))
    this.isVerb = Uint8Array.from({ length: this.symbols }, (_, s) =>
      /^(VB|MD)/.test(this.tagName(s)) ? 1 : 0,
    )
    if (tags.length === 0)
      throw new ParleyError('bad-argument', 'A grammar without tags: it was trained on no trees.')
  }

  /** The symbol of a tag; that of the first tag, the most frequent, if it was never seen. */
  tag(name: string): number {
    return this.tagNumbers.get(name) ?? this.parts.categories.length
  }

  /** The symbol of a category, −1 if it was never seen. */
  category(name: string): number {
    return this.categoryNumbers.get(name) ?? -1
  }

  isTag(symbol: number): boolean {
    return symbol >= this.parts.categories.length
  }

  name(symbol: number): string {
    const { categories, tags } = this.parts
    return categories[symbol] ?? tags[symbol - categories.length]
  }

  /** The key of a word in the counts: the word itself, or its class. */
  word(form: string, position: number): number {
    const hash = hashWord(form)
    return this.parts.vocabulary.has(hash) ? hash : hashWord(unknownWordClass(form, position))
  }

  private tagName(symbol: number): string {
    return this.isTag(symbol) ? this.name(symbol) : ''
  }
}
