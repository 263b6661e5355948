// Text to sentences in one pass: finds lines and columns, checks them, and keeps the text itself unchanged.
import { grown } from '@parleyjs/core/internal'
import { COLUMN_COUNT, HEAD, STRIDE } from './columns.js'
import { Complaints, type ConlluOptions, quote } from './complaints.js'
import { checkFields, checkRange } from './fields.js'
import { IdSequence, RANGE, WORD } from './ids.js'
import { Sentence } from './sentence.js'

/** Initial capacity, in lines of a sentence. */
const USUAL_ROWS = 256
const TAB = 9
const LF = 10
const HASH = 35
// Characters below this one are always in normal form C.
const MAY_BE_UNNORMALISED = /[\u0300-\uffff]/

/** Reads blocks of whole sentences in order and keeps track of the line number. */
export class Scanner {
  readonly complaints: Complaints
  /** Number of the next line. */
  line: number
  private readonly ids: IdSequence
  /** Comments that were not followed by a sentence; they are kept for the next one. */
  private carried = ''
  private offsets = new Int32Array(STRIDE * USUAL_ROWS)
  private heads = new Int32Array(USUAL_ROWS)
  private wordRows = new Int32Array(USUAL_ROWS)
  private seen = false
  private newlineReported = false

  constructor(options: ConlluOptions) {
    this.complaints = new Complaints(options)
    this.line = options.firstLine ?? 1
    this.ids = new IdSequence(this.complaints)
  }

  /** The sentences of a text that ends with a sentence's empty line, or with the file. */
  *scan(text: string): Generator<Sentence, void, undefined> {
    const source = this.prepare(text)
    let p = 0
    let afterSentence = this.seen
    while (p < source.length) {
      const lineBefore = this.line
      const start = p
      const rowsAt = this.skipComments(source, p)
      const rowLine = this.line
      const comments = rowLine - lineBefore
      p = rowsAt
      this.ids.start()
      let rows = 0
      while (p < source.length && isDigit(source.charCodeAt(p))) {
        p = this.row(source, p, start - this.carried.length, rows++)
        this.line++
      }
      const end = p
      if (p < source.length) p = this.emptyLine(source, p)
      else
        this.complaints.tolerable(
          'final-line',
          Math.max(1, this.line - 1),
          'The file ends within a sentence: an empty line is missing after its last line.',
          'Add one, or check that the file is complete.',
          'Read as if it were there.',
        )
      if (rows === 0) {
        if (comments === 0) this.spareEmptyLine(lineBefore, afterSentence)
        else this.carry(source.slice(start, end), lineBefore)
        continue
      }
      this.ids.end()
      yield this.sentence(source.slice(start, end), rows, rowLine, lineBefore)
      afterSentence = this.seen = true
    }
  }

  /** Reports comments that are left after the last block. */
  end(): void {
    if (this.carried === '') return
    this.complaints.tolerable('no-words', this.line - 1, 'Comments end the file.', '', 'They are left out.')
  }

  /** Converts line ends to LF, as the rest of the scanner expects. */
  private prepare(text: string): string {
    let source = text
    if (!this.seen && this.line === 1 && source.charCodeAt(0) === 0xfeff) {
      const fact = 'The file begins with a byte-order mark.'
      this.complaints.tolerable(
        'byte-order-mark',
        1,
        fact,
        'Save it as UTF-8 without one.',
        'It is left out.',
      )
      source = source.slice(1)
    }
    const cr = source.indexOf('\r')
    if (cr >= 0) {
      if (!this.newlineReported) {
        const line = this.line + count(source, '\n', cr)
        const fact = 'The line ends with a carriage return (CR).'
        this.complaints.tolerable(
          'newline',
          line,
          fact,
          'CoNLL-U lines end with LF alone.',
          'Written back as LF.',
        )
      }
      this.newlineReported = true
      source = source.includes('\n') ? source.replaceAll('\r\n', '\n') : source.replaceAll('\r', '\n')
    }
    return source.endsWith('\n') || source === '' ? source : `${source}\n`
  }

  private skipComments(source: string, from: number): number {
    let p = from
    while (source.charCodeAt(p) === HASH) {
      p = source.indexOf('\n', p) + 1
      this.line++
    }
    return p
  }

  /** Reads one line of columns into row number `row`; returns where the next line starts. */
  private row(source: string, start: number, base: number, row: number): number {
    if ((row + 1) * STRIDE > this.offsets.length) this.grow()
    const offsets = this.offsets
    const o = row * STRIDE
    let p = start
    let column = 0
    let fieldStart = start
    let unusual = false
    offsets[o] = start - base
    for (;;) {
      const c = source.charCodeAt(p++)
      if (c > 32 && c < 127) continue
      if (c === TAB || c === LF) {
        if (p - 1 === fieldStart) unusual = true
        fieldStart = p
        if (++column <= COLUMN_COUNT) offsets[o + column] = p - base
        if (c === LF) break
      } else unusual = true
    }
    if (column !== COLUMN_COUNT) throw this.wrongColumns(source.slice(start, p - 1), column)
    const kind = this.ids.next(source, start, offsets[o + 1] + base - 1, this.line)
    if (unusual || kind === RANGE) {
      const fields = source.slice(start, p - 1).split('\t')
      if (unusual) checkFields(fields, kind === RANGE, this.line, this.complaints)
      if (kind === RANGE) checkRange(fields, this.line, this.complaints)
    }
    if (kind === WORD) {
      const word = this.ids.words - 1
      this.wordRows[word] = row
      this.heads[word] = this.head(source, offsets[o + HEAD] + base, offsets[o + HEAD + 1] + base - 1)
    }
    return p
  }

