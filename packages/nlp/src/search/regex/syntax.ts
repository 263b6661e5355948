// Parses the regular expressions that patterns may contain: those that can be matched in linear time. Look-
// around, back references and word boundaries are refused.
import { ParleyError } from '@parleyjs/core'

/** A regular expression as a tree. */
export type RegexNode =
  | { readonly kind: 'character'; readonly test: (point: number) => boolean }
  | { readonly kind: 'sequence'; readonly parts: readonly RegexNode[] }
  | { readonly kind: 'choice'; readonly parts: readonly RegexNode[] }
  | { readonly kind: 'repeat'; readonly part: RegexNode; readonly least: number; readonly most: number }
  | { readonly kind: 'start' }
  | { readonly kind: 'end' }

const MAX_DEPTH = 100
const MAX_REPEAT = 1000
const BOUNDS = /\{(\d+)(?:(,)(\d*))?\}/y
const CLASS = /\[(?:[^\]\\]|\\.)*\]/suy
/** Escapes of one character or of a set of characters. */
const ESCAPE =
  /\\(?:[dDsSwWtnrfv0]|[pP]\{[\w=]+\}|u\{[0-9A-Fa-f]+\}|u[0-9A-Fa-f]{4}|x[0-9A-Fa-f]{2}|c[A-Za-z]|[$(-+./?[-^{|}\-"',:;=!<>&#%~@`_ ])/uy

/** Parses an expression; `column` is its place in the pattern. */
export function parseRegex(source: string, ignoreCase: boolean, column: number): RegexNode {
  return new RegexParser(source, ignoreCase, column).parse()
}

class RegexParser {
  private at = 0
  private depth = 0

  constructor(
    private readonly source: string,
    private readonly ignoreCase: boolean,
    private readonly column: number,
  ) {}

  parse(): RegexNode {
    const node = this.choice()
    if (this.at < this.source.length) throw this.error('This ")" has no "(".')
    return node
  }

  private choice(): RegexNode {
    const parts = [this.sequence()]
    while (this.accept('|')) parts.push(this.sequence())
    return parts.length === 1 ? parts[0] : { kind: 'choice', parts }
  }

  private sequence(): RegexNode {
    const parts: RegexNode[] = []
    while (this.at < this.source.length && this.source[this.at] !== '|' && this.source[this.at] !== ')')
      parts.push(this.repeated(this.atom()))
    return parts.length === 1 ? parts[0] : { kind: 'sequence', parts }
  }

  private repeated(part: RegexNode): RegexNode {
    const bounds = this.bounds()
    if (bounds === null) return part
    // Lazy repetition matches the same texts.
    this.accept('?')
    if (this.source[this.at] === '+') throw this.error('Possessive repetition is not supported.')
    return { kind: 'repeat', part, ...bounds }
  }

  private bounds(): { readonly least: number; readonly most: number } | null {
    if (this.accept('*')) return { least: 0, most: Number.POSITIVE_INFINITY }
    if (this.accept('+')) return { least: 1, most: Number.POSITIVE_INFINITY }
    if (this.accept('?')) return { least: 0, most: 1 }
    const found = this.take(BOUNDS)
    if (found === null) return null
    const [, first, comma, last] = found
    const least = Number(first)
    const most = comma === undefined ? least : last === '' ? Number.POSITIVE_INFINITY : Number(last)
    if (least > MAX_REPEAT || (most > MAX_REPEAT && most !== Number.POSITIVE_INFINITY))
      throw this.error(`A part can be repeated at most ${MAX_REPEAT} times.`)
    if (most < least) throw this.error(`The bounds of ${found[0]} are in the wrong order.`)
    return { least, most }
  }

  private atom(): RegexNode {
    if (this.accept('(')) return this.group()
    if (this.accept('^')) return { kind: 'start' }
    if (this.accept('$')) return { kind: 'end' }
    if (this.accept('.')) return { kind: 'character', test: () => true }
    const set = this.take(CLASS) ?? this.take(ESCAPE)
    if (set !== null) return { kind: 'character', test: this.oneCharacter(set[0]) }
    const point = this.source.codePointAt(this.at)!
    const character = String.fromCodePoint(point)
    if ('*+?{[]}'.includes(character))
      throw this.error(`"${character}" has no meaning here. Write \\${character}.`)
    if (character === '\\')
      throw this.error(
        `${JSON.stringify(this.source.slice(this.at, this.at + 2))} is not supported: no back references and no word boundaries.`,
      )
    this.at += character.length
    if (this.ignoreCase) return { kind: 'character', test: this.oneCharacter(escaped(character)) }
    return { kind: 'character', test: (other) => other === point }
  }

  private group(): RegexNode {
    if (this.source[this.at] === '?' && !this.accept('?:'))
      throw this.error('Only plain groups are supported: (…) or (?:…).')
    if (++this.depth > MAX_DEPTH) throw this.error(`Groups are nested more than ${MAX_DEPTH} levels deep.`)
    const node = this.choice()
    if (!this.accept(')')) throw this.error('This group is not closed by ")".')
    this.depth--
    return node
  }

  /** Whether a character belongs to a class or an escape: JavaScript's own answer for a single character. */
  private oneCharacter(text: string): (point: number) => boolean {
    try {
      const one = new RegExp(`^${text}$`, this.ignoreCase ? 'siu' : 'su')
      return (point) => one.test(String.fromCodePoint(point))
    } catch {
      throw this.error(`${text} is not a valid class of characters.`)
    }
  }

  private accept(mark: string): boolean {
    if (!this.source.startsWith(mark, this.at)) return false
    this.at += mark.length
    return true
  }

  private take(token: RegExp): RegExpExecArray | null {
    token.lastIndex = this.at
    const found = token.exec(this.source)
    if (found !== null) this.at = token.lastIndex
    return found
  }

  private error(message: string): ParleyError {
    const column = this.column + 1 + this.at
    const said = `Column ${column} of the pattern, in the regular expression: ${message}`
    return new ParleyError('bad-argument', said, { column })
  }
}

function escaped(character: string): string {
  return /[\\^$.*+?()[\]{}|/]/.test(character) ? `\\${character}` : character
}
