// A sentence of a document: its words as objects, over the columns of CoNLL-U.
import { ParleyError } from '@parleyjs/core'
import type { ParseReport } from '../pipeline/stages.js'
import type { Sentence } from '../text/conllu/sentence.js'
import type { Doc } from './doc.js'
import { surfaceOf } from './layout.js'
import { nounPhrasesOf } from './noun-phrases.js'
import { Span } from './span.js'
import { MultiwordToken, Token } from './token.js'

/** A sentence of a document. */
export class DocSentence {
  /** Its words in order. */
  readonly tokens: readonly Token[]
  /** Its multiword tokens in order; their words are in `tokens`. */
  readonly multiwordTokens: readonly MultiwordToken[]
  private children: Token[][] | null = null
  private phrases: readonly Span[] | null = null

  /** Sentences come from `Doc`. */
  constructor(
    readonly doc: Doc,
    /** Its position in the document, from 0. */
    readonly index: number,
    /** The sentence with its columns and comments. Read-only: a document does not notice changes. */
    readonly conllu: Sentence,
    offsets: Int32Array,
    /** Status, value, bound and confidence of the tree; null if the sentence was not parsed. */
    readonly parse: ParseReport | null,
  ) {
    const tokens: Token[] = []
    const multiword: MultiwordToken[] = []
    for (const { row, first, end } of surfaceOf(conllu)) {
      const [from, to] = [offsets[2 * first], offsets[2 * first + 1]]
      const range = row.kind === 'range' ? new MultiwordToken(this, from, to, row.form, { first, end }) : null
      if (range !== null) multiword.push(range)
      for (let word = first; word < end; word++) tokens.push(new Token(this, from, to, word, range))
    }
    this.tokens = tokens
    this.multiwordTokens = multiword
  }

  /** The comment `# sent_id`. */
  get id(): string | undefined {
    return this.conllu.id
  }
  /** Its position in the text of the document, in UTF-16 units. */
  get start(): number {
    return this.tokens[0].start
  }
  get end(): number {
    return this.tokens[this.tokens.length - 1].end
  }
  /** Its part of the document's text. */
  get text(): string {
    return this.doc.text.slice(this.start, this.end)
  }
  /** The root of its tree; null without a tree. */
  get root(): Token | null {
    return this.tokens.find(({ isRoot }) => isRoot) ?? null
  }
  /** Noun phrases without what follows the noun, such as "the old bridge". Empty without tags and a tree. */
  get nounPhrases(): readonly Span[] {
    this.phrases ??= nounPhrasesOf(this)
    return this.phrases
  }

  /** The words from `first` up to, but without, `end`, counted from 0. */
  span(first: number, end: number): Span {
    if (!(first >= 0 && first < end && end <= this.tokens.length))
      throw new ParleyError(
        'bad-argument',
        `Words ${first} to ${end}: the sentence has words 0 to ${this.tokens.length}, and a span has at least one.`,
      )
    return new Span(this.tokens.slice(first, end))
  }

  /** The words whose head is this word, in order. */
  childrenOf(word: number): readonly Token[] {
    if (this.children === null) {
      const lists: Token[][] = this.tokens.map(() => [])
      for (const token of this.tokens) {
        const head = this.conllu.heads[token.index]
        if (head > 0) lists[head - 1].push(token)
      }
      this.children = lists
    }
    return this.children[word]
  }

  toString(): string {
    return this.text
  }
}
