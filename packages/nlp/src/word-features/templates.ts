// The features of the taggers, as data: a template names up to three numbers of a word and its neighbours,
// and its feature is their hash. First come the features of the words around, then those of the tags that a
// first pass gave to the neighbours.

import { mix, USUAL_WORDS } from '@parleyjs/core/internal'
import { featureOf } from '@parleyjs/learn/internal'
import { EXACT, LONG_SHAPE, LOWER, MARKS, PREFIX, SHAPE, SUFFIX, WORD_NUMBERS, type Words } from './words.js'

/** Increased whenever the same words would give other features; older models are then refused. */
export const WORD_FEATURES_VERSION = 1

/** Maximum number of features per word. */
export const MAX_FEATURES = 128

/** Number of words on either side that features depend on. */
const REACH = 3

// Numbers of a word that depend on its sentence; they follow those of the word itself.
/** Its marks, with the style of the sentence and whether it is the first word. */
const MARKED = WORD_NUMBERS
/** Shapes and marks of the words before and after. */
const SHAPES = WORD_NUMBERS + 1
const MARKS_AROUND = WORD_NUMBERS + 2
/** The word before the last with the ending of this one. */
const EARLIER = WORD_NUMBERS + 3
/** The tag of the first pass; the tag before, combined with the ending. */
const TAG = WORD_NUMBERS + 4
const TAG_ENDING = WORD_NUMBERS + 5
/** The verb before, by itself and with the ending. */
const VERB = WORD_NUMBERS + 6
const HELPED = WORD_NUMBERS + 7
const NUMBERS = WORD_NUMBERS + 8

/** A number of the word `distance` places to the right. */
type Operand = readonly [distance: number, number: number]
type Template = readonly Operand[]

const own = (number: number): Operand => [0, number]
const before = (number: number): Operand => [-1, number]
const after = (number: number): Operand => [1, number]
const tag = (distance: number): Operand => [distance, TAG]

/** Templates of the first pass. */
const SHORT_WORD: readonly Template[] = [
  [own(EXACT)],
  [own(LOWER)],
  [own(PREFIX + 2)],
  [own(PREFIX + 3)],
  [own(SUFFIX + 1)],
  [own(SUFFIX + 2)],
  [own(SUFFIX + 3)],
  [own(SUFFIX + 4)],
  [own(LONG_SHAPE)],
  [own(MARKED)],
  [own(MARKED), own(SUFFIX + 2)],
  [own(SHAPE), own(SHAPES)],
  [before(LOWER)],
  [after(LOWER)],
  [[-2, LOWER]],
  [[2, LOWER]],
  [before(LOWER), own(LOWER)],
  [own(LOWER), after(LOWER)],
  [before(LOWER), after(LOWER)],
  [before(LOWER), own(SUFFIX + 3)],
  [own(SUFFIX + 3), after(LOWER)],
  [before(SUFFIX + 3)],
  [after(SUFFIX + 3)],
  [own(LOWER), after(SUFFIX + 3)],
]

const WORD: readonly Template[] = [
  ...SHORT_WORD,
  [own(PREFIX + 1)],
  [own(PREFIX + 4)],
  [own(SUFFIX + 5)],
  [own(SHAPE)],
  [own(MARKED), own(SUFFIX + 3)],
  [own(MARKED), own(LOWER)],
  [own(MARKED), own(MARKS_AROUND)],
  [[-3, LOWER]],
  [[3, LOWER]],
  [[-2, LOWER], before(LOWER)],
  [after(LOWER), [2, LOWER]],
  [before(LOWER), own(SUFFIX + 2)],
  [before(SUFFIX + 2)],
  [after(SUFFIX + 2)],
  [before(SUFFIX + 2), own(SUFFIX + 2)],
  [own(SUFFIX + 2), after(SUFFIX + 2)],
  [before(SUFFIX + 3), own(LOWER)],
  [before(MARKS), own(LOWER)],
  [own(LOWER), after(MARKS)],
]

