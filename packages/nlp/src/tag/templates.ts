// The features that tags are chosen by. First come those of the words around (`wordFeatures`), then those of the tags
// that a first look gave to the neighbours (`tagFeatures`).
import { featureOf, mix } from '../classify/hash.js'
import { EXACT, LONG_SHAPE, LOWER, MARKS, PREFIX, SHAPE, SUFFIX, WORD_NUMBERS, type Words } from './words.js'

/** Changes whenever the same words would give other features: models from before are refused then. */
export const FEATURES_VERSION = 1

/** At most so many features per word. */
export const MAX_FEATURES = 128

/** The first so many features of the words around are enough for a first look. */
export const SHORT = 24

/** Words looked at on either side. */
const REACH = 3

/** A sentence as numbers, with room at both ends. */
export class SentenceNumbers {
  length = 0
  /** Numbers of the words, `WORD_NUMBERS` each, beginning `REACH` words before the first. */
  private numbers = new Int32Array(WORD_NUMBERS * 64)
  /** Tags of the first look, with the same room. */
  private tags = new Int32Array(64)
  /** Numbers of the tags of auxiliaries and verbs; −2 if there are none. */
  private readonly auxiliary: number
  private readonly verb: number
  /** Marks of the sentence: written in capitals only, or each word with one. */
  private style = 0

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
    if (this.tags.length < places) {
      this.numbers = new Int32Array(WORD_NUMBERS * places * 2)
      this.tags = new Int32Array(places * 2)
    }
    const { numbers, tags } = this
    words.begin(n)
    let letters = 0
    let capitals = 0
    let initials = 0
    for (let i = 0; i < places; i++) {
      const to = i * WORD_NUMBERS
      tags[i] = -1
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
    this.style = capitals * 2 > letters ? 2 : initials * 3 > letters * 2 ? 1 : 0
  }

  /** Takes the tags of a first look. */
  setGuess(word: number, tag: number): void {
    this.tags[word + REACH] = tag
  }

  /** Writes the features of the words around a word, or the first `SHORT` of them; returns their number. */
  wordFeatures(word: number, out: Int32Array, most = MAX_FEATURES): number {
    const { numbers: v, style } = this
    const o = (word + REACH) * WORD_NUMBERS
    const a = o - WORD_NUMBERS
    const aa = a - WORD_NUMBERS
    const b = o + WORD_NUMBERS
    const bb = b + WORD_NUMBERS
    const lower = v[o + LOWER]
    const marks = mix(v[o + MARKS], style * 2 + (word === 0 ? 1 : 0))
    const ending = v[o + SUFFIX + 3]
    const shortEnding = v[o + SUFFIX + 2]
    let n = 0
    let t = 1
    out[n++] = feature(++t, v[o + EXACT])
    out[n++] = feature(++t, lower)
    out[n++] = feature(++t, v[o + PREFIX + 2])
    out[n++] = feature(++t, v[o + PREFIX + 3])
    for (let k = 1; k <= 4; k++) out[n++] = feature(++t, v[o + SUFFIX + k])
    out[n++] = feature(++t, v[o + LONG_SHAPE])
    out[n++] = feature(++t, marks)
    out[n++] = feature2(++t, marks, shortEnding)
    out[n++] = feature2(++t, v[o + SHAPE], mix(v[a + SHAPE], v[b + SHAPE]))
    out[n++] = feature(++t, v[a + LOWER])
    out[n++] = feature(++t, v[b + LOWER])
    out[n++] = feature(++t, v[aa + LOWER])
    out[n++] = feature(++t, v[bb + LOWER])
    out[n++] = feature2(++t, v[a + LOWER], lower)
    out[n++] = feature2(++t, lower, v[b + LOWER])
    out[n++] = feature2(++t, v[a + LOWER], v[b + LOWER])
    out[n++] = feature2(++t, v[a + LOWER], ending)
    out[n++] = feature2(++t, ending, v[b + LOWER])
    out[n++] = feature(++t, v[a + SUFFIX + 3])
    out[n++] = feature(++t, v[b + SUFFIX + 3])
    out[n++] = feature2(++t, lower, v[b + SUFFIX + 3])
    if (most === SHORT) return n
    out[n++] = feature(++t, v[o + PREFIX + 1])
    out[n++] = feature(++t, v[o + PREFIX + 4])
    out[n++] = feature(++t, v[o + SUFFIX + 5])
    out[n++] = feature(++t, v[o + SHAPE])
    out[n++] = feature2(++t, marks, ending)
    out[n++] = feature2(++t, marks, lower)
    out[n++] = feature2(++t, marks, mix(v[a + MARKS], v[b + MARKS]))
    out[n++] = feature(++t, v[aa - WORD_NUMBERS + LOWER])
    out[n++] = feature(++t, v[bb + WORD_NUMBERS + LOWER])
    out[n++] = feature2(++t, v[aa + LOWER], v[a + LOWER])
    out[n++] = feature2(++t, v[b + LOWER], v[bb + LOWER])
    out[n++] = feature2(++t, v[a + LOWER], shortEnding)
    out[n++] = feature(++t, v[a + SUFFIX + 2])
    out[n++] = feature(++t, v[b + SUFFIX + 2])
    out[n++] = feature2(++t, v[a + SUFFIX + 2], shortEnding)
    out[n++] = feature2(++t, shortEnding, v[b + SUFFIX + 2])
    out[n++] = feature2(++t, v[a + SUFFIX + 3], lower)
    out[n++] = feature2(++t, v[a + MARKS], lower)
    out[n++] = feature2(++t, lower, v[b + MARKS])
    return n
  }

