// The first column: what an id means, and whether ids come in the right order.
import type { Complaints } from './complaints.js'

const INVALID = 0
export const WORD = 1
export const RANGE = 2
export const EMPTY = 3

/**
 * Checks the order of the ids of one sentence: words 1, 2, 3 …; `3-4` right before word 3; `3.1`, `3.2` …
 * after word 3.
 */
export class IdSequence {
  /** Number of words seen. */
  words = 0
  /** The kind and the numbers of the last id. */
  private first = 0
  private second = 0
  /** The number that `digits` read last. */
  private number = 0
  private empties = 0
  private rangeStart = 0
  private rangeEnd = 0
  private rangeLine = 0

  constructor(private readonly complaints: Complaints) {}

  start(): void {
    this.words = this.empties = this.rangeStart = this.rangeEnd = 0
  }

  /** Reads the id at `source[from, to)` and checks that it may come here; returns its kind. */
  next(source: string, from: number, to: number, line: number): number {
    const kind = this.parse(source, from, to)
    if (kind === WORD) {
      if (this.first !== this.words + 1)
        throw this.complaints.fatal(
          line,
          `Word ${this.first} comes where word ${this.words + 1} is expected. Words are numbered 1, 2, 3 … within a ` +
            'sentence; is a line missing, or an empty line between two sentences?',
        )
      this.words++
      this.empties = 0
    } else if (kind === RANGE) this.range(line)
    else if (kind === EMPTY) this.empty(line)
    else
      throw this.complaints.fatal(
        line,
        `The id ${JSON.stringify(source.slice(from, to))} is not a word (3), a multiword token (3-4) or an empty node (3.1). ` +
          'Write whole numbers without leading zeros.',
      )
    return kind
  }

  /** Checks what only the end of the sentence shows. */
  end(): void {
    if (this.rangeEnd > this.words)
      throw this.complaints.fatal(
        this.rangeLine,
        `The multiword token ${this.rangeStart}-${this.rangeEnd} ends after the last word, which is ${this.words}.`,
      )
  }

  private range(line: number): void {
    const { first, second, words } = this
    const name = `multiword token ${first}-${second}`
    if (second < first)
      throw this.complaints.fatal(line, `The ${name} ends before it begins. Did you mean ${second}-${first}?`)
    if (first !== words + 1)
      throw this.complaints.fatal(
        line,
        `The ${name} stands before word ${words + 1}. Put it right before its first word, ${first}.`,
      )
    if (first <= this.rangeEnd)
      throw this.complaints.fatal(
        line,
        `The ${name} overlaps with the multiword token ${this.rangeStart}-${this.rangeEnd}.`,
      )
    this.rangeStart = first
    this.rangeEnd = second
    this.rangeLine = line
    this.empties = 0
  }

  private empty(line: number): void {
    const { first, second, words } = this
    const expected = `${words}.${this.empties + 1}`
    if (first !== words || second !== this.empties + 1)
      throw this.complaints.fatal(
        line,
        `The empty node ${first}.${second} comes where ${expected} is expected. Empty nodes follow their word and ` +
          'are numbered from 1.',
      )
    if (this.rangeStart === words + 1)
      throw this.complaints.fatal(
        line,
        `The empty node ${expected} must stand before the multiword token ${this.rangeStart}-${this.rangeEnd}.`,
      )
    this.empties++
  }

  private parse(source: string, from: number, to: number): number {
    const end = this.digits(source, from, to)
    if (end === from || end - from > 9) return INVALID
    const isZero = source.charCodeAt(from) === 48
    this.first = this.number
    return end === to ? (isZero ? INVALID : WORD) : this.parsePair(source, from, end, to, isZero)
  }

  /** Reads the rest of an id that continues after its first number. */
  private parsePair(source: string, from: number, end: number, to: number, isZero: boolean): number {
    const separator = source.charCodeAt(end)
    const start = end + 1
    const last = this.digits(source, start, to)
    if (last !== to || last === start || last - start > 9 || source.charCodeAt(start) === 48) return INVALID
    this.second = this.number
    if (separator === 45) return isZero ? INVALID : RANGE
    return separator === 46 && !(isZero && end - from > 1) ? EMPTY : INVALID
  }

  /** Reads a number; returns the position after it. */
  private digits(source: string, from: number, to: number): number {
    let p = from
    let n = 0
    let c = 0
    while (p < to && (c = source.charCodeAt(p) - 48) >= 0 && c <= 9) {
      n = n * 10 + c
      p++
    }
    this.number = n
    return p
  }
}