const TAGS: readonly Template[] = [
  [tag(0)],
  [tag(0), own(LOWER)],
  [tag(-1)],
  [tag(1)],
  [tag(-2)],
  [tag(2)],
  [tag(-1), tag(0)],
  [tag(0), tag(1)],
  [tag(-1), tag(1)],
  [tag(-2), tag(-1)],
  [tag(1), tag(2)],
  [tag(-1), own(LOWER)],
  [own(LOWER), tag(1)],
  [tag(-1), own(SUFFIX + 3)],
  [own(SUFFIX + 3), tag(1)],
  [tag(-1), own(LOWER), tag(1)],
  [tag(-1), own(SUFFIX + 3), tag(1)],
  [tag(-2), tag(-1), own(LOWER)],
  [own(LOWER), tag(1), tag(2)],
  [tag(-1), tag(0), tag(1)],
  [tag(-2), tag(-1), tag(0)],
  [tag(0), tag(1), tag(2)],
  [tag(-2), tag(-1), tag(1)],
  [tag(-1), tag(1), tag(2)],
  [tag(-3), tag(-2), tag(-1)],
  [tag(1), tag(2), tag(3)],
  [before(LOWER), tag(1)],
  [tag(-1), after(LOWER)],
  [before(LOWER), tag(0), tag(1)],
  [tag(-1), tag(0), after(LOWER)],
]

/** Templates for the analyses of a tag, in addition to the first ones of the words around. */
const ANALYSIS: readonly Template[] = [
  [tag(-1)],
  [tag(1)],
  [tag(-2), tag(-1)],
  [tag(1), tag(2)],
  [tag(-1), tag(1)],
  [tag(-1), own(LOWER)],
  [own(LOWER), tag(1)],
  [tag(-1), own(SUFFIX + 3)],
  [own(SUFFIX + 3), tag(1)],
  [tag(-2), tag(-1), own(SUFFIX + 3)],
  [before(LOWER), own(EARLIER)],
  [[-2, LOWER], own(SUFFIX + 2)],
  [tag(-3), tag(-2), own(TAG_ENDING)],
  [own(VERB)],
  [own(HELPED)],
  [own(HELPED), tag(-1)],
  [own(VERB), own(LOWER)],
]

/** Template number for joining a feature of an analysis with its tag. */
const JOINED = 600

/** Templates with consecutive numbers. */
class TemplateList {
  readonly count: number
  /** Four integers per template: how many numbers it has, and their offsets from the word's first number. */
  readonly table: Int32Array

  /** @param first the number of the first template: the others follow */
  constructor(
    templates: readonly Template[],
    readonly first: number,
  ) {
    this.count = templates.length
    this.table = Int32Array.from(
      templates.flatMap((template) => {
        const places = template.map(([distance, number]) => distance * NUMBERS + number)
        return [places.length, ...places, 0, 0].slice(0, 4)
      }),
    )
  }

  /**
   * Writes the features of the word whose numbers begin at a place of `values`, from out[n] on; returns their
   * end.
   */
  write(values: Int32Array, at: number, out: Int32Array, n: number): number {
    const { count, first, table } = this
    for (let k = 0; k < count; k++) {
      const parts = table[4 * k]
      let hash = mix(first + k, values[at + table[4 * k + 1]])
      if (parts > 1) hash = mix(hash, values[at + table[4 * k + 2]])
      if (parts > 2) hash = mix(hash, values[at + table[4 * k + 3]])
      out[n + k] = featureOf(hash)
    }
    return n + count
  }
}

const LISTS = {
  shortWord: new TemplateList(SHORT_WORD, 2),
  word: new TemplateList(WORD, 2),
  tags: new TemplateList(TAGS, 101),
  analysis: new TemplateList(ANALYSIS, 501),
}

/** A sentence as numbers, padded by `REACH` words at both ends. */
export class SentenceNumbers {
  length = 0
  /** Numbers of the words, `NUMBERS` each, beginning `REACH` words before the first. */
  private numbers = new Int32Array(NUMBERS * (USUAL_WORDS + 2 * REACH))
  /** Numbers of the tags of auxiliaries and verbs; −2 if there are none. */
  private readonly auxiliary: number
  private readonly verb: number

  /** @param tags names of the tags: UPOS */
  constructor(tags: readonly string[]) {
    const find = (name: string) => (tags.includes(name) ? tags.indexOf(name) : -2)
    this.auxiliary = find('AUX')
    this.verb = find('VERB')
  }