  /** The number in HEAD, or −1 for `_`. */
  private head(source: string, from: number, to: number): number {
    let n = 0
    let p = from
    for (; p < to && p - from < 9; p++) {
      const c = source.charCodeAt(p) - 48
      if (c < 0 || c > 9) break
      n = n * 10 + c
    }
    if (p === to && p > from && (n > 0 || to - from === 1)) return n
    const field = source.slice(from, to)
    if (field !== '_')
      this.complaints.tolerable(
        'head',
        this.line,
        `HEAD is ${quote(field)}.`,
        'Write the id of a word, 0 for the root, or _ where it is not known.',
        'Read as unknown.',
      )
    return -1
  }

  private wrongColumns(line: string, columns: number): Error {
    const hint =
      columns === 1 && / {2,}|( \S+){8}/.test(line) ? ' Are they separated by spaces instead of tabs?' : ''
    return this.complaints.fatal(
      this.line,
      `${columns} columns instead of ${COLUMN_COUNT}, in the line ${quote(line)}.${hint || ' Columns are separated by single tabs.'}`,
    )
  }

  /** Reads the line between two sentences; returns where the next one starts. */
  private emptyLine(source: string, start: number): number {
    const first = source.charCodeAt(start)
    if (first === LF) {
      this.line++
      return start + 1
    }
    const next = source.indexOf('\n', start) + 1
    const line = source.slice(start, next - 1)
    if (first === HASH)
      throw this.complaints.fatal(
        this.line,
        `The comment ${quote(line)} stands inside a sentence. Comments come before the first word; is an empty ` +
          'line missing?',
      )
    if (line.trim() !== '')
      throw this.complaints.fatal(
        this.line,
        `The line ${quote(line)} is neither a comment (#), nor a word (which begins with its number), nor empty.`,
      )
    const fact = 'The line looks empty but has spaces or tabs.'
    this.complaints.tolerable('blank-line', this.line, fact, 'Remove them.', 'Read as an empty line.')
    this.line++
    return next
  }

  private spareEmptyLine(line: number, afterSentence: boolean): void {
    const fact = afterSentence
      ? 'A second empty line after a sentence.'
      : 'An empty line before any sentence.'
    this.complaints.tolerable('empty-line', line, fact, 'Leave exactly one after each sentence.', 'Left out.')
  }

  private carry(comments: string, line: number): void {
    const fact = 'Comments without a sentence.'
    const advice =
      'A sentence has at least one word; remove the empty line if the comments belong to the next one.'
    this.complaints.tolerable('no-words', line, fact, advice, 'They go to the next sentence.')
    this.carried += comments
  }

  private sentence(block: string, rows: number, rowLine: number, firstLine: number): Sentence {
    const words = this.ids.words
    if (words === 0)
      throw this.complaints.fatal(rowLine, 'The sentence has no words, only empty nodes or multiword tokens.')
    if (MAY_BE_UNNORMALISED.test(block)) this.checkNormalForm(block, firstLine)
    const heads = this.heads.slice(0, words)
    for (let i = 0; i < words; i++)
      if (heads[i] > words)
        this.complaints.tolerable(
          'head',
          rowLine + this.wordRows[i],
          `HEAD is ${heads[i]}, but the sentence has ${words} words.`,
          `Write a number from 0 to ${words}.`,
          'Left as it is.',
        )
    const wordRows = words === rows ? null : this.wordRows.slice(0, words)
    const text = this.carried + block
    this.carried = ''
    return new Sentence(text, this.offsets.slice(0, rows * STRIDE), wordRows, heads, rowLine)
  }

  private checkNormalForm(block: string, firstLine: number): void {
    if (block.normalize('NFC') === block) return
    block.split('\n').forEach((line, i) => {
      const normal = line.normalize('NFC')
      if (normal === line) return
      let at = 0
      while (line[at] === normal[at]) at++
      const code = line.codePointAt(at)!.toString(16).toUpperCase().padStart(4, '0')
      this.complaints.tolerable(
        'unicode',
        firstLine + i,
        `The text is not in Unicode normal form C: ${quote(line.slice(Math.max(0, at - 5), at + 6))} (U+${code}).`,
        'Normalise the file (NFC).',
        'Left as it is.',
      )
    })
  }

  private grow(): void {
    this.offsets = grown(this.offsets)
    this.heads = grown(this.heads)
    this.wordRows = grown(this.wordRows)
  }
}

function isDigit(c: number): boolean {
  return c >= 48 && c <= 57
}

function count(text: string, character: string, end: number): number {
  let n = 0
  for (let p = text.indexOf(character); p >= 0 && p < end; p = text.indexOf(character, p + 1)) n++
  return n
}
