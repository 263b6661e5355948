// Parses JSON text, and finds the line and column of a syntax error, which not all engines report.
import { ParleyError } from '../error.js'

/** Parses JSON; throws a `ParleyError` with line and column for a syntax error. */
export function parseJson(text: string, file?: string): unknown {
  try {
    return JSON.parse(text.charCodeAt(0) === BYTE_ORDER_MARK ? text.slice(1) : text)
  } catch (cause) {
    const { offset, expected } = new Scanner(text).findError()
    const before = text.slice(0, offset)
    const line = before.split('\n').length
    const column = offset - before.lastIndexOf('\n')
    const found =
      offset < text.length ? JSON.stringify(String.fromCodePoint(text.codePointAt(offset)!)) : 'the end'
    const place = { line, column, ...(file === undefined ? {} : { file }) }
    const message =
      cause instanceof RangeError
        ? 'the text is nested too deeply.'
        : `this is not JSON: expected ${expected}, found ${found}.`
    throw new ParleyError('bad-input', `Line ${line}, column ${column}: ${message}`, place)
  }
}

const BYTE_ORDER_MARK = 0xfeff
const SPACE = /[ \t\r\n]*/y
const SCALAR = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.])/y
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y

type State = 'value' | 'first' | 'key' | 'next'

// Scans the text with a stack of open brackets up to the first syntax error.
class Scanner {
  private offset: number

  constructor(private readonly text: string) {
    this.offset = text.charCodeAt(0) === BYTE_ORDER_MARK ? 1 : 0
  }

  findError(): { offset: number; expected: string } {
    const open: string[] = []
    let state: State = 'value'
    const stop = (expected: string) => ({ offset: this.offset, expected })
    for (;;) {
      this.take(SPACE)
      const container = open.at(-1)
      const close = container === '[' ? ']' : '}'
      const next = this.text[this.offset]
      if (state === 'next') {
        if (container === undefined) return stop('the end of the text')
        if (this.takeChar(close)) open.pop()
        else if (this.takeChar(',')) state = container === '[' ? 'value' : 'key'
        else return stop(`a comma or ${close}`)
      } else if (state === 'first' && this.takeChar(close)) {
        open.pop()
        state = 'next'
      } else if (state === 'key' || (state === 'first' && container === '{')) {
        if (!this.takeString()) return stop('a name in double quotes')
        this.take(SPACE)
        if (!this.takeChar(':')) return stop('a colon')
        state = 'value'
      } else if (next === '[' || next === '{') {
        open.push(next)
        this.offset++
        state = 'first'
      } else if (next === '"' ? this.takeString() : this.take(SCALAR)) {
        state = 'next'
      } else {
        return stop(
          next === '"' ? 'the rest of a string' : 'a value: a number, a string in double quotes, [ or {',
        )
      }
    }
  }

  private take(pattern: RegExp): boolean {
    pattern.lastIndex = this.offset
    if (!pattern.test(this.text)) return false
    this.offset = pattern.lastIndex
    return true
  }

  private takeChar(char: string): boolean {
    if (this.text[this.offset] !== char) return false
    this.offset++
    return true
  }

  private takeString(): boolean {
    if (!this.takeChar('"')) return false
    while (this.offset < this.text.length && this.text[this.offset] !== '"') {
      if (this.text[this.offset] === '\\') {
        if (!this.take(ESCAPE)) return false
      } else if (this.text.charCodeAt(this.offset) < 32) return false
      else this.offset++
    }
    return this.takeChar('"')
  }
}
