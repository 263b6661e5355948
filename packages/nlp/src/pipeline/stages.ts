// The interfaces of a pipeline's stages. Parley's own tokenizer, tagger and parser implement them; so can
// others.
import type { TraceRow } from '@parleyjs/core'
import type { ParseOptions } from '../tasks/parse/interface/parse-result.js'
import type { ParserConstraints } from '../tasks/parse/interface/parser-input.js'

/** A token of a text, its position in UTF-16 units, and its words: one, or several for a multiword token. */
export interface TextToken {
  readonly form: string
  readonly start: number
  readonly end: number
  readonly spaceAfter: boolean
  readonly words: readonly string[]
}

/** The white space of a text around a token. */
export interface Spaces {
  /** Before the first token of a paragraph; empty for the others. */
  readonly before: string
  readonly after: string
  /** The token as it was written, with its white space. */
  readonly written: string
}

/** Splits a text into sentences and tokens. */
export interface TokenizerStage {
  tokenize(text: string): Iterable<{ readonly tokens: readonly TextToken[] }>
}

/** A tag, features and a lemma for every word; `_` where there is no value. */
export interface Tags {
  readonly upos: readonly string[]
  readonly xpos: readonly string[]
  readonly feats: readonly string[]
  readonly lemmas: readonly string[]
}

/** Tags the words of a sentence. */
export interface TaggerStage {
  /** The UPOS that the tagger knows. Constraints may use these and those of Universal Dependencies only. */
  readonly uposNames?: readonly string[]
  /** Whether `tag` gives the probabilities of UPOS on request, which corpus-wide tagging needs. */
  readonly givesProbabilities?: true
  /**
   * `fixed` has the required UPOS of words, `forbidden` the forbidden ones; null for words that are free.
   */
  tag(
    forms: readonly string[],
    options?: {
      readonly fixed?: readonly (string | null)[]
      readonly forbidden?: readonly (readonly string[] | null)[]
    },
  ): Tags
}

/** Quality of a tree: its score, a bound that no tree exceeds, and a confidence for each head. */
export interface ParseReport {
  readonly status: string
  readonly value: number
  readonly bound: number
  readonly gap: number
  /** Parts of the parser's model that the search left out because the sentence is too long for them. */
  readonly dropped?: readonly string[]
  /** Confidence from 0 to 1 for the head of every word. */
  readonly confidence: ArrayLike<number>
  /** For every word, the score of the arc into it minus the score of the best other arc into it. */
  readonly margin?: ArrayLike<number>
  /** The solver's trace, on request. */
  readonly trace?: readonly TraceRow[]
  /** The next best trees, on request: the second, the third and so on. */
  readonly alternatives?: readonly ParsedTree[]
}

/** A tree: heads as in CoNLL-U (0 is the root, h is word h − 1), relations, and its quality. */
export interface ParsedTree extends ParseReport {
  readonly heads: ArrayLike<number>
  readonly deprels: readonly string[]
}

/** Options of the parser, apart from the constraints of a sentence. */
export type ParserSettings = Readonly<Omit<ParseOptions, keyof ParserConstraints>>

/** The input of a parser. */
export type TaggedSentence = Tags & { readonly forms: readonly string[] }

/** Finds the tree of a tagged sentence. */
export interface ParserStage {
  parse(sentence: TaggedSentence, options?: ParserConstraints & ParserSettings): ParsedTree
  /** The k best trees, the best first; optional. */
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
