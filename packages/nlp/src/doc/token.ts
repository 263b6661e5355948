// The words and multiword tokens of a document.
import type { DocSentence } from './doc-sentence.js'
import { Span } from './span.js'

/** A part of the text of a document, in UTF-16 units and in code points. */
abstract class Place {
  constructor(
    readonly sentence: DocSentence,
    /** Its position in the text of the document, in UTF-16 units: `doc.text.slice(start, end)`. */
    readonly start: number,
    readonly end: number,
  ) {}

  get codePointStart(): number {
    return this.sentence.doc.codePoints.of(this.start)
  }
  get codePointEnd(): number {
    return this.sentence.doc.codePoints.of(this.end)
  }
  abstract get text(): string

  toString(): string {
    return this.text
  }
}

/**
 * A word of a sentence, with its place in the text and in the tree. Values that are unknown (`_` in CoNLL-U)
 * are null. The words of a multiword token (`do` and `n't` of "don't") have the place of that token.
 */
export class Token extends Place {
  constructor(
    sentence: DocSentence,
    start: number,
    end: number,
    /** Its position in the sentence, from 0. */
    readonly index: number,
    /** The multiword token that it is a part of, or null. */
    readonly multiword: MultiwordToken | null,
  ) {
    super(sentence, start, end)
  }

  /** Its number in CoNLL-U: `index` + 1. */
  get id(): number {
    return this.index + 1
  }
  /** The form of the word. */
  get text(): string {
    return this.sentence.conllu.forms[this.index]
  }
  get lemma(): string | null {
    return known(this.sentence.conllu.lemmas[this.index])
  }
  /** Its universal part of speech, such as `NOUN`. */
  get upos(): string | null {
    return known(this.sentence.conllu.upos[this.index])
  }
  /** Its part of speech in the tag set of the language, such as `NNS`. */
  get xpos(): string | null {
    return known(this.sentence.conllu.xpos[this.index])
  }
  /** Its features by name, such as `{ Number: 'Plur' }`. */
  get feats(): Readonly<Record<string, string>> {
    return pairs(this.sentence.conllu.feats[this.index])
  }
  /** Further values by name, from MISC. */
  get misc(): Readonly<Record<string, string>> {
    return pairs(this.sentence.conllu.misc[this.index])
  }
  /** Its relation to its head, such as `nsubj`; `root` for the root. */
  get deprel(): string | null {
    return known(this.sentence.conllu.deprels[this.index])
  }
  /** The white space that follows in the text. Empty within a multiword token. */
  get whitespace(): string {
    return this.sentence.doc.whitespaceAfter(this)
  }
  /** The parser's confidence in its head, from 0 to 1; null if it was not parsed. */
  get confidence(): number | null {
    return this.sentence.parse?.confidence[this.index] ?? null
  }

  get isRoot(): boolean {
    return this.sentence.conllu.heads[this.index] === 0
  }
  /** The word that it depends on; null for a root, and without a tree. */
  get head(): Token | null {
    const head = this.sentence.conllu.heads[this.index]
    return head > 0 ? this.sentence.tokens[head - 1] : null
  }
  /** The words that depend on it, in the order of the sentence. */
  get children(): readonly Token[] {
    return this.sentence.childrenOf(this.index)
  }
  /** Its head, the head of its head, and so on. */
  get ancestors(): readonly Token[] {
    const above = new Set<Token>()
    // A treebank may have a cycle.
    for (let next = this.head; next !== null && next !== this && !above.has(next); next = next.head)
      above.add(next)
    return [...above]
  }
  /** It and all words below it, in the order of the sentence. */
  get subtree(): readonly Token[] {
    const below = new Set<Token>([this])
    // The set grows while it is read.
    for (const token of below) for (const child of token.children) below.add(child)
    return [...below].sort((a, b) => a.index - b.index)
  }
  /** The stretch of the sentence from the first to the last word of its subtree. */
  get span(): Span {
    const words = this.subtree
    return this.sentence.span(words[0].index, words[words.length - 1].index + 1)
  }

  /** The word as plain data. `JSON.stringify` calls it; `Doc.toJSON` keeps everything. */
  toJSON() {
    const { id, text, lemma, upos, xpos, feats, deprel, start, end } = this
    return { id, text, lemma, upos, xpos, feats, head: this.head?.id ?? null, deprel, start, end }
  }
}

/** A token of the text that stands for several words, such as "don't". */
export class MultiwordToken extends Place {
  constructor(
    sentence: DocSentence,
    start: number,
    end: number,
    private readonly form: string,
    private readonly words: { readonly first: number; readonly end: number },
  ) {
    super(sentence, start, end)
  }

  get text(): string {
    return this.form
  }
  get tokens(): readonly Token[] {
    return this.sentence.tokens.slice(this.words.first, this.words.end)
  }
  get span(): Span {
    return new Span(this.tokens)
  }
}

function known(value: string): string | null {
  return value === '_' || value === '' ? null : value
}

function pairs(field: string): Readonly<Record<string, string>> {
  if (field === '_' || field === '') return {}
  return Object.fromEntries(
    field.split('|').map((entry) => {
      const equals = entry.indexOf('=')
      return equals < 0 ? [entry, ''] : [entry.slice(0, equals), entry.slice(equals + 1)]
    }),
  )
}
