// Reads words separated by white space, with line numbers, for the plain-text formats.
import { ParleyError } from '../error.js'
import { Deadline, type TimeLimits } from '../limits/deadline.js'
import type { OptionKeys } from '../options.js'

/**
 * Options of all readers of text. With `timeLimit` or `signal`, a reader that does not finish in time throws
 * a `ParleyError` with the code `interrupted`.
 */
export interface ReadOptions extends TimeLimits {
  /** Name of the file, for messages only. */
  file?: string
  /**
   * Maximum number of values of all variables together, as a guard against wrong headers. Default: 2²¹, or
   * the number of characters of the text if that is larger.
   */
  maxValues?: number
  /**
   * Maximum number of entries of all tables together, for formats that need not list them all (.wcsp).
   * Default: 2²³, or the number of characters of the text if that is larger.
   */
  maxEntries?: number
}

export const READ_KEYS = {
  file: true,
  maxValues: true,
  maxEntries: true,
  timeLimit: true,
  signal: true,
} satisfies OptionKeys<ReadOptions>

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/
const NEWLINE = 10
/** Number of words between two checks of the time limit; a power of 2. */
const WORDS = 1 << 12

/** Reads a text word by word. Every error says what was expected, what was found, and the line. */
export class TokenReader {
  /** Line of the last word read, counted from 1. */
  line = 1
  private position = 0
  private cursorLine = 1
  private words = 0
  private readonly deadline: Deadline

  constructor(
    private readonly text: string,
    private readonly file?: string,
    limits: TimeLimits = {},
  ) {
    this.deadline = new Deadline(limits)
  }

  /** Number of characters of the whole text. */
  get length(): number {
    return this.text.length
  }

  /** True if another word is left. */
  get more(): boolean {
    this.skipSpace(true)
    return this.position < this.text.length
  }

  /** True if another word is left on this line. */
  get moreOnLine(): boolean {
    this.skipSpace(false)
    return this.position < this.text.length && this.text.charCodeAt(this.position) !== NEWLINE
  }

  /** The next word. */
  word(expected: string): string {
    if (!this.more) {
      this.line = this.cursorLine
      throw this.error(`expected ${expected}, but the file ends here. It may have been cut off.`)
    }
    if ((++this.words & (WORDS - 1)) === 0) this.deadline.check('Reading the file')
    const from = this.position
    while (this.position < this.text.length && !isSpace(this.text.charCodeAt(this.position))) this.position++
    this.line = this.cursorLine
    return this.text.slice(from, this.position)
  }

  /** The next word, which must be a number in decimal notation; its value may be too large for a double. */
  numeral(expected: string): string {
    const word = this.word(expected)
    if (!NUMBER.test(word)) throw this.unexpected(expected, word)
    return word
  }

  /** True if a sticky pattern matches at the next word; the match is skipped unless `skip` is false. */
  optional(pattern: RegExp, skip = true): boolean {
    if (!this.more) return false
    pattern.lastIndex = this.position
    if (!pattern.test(this.text)) return false
    if (!skip) return true
    this.line = this.cursorLine
    this.position = pattern.lastIndex
    return true
  }

  /** The next word, as a finite number. */
  number(expected: string): number {
    const word = this.numeral(expected)
    const value = Number(word)
    if (!Number.isFinite(value)) throw this.unexpected(expected, word)
    return value
  }

  /** The next word, as a whole number between two limits. */
  integer(expected: string, lowest = 0, highest = Number.MAX_SAFE_INTEGER): number {
    const value = this.number(expected)
    if (!Number.isInteger(value) || value < lowest || value > highest)
      throw this.unexpected(`${expected} (${describeRange(lowest, highest)})`, String(value))
    return value
  }

  /**
   * The next word, as the number of items that follow. Throws if the rest of the text is too short for them.
   */
  count(things: string, wordsEach = 1): number {
    const value = this.integer(`the number of ${things}`)
    this.requireWords(value * wordsEach, things)
    return value
  }

  /**
   * Throws if the rest of the text is too short for a number of words. Call it before allocating memory for
   * them.
   */
  requireWords(words: number, things: string): void {
    const left = this.text.length - this.position
    // A word and the space before it take at least two characters.
    if (words * 2 > left)
      throw this.error(
        `${words} numbers are needed for the declared ${things}, but only ${left} characters follow. ` +
          'The count is wrong, or the file has been cut off.',
      )
  }

  /** Throws if anything follows. */
  end(after: string): void {
    if (!this.more) return
    const word = this.word('the end')
    throw this.unexpected(`the end of the file after ${after}`, word)
  }

  unexpected(expected: string, found: string): ParleyError {
    return this.error(`expected ${expected}, found ${quote(found)}.`)
  }

  /** An error at the line of the last word read. */
  error(message: string, code: 'bad-input' | 'unsupported' | 'too-large' = 'bad-input'): ParleyError {
    return errorAt(code, message, this.line, this.file)
  }

  /** Runs a step, and adds the line to the error that it throws. */
  located<T>(step: () => T): T {
    try {
      return step()
    } catch (cause) {
      if (cause instanceof ParleyError && cause.place.line === undefined)
        throw errorAt(
          cause.code === 'bad-argument' ? 'bad-input' : cause.code,
          cause.message,
          this.line,
          this.file,
        )
      if (typeof cause === 'string') throw this.error(cause)
      throw cause
    }
  }

  private skipSpace(acrossLines: boolean): void {
    const { text } = this
    while (this.position < text.length) {
      const code = text.charCodeAt(this.position)
      if (!isSpace(code)) return
      if (code === NEWLINE) {
        if (!acrossLines) return
        this.cursorLine++
      }
      this.position++
    }
  }
}

/** A word of the input for messages: shortened, and on one line. */
export function quote(found: string): string {
  const short = found.length > 40 ? `${found.slice(0, 40)}…` : found
  return JSON.stringify(short)
}

function errorAt(code: ParleyError['code'], message: string, line: number, file?: string): ParleyError {
  const place = file === undefined ? { line } : { file, line }
  return new ParleyError(code, `Line ${line}: ${message}`, place)
}

function describeRange(lowest: number, highest: number): string {
  if (highest === Number.MAX_SAFE_INTEGER) return `a whole number, ${lowest} or more`
  return highest < lowest ? 'there is none' : `a whole number from ${lowest} to ${highest}`
}

// Space, tab, line feed, vertical tab, form feed, carriage return, no-break space, byte order mark.
function isSpace(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13) || code === 0xa0 || code === 0xfeff
}