  /** Writes the features for the analyses of a tag; returns their number. */
  analysisFeatures(word: number, tag: number, out: Int32Array): number {
    const { numbers: v, tags: x } = this
    const i = word + REACH
    const o = i * WORD_NUMBERS
    const lower = v[o + LOWER]
    const ending = v[o + SUFFIX + 3]
    let n = this.wordFeatures(word, out, SHORT)
    let t = 500
    out[n++] = feature(++t, x[i - 1])
    out[n++] = feature(++t, x[i + 1])
    out[n++] = feature2(++t, x[i - 2], x[i - 1])
    out[n++] = feature2(++t, x[i + 1], x[i + 2])
    out[n++] = feature2(++t, x[i - 1], x[i + 1])
    out[n++] = feature2(++t, x[i - 1], lower)
    out[n++] = feature2(++t, lower, x[i + 1])
    out[n++] = feature2(++t, x[i - 1], ending)
    out[n++] = feature2(++t, ending, x[i + 1])
    out[n++] = feature3(++t, x[i - 2], x[i - 1], ending)
    out[n++] = feature2(
      ++t,
      v[o - WORD_NUMBERS + LOWER],
      mix(v[o - 2 * WORD_NUMBERS + LOWER], v[o + SUFFIX + 2]),
    )
    out[n++] = feature2(++t, v[o - 2 * WORD_NUMBERS + LOWER], v[o + SUFFIX + 2])
    out[n++] = feature3(++t, x[i - 3], x[i - 2], mix(x[i - 1], v[o + SUFFIX + 2]))
    const before = this.verbBefore(i)
    const helped = mix(before, v[o + SUFFIX + 2])
    out[n++] = feature(++t, before)
    out[n++] = feature(++t, helped)
    out[n++] = feature2(++t, helped, x[i - 1])
    out[n++] = feature2(++t, before, lower)
    for (let f = 0; f < n; f++) out[f] = feature2(600, out[f], tag)
    return n
  }

  /** The auxiliary, or the kind of verb, that comes last before a place: it governs the form of a verb. */
  private verbBefore(i: number): number {
    const { numbers: v, tags: x, auxiliary, verb } = this
    for (let j = i - 1; j >= i - 8 && j >= REACH; j--) {
      if (x[j] === auxiliary) return v[j * WORD_NUMBERS + LOWER]
      if (x[j] === verb) return mix(7, v[j * WORD_NUMBERS + SUFFIX + 2])
    }
    return 1
  }

  /** Writes the features of the tags of a first look after the first `count`; returns the new number. */
  tagFeatures(word: number, out: Int32Array, count: number): number {
    const { numbers: v, tags: x } = this
    const o = (word + REACH) * WORD_NUMBERS
    const i = word + REACH
    const lower = v[o + LOWER]
    const ending = v[o + SUFFIX + 3]
    let n = count
    let t = 100
    out[n++] = feature(++t, x[i])
    out[n++] = feature2(++t, x[i], lower)
    out[n++] = feature(++t, x[i - 1])
    out[n++] = feature(++t, x[i + 1])
    out[n++] = feature(++t, x[i - 2])
    out[n++] = feature(++t, x[i + 2])
    out[n++] = feature2(++t, x[i - 1], x[i])
    out[n++] = feature2(++t, x[i], x[i + 1])
    out[n++] = feature2(++t, x[i - 1], x[i + 1])
    out[n++] = feature2(++t, x[i - 2], x[i - 1])
    out[n++] = feature2(++t, x[i + 1], x[i + 2])
    out[n++] = feature2(++t, x[i - 1], lower)
    out[n++] = feature2(++t, lower, x[i + 1])
    out[n++] = feature2(++t, x[i - 1], ending)
    out[n++] = feature2(++t, ending, x[i + 1])
    out[n++] = feature3(++t, x[i - 1], lower, x[i + 1])
    out[n++] = feature3(++t, x[i - 1], ending, x[i + 1])
    out[n++] = feature3(++t, x[i - 2], x[i - 1], lower)
    out[n++] = feature3(++t, lower, x[i + 1], x[i + 2])
    out[n++] = feature3(++t, x[i - 1], x[i], x[i + 1])
    out[n++] = feature3(++t, x[i - 2], x[i - 1], x[i])
    out[n++] = feature3(++t, x[i], x[i + 1], x[i + 2])
    out[n++] = feature3(++t, x[i - 2], x[i - 1], x[i + 1])
    out[n++] = feature3(++t, x[i - 1], x[i + 1], x[i + 2])
    out[n++] = feature3(++t, x[i - 3], x[i - 2], x[i - 1])
    out[n++] = feature3(++t, x[i + 1], x[i + 2], x[i + 3])
    out[n++] = feature2(++t, v[o - WORD_NUMBERS + LOWER], x[i + 1])
    out[n++] = feature2(++t, x[i - 1], v[o + WORD_NUMBERS + LOWER])
    out[n++] = feature3(++t, v[o - WORD_NUMBERS + LOWER], x[i], x[i + 1])
    out[n++] = feature3(++t, x[i - 1], x[i], v[o + WORD_NUMBERS + LOWER])
    return n
  }
}

function feature(template: number, a: number): number {
  return featureOf(mix(template, a))
}

function feature2(template: number, a: number, b: number): number {
  return featureOf(mix(mix(template, a), b))
}

function feature3(template: number, a: number, b: number, c: number): number {
  return featureOf(mix(mix(mix(template, a), b), c))
}
