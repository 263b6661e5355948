// The characters of a pattern: skips white space, and reads words, quoted texts and regular expressions.
import { patternError } from './pattern-error.js'
import type { Value } from './syntax.js'

const SPACE = /\s+/y
const NAME = /[A-Za-z_][A-Za-z0-9_]*/y
/** Layered features have brackets: Number[psor]. */
const KEY = /[^\s{}()=!,;&|"/<>$.]+/y
/** Without quotes, a value ends at white space or at a character that has a meaning in patterns. */
const BARE = /[^\s{}()=!,;&|"/<>$][^\s{}()=!,;&|"<>$]*/y
const QUOTED = /"((?:[^"\\]|\\.)*)"/sy
const REGEX = /\/((?:[^/\\]|\\.)*)\/([A-Za-z]*)/sy

export class PatternReader {
  private at = 0

  constructor(readonly text: string) {}

  /** Column of the next character that is not white space, from 1. */
  get column(): number {
    this.skip()
    return this.at + 1
  }

  get isAtEnd(): boolean {
    this.skip()
    return this.at === this.text.length
  }

  /** Whether the next characters are these. */
  sees(mark: string): boolean {
    this.skip()
    return this.text.startsWith(mark, this.at)
  }

  /** Takes the next characters if they are these. */
  accept(mark: string): boolean {
    if (!this.sees(mark)) return false
    this.at += mark.length
    return true
  }

  need(mark: string, where: string): void {
    if (!this.accept(mark)) throw this.unexpected(`"${mark}" ${where}`)
  }

  name(what: string): string {
    this.skip()
    return this.take(NAME)?.[0] ?? this.fail(what)
  }

  /** A key of FEATS or MISC. */
  key(what: string): string {
    this.skip()
    return this.take(KEY)?.[0] ?? this.fail(what)
  }

  /** Whether a value starts here. */
  seesValue(): boolean {
    this.skip()
    return /[^\s{}()=!,;&|<>$]/.test(this.text[this.at] ?? ' ')
  }

  /** Values separated by `|`. */
  values(what: string): Value[] {
    const values = [this.value(what)]
    while (this.accept('|')) values.push(this.value('another value after "|"'))
    return values
  }

  unexpected(what: string): Error {
    this.skip()
    const rest = Array.from(this.text.slice(this.at, this.at + 40))
      .slice(0, 12)
      .join('')
    const found = rest === '' ? 'the pattern ends' : `found ${JSON.stringify(rest)}`
    return patternError(this.column, `Expected ${what}, but ${found}.`)
  }

  private value(what: string): Value {
    const { column } = this
    if (this.sees('"')) {
      const text = this.take(QUOTED)?.[1]
      if (text === undefined) throw patternError(column, 'The quotation mark is not closed.')
      return { kind: 'text', text: text.replaceAll(/\\(.)/gs, '$1') }
    }
    if (this.sees('/')) {
      const found = this.take(REGEX)
      if (found === null) throw patternError(column, 'The regular expression is not closed by "/".')
      const [, source, flags] = found
      if (flags !== '' && flags !== 'i')
        throw patternError(
          column,
          `The flags "${flags}" are not known. The only flag is i: /…/i ignores case.`,
        )
      return { kind: 'regex', source, ignoreCase: flags === 'i', column }
    }
    return { kind: 'text', text: this.take(BARE)?.[0] ?? this.fail(what) }
  }

  private fail(what: string): never {
    throw this.unexpected(what)
  }

  private skip(): void {
    this.take(SPACE)
  }

  private take(token: RegExp): RegExpExecArray | null {
    token.lastIndex = this.at
    const found = token.exec(this.text)
    if (found !== null) this.at = token.lastIndex
    return found
  }
}
