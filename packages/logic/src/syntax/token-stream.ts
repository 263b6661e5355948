// Reads the tokens of one statement in order, and records what would have been accepted, for messages.

import type { Token } from './lexer.js'
import { errorAt, type Place, type Source } from './place.js'

/** Maximum nesting depth of formulas. */
const DEEPEST = 200

export class TokenStream {
  private at = 0
  private depth = 0
  private expected: string[] = []
  private expectedAt = 0

  /** `tokens` ends with a token of kind `end`. */
  constructor(
    readonly source: Source,
    private readonly tokens: readonly Token[],
  ) {}

  get next(): Token {
    return this.tokens[this.at]
  }

  /** The token after the next one. */
  get second(): Token {
    return this.tokens[Math.min(this.at + 1, this.tokens.length - 1)]
  }

  take(): Token {
    const token = this.next
    if (token.kind !== 'end') this.at++
    return token
  }

  /** Whether the next token is this mark; if not, `label` is added to what the message says was expected. */
  sees(mark: string, label: string | null = quote(mark)): boolean {
    const { kind, text } = this.next
    if (kind === 'mark' && text === mark) return true
    if (label !== null) this.expect(label)
    return false
  }

  accept(mark: string, label: string | null = quote(mark)): Token | null {
    return this.sees(mark, label) ? this.take() : null
  }

  need(mark: string): Token {
    return this.accept(mark) ?? this.fail()
  }

  /** Reads a name; `what` describes it in messages. */
  name(what: string): Token {
    if (this.next.kind === 'name') return this.take()
    this.expect(what)
    if (this.next.kind === 'mark' && /^\p{L}/u.test(this.next.raw))
      throw this.error(
        this.next,
        `Expected ${what}, but ${quote(this.next.raw)} is a word of the language. Choose another name.`,
      )
    return this.fail()
  }

  /** Records that `what` would have been accepted at this position. */
  expect(what: string): void {
    if (this.expectedAt !== this.at) this.expected = []
    this.expectedAt = this.at
    if (!this.expected.includes(what)) this.expected.push(what)
  }

  /** Throws the error for an unexpected next token: what was expected and what was found. */
  fail(): never {
    const expected = this.expectedAt === this.at ? this.expected : []
    const found = this.next.kind === 'end' ? 'the statement ends' : `found ${quote(this.next.raw)}`
    const list = expected.length === 0 ? 'something else' : oneOf(expected)
    const hint =
      this.next.kind === 'end' && this.tokens.length > 1
        ? ' Lines that continue a statement must be indented.'
        : ''
    throw this.error(this.next, `Expected ${list}, but ${found}.${hint}`)
  }

  error(place: Place, message: string) {
    return errorAt(this.source, { line: place.line, column: place.column }, message)
  }

  /** Runs `inner` one level deeper; throws if the nesting is too deep. */
  nested<T>(inner: () => T): T {
    this.limit(++this.depth)
    const result = inner()
    this.depth--
    return result
  }

  /** Throws if a tree is too deep; long chains of an operator can cause that, too. */
  limit(depth: number): void {
    if (depth > DEEPEST)
      throw this.error(this.next, `This is nested more than ${DEEPEST} levels deep. Define parts with ":=".`)
  }
}

export function quote(text: string): string {
  return text.includes('"') ? text : `"${text}"`
}

function oneOf(words: readonly string[]): string {
  return words.length === 1 ? words[0] : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
}
