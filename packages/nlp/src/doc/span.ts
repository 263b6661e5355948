// A stretch of a document: one or more words that follow each other.
import { ParleyError } from '@parleyjs/core'
import type { Token } from './token.js'

/** Words of a document that follow each other, such as a noun phrase. */
export class Span {
  constructor(readonly tokens: readonly Token[]) {
    if (tokens.length === 0) throw new ParleyError('bad-argument', 'A span has at least one word.')
  }

  /** Its position in the text of the document, in UTF-16 units. */
  get start(): number {
    return this.tokens[0].start
  }
  get end(): number {
    return this.tokens[this.tokens.length - 1].end
  }
  get codePointStart(): number {
    return this.tokens[0].codePointStart
  }
  get codePointEnd(): number {
    return this.tokens[this.tokens.length - 1].codePointEnd
  }
  /** Its part of the document's text. */
  get text(): string {
    return this.tokens[0].sentence.doc.text.slice(this.start, this.end)
  }
  /** The first of its words whose head is outside, or that has no head. */
  get root(): Token {
    const inside = new Set(this.tokens)
    return this.tokens.find(({ head }) => head === null || !inside.has(head)) ?? this.tokens[0]
  }

  toString(): string {
    return this.text
  }

  /** The span as plain data. */
  toJSON() {
    const { text, start, end } = this
    return { text, start, end }
  }
}
