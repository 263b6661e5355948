// The form of a word as numbers: hashes of the form, its prefixes and suffixes, and its shape, cached by
// word.

import { grown } from '@parleyjs/core/internal'
import { hashText } from '@parleyjs/learn/internal'
import { ownText } from '../text/own-text.js'

/** Offsets of the numbers of a word. */
export const EXACT = 0
export const LOWER = 1
export const SHAPE = 2
export const LONG_SHAPE = 3
/** Marks: 1 begins with a capital, 2 all capitals, 4 has a digit, 8 has a hyphen, 16 has a letter. */
export const MARKS = 4
/** Beginnings of 1 to 4 characters. */
export const PREFIX = 4
/** Endings of 1 to 5 characters. */
export const SUFFIX = 8
export const WORD_NUMBERS = 14

const MAX_WORDS = 1 << 15
const LETTER = /\p{L}|\p{M}/u
/** Marks of a kind of character. */
const MARK_OF = new Map([
  ['d', 4],
  ['-', 8],
  ['X', 16],
  ['x', 16],
  ['l', 16],
])
const DIGIT = /\p{N}/u

/**
 * Numbers of words, by form.
 *
 * @example
 * const words = new Words()
 * words.numbers[words.place('dog') + LOWER] === words.numbers[words.place('Dog') + LOWER] // true
 */
export class Words {
  /**
   * Small at first: it grows with the first sentences, before V8 compiles code that takes it for a constant.
   */
  numbers = new Int32Array(WORD_NUMBERS * 16)
  private readonly places = new Map<string, number>()

  /** Reserves space for the words of one sentence, so that all their places stay valid together. */
  begin(count: number): void {
    if (this.places.size + count > MAX_WORDS && this.places.size > 0) this.places.clear()
  }

  /** Where the numbers of a word begin. */
  place(form: string): number {
    const known = this.places.get(form)
    if (known !== undefined) return known
    const at = this.places.size * WORD_NUMBERS
    if (at + WORD_NUMBERS > this.numbers.length) this.numbers = grown(this.numbers)
    this.places.set(ownText(form), at)
    describe(form, this.numbers, at)
    return at
  }
}

function describe(form: string, numbers: Int32Array, at: number): void {
  const lower = form.toLowerCase()
  const n = lower.length
  numbers[at + EXACT] = hashText(form)
  numbers[at + LOWER] = hashText(lower)
  for (let k = 1; k <= 4; k++) numbers[at + PREFIX + k] = n >= k ? hashText(lower, 0, k) : k
  for (let k = 1; k <= 5; k++) numbers[at + SUFFIX + k] = n >= k ? hashText(lower, n - k, n) : k
  let shape = ''
  let long = ''
  let marks = 0
  for (const character of form) {
    const kind = kindOf(character)
    long += kind
    if (!shape.endsWith(kind)) shape += kind
    marks |= MARK_OF.get(kind) ?? 0
  }
  if (shape.startsWith('X')) marks |= 1
  if (shape.startsWith('X') && !shape.includes('x') && long.length > 1) marks |= 2
  numbers[at + SHAPE] = hashText(shape)
  numbers[at + LONG_SHAPE] = hashText(long.length > 12 ? shape : long)
  numbers[at + MARKS] = marks
}

function kindOf(character: string): string {
  if (character.toLowerCase() !== character) return 'X'
  if (character.toUpperCase() !== character) return 'x'
  if (DIGIT.test(character)) return 'd'
  return LETTER.test(character) ? 'l' : character
}
