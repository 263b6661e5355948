// A text with its sentences, words and trees: what parsing gives, and what programs walk through.
import type { ParseReport } from '../pipeline/stages.js'
import type { ConlluOptions } from '../text/conllu/complaints.js'
import { parseConllu } from '../text/conllu/read.js'
import type { Sentence } from '../text/conllu/sentence.js'
import { writeConllu } from '../text/conllu/write.js'
import { CodePoints } from './code-points.js'
import { type DocJson, docToJson } from './doc-json.js'
import { DocSentence } from './doc-sentence.js'
import { layOut } from './layout.js'
import { docFromJson } from './read-doc-json.js'
import { Span } from './span.js'
import type { Token } from './token.js'

/** A sentence of a new document. `offsets` has the start and the end of every word in the text. */
export interface DocPart {
  readonly sentence: Sentence
  readonly offsets: Int32Array
  readonly parse: ParseReport | null
}

/**
 * A text, its sentences and their words, each with its place in the text and in the tree. A document is
 * read-only.
 *
 * @example
 * const rows = ['1\tWe\t_\tPRON\t_\t_\t2\tnsubj\t_\t_', '2\tgo\tgo\tVERB\t_\t_\t0\troot\t_\t_']
 * const doc = Doc.fromConllu(`${rows.join('\n')}\n\n`)
 * doc.text // 'We go'
 * doc.tokens[0].head?.lemma // 'go'
 * doc.sentences[0].root?.children.map(String) // ['We']
 */
export class Doc {
  readonly sentences: readonly DocSentence[]
  private words: readonly Token[] | null = null
  private points: CodePoints | null = null

  /** Documents come from `Parley.parse`, `Doc.fromConllu`, `Doc.fromSentences` and `Doc.fromJSON`. */
  constructor(
    /** The whole text, unchanged. */
    readonly text: string,
    parts: readonly DocPart[],
  ) {
    this.sentences = parts.map(
      ({ sentence, offsets, parse }, i) => new DocSentence(this, i, sentence, offsets, parse),
    )
  }

  /** A document from sentences of a treebank; its text is put together from their tokens. */
  static fromSentences(sentences: Iterable<Sentence>, parses: readonly (ParseReport | null)[] = []): Doc {
    const list = [...sentences]
    const { text, offsets } = layOut(list)
    return new Doc(
      text,
      list.map((sentence, i) => ({ sentence, offsets: offsets[i], parse: parses[i] ?? null })),
    )
  }

  /** A document from CoNLL-U. */
  static fromConllu(conllu: string, options: ConlluOptions = {}): Doc {
    return Doc.fromSentences(parseConllu(conllu, options))
  }

  /** The document that `toJSON` wrote. */
  static fromJSON(json: unknown): Doc {
    const { text, parts } = docFromJson(json)
    return new Doc(text, parts)
  }

  /** The words of all sentences. */
  get tokens(): readonly Token[] {
    this.words ??= this.sentences.flatMap(({ tokens }) => tokens)
    return this.words
  }

  /** The noun phrases of all sentences. */
  get nounPhrases(): readonly Span[] {
    return this.sentences.flatMap(({ nounPhrases }) => nounPhrases)
  }

  /** The first word at a position of the text (UTF-16 units); null if there is white space. */
  tokenAt(position: number): Token | null {
    const token = this.tokens[this.firstEndingAfter(position)]
    return token !== undefined && token.start <= position ? token : null
  }

  /** The words that overlap with a part of the text (UTF-16 units); null if there are none. */
  span(start: number, end: number): Span | null {
    const words: Token[] = []
    for (let i = this.firstEndingAfter(start); i < this.tokens.length && this.tokens[i].start < end; i++)
      words.push(this.tokens[i])
    return words.length === 0 ? null : new Span(words)
  }

  /** Converts positions to code points. */
  get codePoints(): CodePoints {
    this.points ??= new CodePoints(this.text)
    return this.points
  }

  /** The white space between a word and the next one. */
  whitespaceAfter({ sentence, index, end, multiword }: Token): string {
    const next = sentence.tokens[index + 1] ?? this.sentences[sentence.index + 1]?.tokens[0]
    if (next === undefined) return this.text.slice(end)
    return multiword !== null && next.multiword === multiword ? '' : this.text.slice(end, next.start)
  }

  /** The sentences as CoNLL-U, with their comments; what was read is written unchanged. */
  toConllu(): string {
    return writeConllu(this.sentences.map(({ conllu }) => conllu))
  }

  /** The document as plain data, from which `Doc.fromJSON` makes an equal document. */
  toJSON(): DocJson {
    return docToJson(
      this.text,
      this.sentences.map(({ conllu, tokens, parse }) => ({
        sentence: conllu,
        offsets: places(tokens),
        parse,
      })),
    )
  }

  toString(): string {
    return this.text
  }

  [Symbol.iterator](): Iterator<DocSentence> {
    return this.sentences[Symbol.iterator]()
  }

  private firstEndingAfter(position: number): number {
    let low = 0
    let high = this.tokens.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.tokens[middle].end <= position) low = middle + 1
      else high = middle
    }
    return low
  }
}

function places(tokens: readonly Token[]): Int32Array {
  return Int32Array.from(tokens.flatMap(({ start, end }) => [start, end]))
}