  load(forms: readonly string[], words: Words): void {
    const n = forms.length
    this.length = n
    const places = n + 2 * REACH
    if (this.numbers.length < NUMBERS * places) this.numbers = new Int32Array(2 * NUMBERS * places)
    const { numbers } = this
    words.begin(n)
    let letters = 0
    let capitals = 0
    let initials = 0
    for (let i = 0; i < places; i++) {
      const to = i * NUMBERS
      numbers[to + TAG] = -1
      if (i < REACH || i >= n + REACH) {
        const side = i < REACH ? REACH - i : REACH + 1
        for (let k = 0; k < WORD_NUMBERS; k++) numbers[to + k] = -side - 1
        numbers[to + MARKS] = 32
        continue
      }
      const from = words.place(forms[i - REACH])
      const source = words.numbers
      for (let k = 0; k < WORD_NUMBERS; k++) numbers[to + k] = source[from + k]
      const marks = numbers[to + MARKS]
      if ((marks & 16) === 0) continue
      letters++
      if ((marks & 1) !== 0) initials++
      if ((marks & 2) !== 0) capitals++
    }
    // 2: most words are in capitals; 1: more than two thirds begin with one.
    const style = capitals * 2 > letters ? 2 : initials * 3 > letters * 2 ? 1 : 0
    for (let word = 0; word < n; word++) {
      const o = (word + REACH) * NUMBERS
      const a = o - NUMBERS
      const b = o + NUMBERS
      numbers[o + MARKED] = mix(numbers[o + MARKS], style * 2 + (word === 0 ? 1 : 0))
      numbers[o + SHAPES] = mix(numbers[a + SHAPE], numbers[b + SHAPE])
      numbers[o + MARKS_AROUND] = mix(numbers[a + MARKS], numbers[b + MARKS])
      numbers[o + EARLIER] = mix(numbers[a - NUMBERS + LOWER], numbers[o + SUFFIX + 2])
    }
  }

  /** Sets the first-pass tag of a word. */
  setGuess(word: number, tag: number): void {
    this.numbers[(word + REACH) * NUMBERS + TAG] = tag
  }

  /** Writes the features of the words around a word; returns their number. */
  wordFeatures(word: number, out: Int32Array): number {
    return this.write(LISTS.word, word, out, 0)
  }

  /** Writes the features of the first pass; returns their number. */
  shortWordFeatures(word: number, out: Int32Array): number {
    return this.write(LISTS.shortWord, word, out, 0)
  }

  /** Writes the features of the first-pass tags after the first `count`; returns the new number. */
  tagFeatures(word: number, out: Int32Array, count: number): number {
    return this.write(LISTS.tags, word, out, count)
  }

  /** Writes the features for the analyses of a tag; returns their number. */
  analysisFeatures(word: number, tag: number, out: Int32Array): number {
    const { numbers } = this
    const o = (word + REACH) * NUMBERS
    const ending = numbers[o + SUFFIX + 2]
    const verb = this.verbBefore(word + REACH)
    numbers[o + TAG_ENDING] = mix(numbers[o - NUMBERS + TAG], ending)
    numbers[o + VERB] = verb
    numbers[o + HELPED] = mix(verb, ending)
    const n = this.write(LISTS.analysis, word, out, this.write(LISTS.shortWord, word, out, 0))
    for (let f = 0; f < n; f++) out[f] = featureOf(mix(mix(JOINED, out[f]), tag))
    return n
  }

  private write(list: TemplateList, word: number, out: Int32Array, n: number): number {
    return list.write(this.numbers, (word + REACH) * NUMBERS, out, n)
  }

  /** The auxiliary, or the kind of verb, that comes last before a place: it governs the form of a verb. */
  private verbBefore(i: number): number {
    const { numbers, auxiliary, verb } = this
    for (let j = i - 1; j >= i - 8 && j >= REACH; j--) {
      const tag = numbers[j * NUMBERS + TAG]
      if (tag === auxiliary) return numbers[j * NUMBERS + LOWER]
      if (tag === verb) return mix(7, numbers[j * NUMBERS + SUFFIX + 2])
    }
    return 1
  }
}
