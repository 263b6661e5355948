// What a pipeline is made of. Parley's own tokenizer, tagger and parser fit, and so does anything else of this shape.
import type { TraceRow } from '@parley/core'
import type { ParseOptions } from '../parse/interface/parse-result.js'
import type { ParserConstraints } from '../parse/interface/parser-input.js'

/** A token of a text, with its place in UTF-16 units, and its words: one, or several for a multiword token. */
export interface TextToken {
  readonly form: string
  readonly start: number
  readonly end: number
  readonly spaceAfter: boolean
  readonly words: readonly string[]
}

/** Splits a text into sentences and tokens. */
export interface TokenizerStage {
  tokenize(text: string): Iterable<{ readonly tokens: readonly TextToken[] }>
}

/** A tag, features and a lemma for every word; `_` where there is none. */
export interface Tags {
  readonly upos: readonly string[]
  readonly xpos: readonly string[]
  readonly feats: readonly string[]
  readonly lemmas: readonly string[]
}

/** Tags the words of a sentence. */
export interface TaggerStage {
  /** The UPOS that it knows; demands of others are refused, but for those of Universal Dependencies. */
  readonly uposNames?: readonly string[]
  /**
   * `fixed` has the UPOS of words that must have a certain one, `forbidden` those that they may not have; null for the
   * others.
   */
  tag(
    forms: readonly string[],
    options?: {
      readonly fixed?: readonly (string | null)[]
      readonly forbidden?: readonly (readonly string[] | null)[]
    },
  ): Tags
}

/** How good a tree is: its score, a bound that no tree exceeds, and how sure each head is. */
export interface ParseReport {
  readonly status: string
  readonly value: number
  readonly bound: number
  readonly gap: number
  /** Parts of the parser's model that the sentence is too large for, if there are any: the search did without them. */
  readonly dropped?: readonly string[]
  /** A number from 0 to 1 for the head of every word. */
  readonly confidence: ArrayLike<number>
  /** By how much the arc into every word scores more than the best other arc into it. */
  readonly margin?: ArrayLike<number>
  /** The solver's trace, if it was asked for. */
  readonly trace?: readonly TraceRow[]
  /** The next best trees, if they were asked for: the second, the third and so on. */
  readonly alternatives?: readonly ParsedTree[]
}

/** A tree: heads as in CoNLL-U (0 is the root, h is word h − 1), relations, and how good it is. */
export interface ParsedTree extends ParseReport {
  readonly heads: ArrayLike<number>
  readonly deprels: readonly string[]
}

/** How to parse, apart from what a sentence demands of its tree. */
export type ParserSettings = Readonly<Omit<ParseOptions, keyof ParserConstraints>>

/** What a parser is given. */
export type TaggedSentence = Tags & { readonly forms: readonly string[] }

/** Finds the tree of a tagged sentence. */
export interface ParserStage {
  parse(sentence: TaggedSentence, options?: ParserConstraints & ParserSettings): ParsedTree
  /** The k best trees, the best first; a parser may do without. */
  parseBest?(
    sentence: TaggedSentence,
    k: number,
    options?: ParserConstraints & ParserSettings,
  ): readonly ParsedTree[]
}

export interface Stages {
  readonly tokenizer?: TokenizerStage
  readonly tagger?: TaggerStage
  readonly parser?: ParserStage
}
