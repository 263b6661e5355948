// The characters of a text, and the features that distinguish the end of a token from its inside.
import { mix } from '@parleyjs/core/internal'
import { featureOf } from '@parleyjs/learn/internal'

/** Classes of characters. */
export const SPACE = 0
const UPPER = 1
const LOWER = 2
const LETTER = 3
const IDEOGRAPH = 4
const DIGIT = 5
const MARK = 6
const OTHER = 7

/**
 * Increased whenever the same text would give other features, here or in `endings.ts`; models with another
 * version are refused.
 */
export const CHARACTER_FEATURES_VERSION = 1

/** Maximum number of features per position. */
export const MAX_CHARACTER_FEATURES = 64

/** Number of characters that the features see on either side. */
const REACH = 4

const classes = new Int32Array(0x10000)

/** Class (low 4 bits) and lower-case form of a character. */
function describe(code: number): number {
  const known = code < 0x10000 ? classes[code] : 0
  if (known !== 0) return known
  const character = String.fromCodePoint(code)
  const lower = character.toLowerCase()
  const packed = (((lower.codePointAt(0)! << 4) | classOf(character, lower)) << 1) | 1
  if (code < 0x10000) classes[code] = packed
  return packed
}

function classOf(character: string, lower: string): number {
  if (/\s/.test(character)) return SPACE
  if (/\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}/u.test(character)) return IDEOGRAPH
  if (lower !== character) return UPPER
  if (character.toUpperCase() !== character) return LOWER
  if (/\p{L}/u.test(character)) return LETTER
  if (/\p{N}/u.test(character)) return DIGIT
  // Characters that combine with the character before them.
  if (/\p{M}|\u200d|\ufe0f|\p{Emoji_Modifier}/u.test(character)) return MARK
  return OTHER
}

/** A text as characters; surrogate pairs are never split. */
export class Characters {
  /** Number of characters. */
  length = 0
  /** Offset of each character in the text, and the end of the text; `REACH` entries of padding come first. */
  offsets: Int32Array
  private readonly kinds: Int32Array
  private readonly lower: Int32Array
  /** Hash of the characters from the last space to this one, and from this one to the next space. */
  private readonly before: Int32Array
  private readonly after: Int32Array
  /** The same for kinds of characters, runs of one kind counted once. */
  private readonly shapeBefore: Int32Array
  private readonly shapeAfter: Int32Array

  constructor(text: string) {
    const room = text.length + 2 * REACH + 2
    this.offsets = new Int32Array(text.length + 1)
    this.kinds = new Int32Array(room)
    this.lower = new Int32Array(room)
    this.before = new Int32Array(room)
    this.after = new Int32Array(room)
    this.shapeBefore = new Int32Array(room)
    this.shapeAfter = new Int32Array(room)
    let n = 0
    for (let at = 0; at < text.length; n++) {
      const code = text.codePointAt(at)!
      const packed = describe(code) >> 1
      this.offsets[n] = at
      this.kinds[n + REACH] = kindOf(packed)
      this.lower[n + REACH] = (packed & 15) === SPACE ? 32 : packed >> 4
      at += code > 0xffff ? 2 : 1
    }
    this.offsets[n] = text.length
    this.length = n
    this.link()
  }

  /** Whether a character is a space; true outside of the text. */
  isSpace(i: number): boolean {
    return this.kinds[i + REACH] === SPACE
  }

  private link(): void {
    const { kinds, lower, before, after, shapeBefore, shapeAfter } = this
    const end = this.length + REACH
    for (let i = REACH; i < end; i++) {
      const begins = kinds[i - 1] === SPACE
      before[i] = kinds[i] === SPACE ? 0 : mix(begins ? 1 : before[i - 1], lower[i])
      shapeBefore[i] = begins
        ? mix(2, kinds[i])
        : kinds[i] === kinds[i - 1]
          ? shapeBefore[i - 1]
          : mix(shapeBefore[i - 1], kinds[i])
    }
    for (let i = end - 1; i >= REACH; i--) {
      const ends = kinds[i + 1] === SPACE
      after[i] = kinds[i] === SPACE ? 0 : mix(ends ? 3 : after[i + 1], lower[i])
      shapeAfter[i] = ends
        ? mix(4, kinds[i])
        : kinds[i] === kinds[i + 1]
          ? shapeAfter[i + 1]
          : mix(shapeAfter[i + 1], kinds[i])
    }
  }

  /**
   * Writes the features of the position after character `i`, in a token that began with character `begin` and
   * whose hash up to `i` is `token`; returns their number.
   */
  features(i: number, begin: number, token: number, out: Int32Array): number {
    const { kinds: k, lower: c } = this
    const o = i + REACH
    const pair = mix(k[o], k[o + 1] + 77)
    let n = 0
    let t = 200
    out[n++] = feature(++t, pair)
    for (let d = -3; d <= 4; d++) out[n++] = feature(++t, c[o + d])
    const left = mix(c[o - 1], c[o])
    const middle = mix(c[o], c[o + 1])
    const right = mix(c[o + 1], c[o + 2])
    out[n++] = feature(++t, left)
    out[n++] = feature(++t, middle)
    out[n++] = feature(++t, right)
    out[n++] = feature(++t, mix(left, c[o + 1]))
    out[n++] = feature(++t, mix(middle, c[o + 2]))
    out[n++] = feature(++t, mix(mix(left, c[o + 1]), c[o + 2]))
    out[n++] = feature(++t, mix(c[o - 2], left))
    out[n++] = feature(++t, mix(right, c[o + 3]))
    out[n++] = feature(++t, mix(mix(c[o - 2], left), mix(right, c[o + 3])))
    const kinds = mix(mix(k[o - 1], k[o]), mix(k[o + 1], k[o + 2]))
    out[n++] = feature(++t, kinds)
    out[n++] = feature(++t, mix(kinds, mix(k[o - 2], k[o + 3])))
    out[n++] = feature(++t, mix(mix(kinds, c[o]), 1))
    out[n++] = feature(++t, mix(mix(kinds, c[o + 1]), 2))
    const { before, after, shapeBefore, shapeAfter } = this
    out[n++] = feature(++t, before[o])
    out[n++] = feature(++t, after[o + 1])
    out[n++] = feature(++t, mix(before[o], after[o + 1]))
    out[n++] = feature(++t, mix(before[o], c[o + 1]))
    out[n++] = feature(++t, mix(c[o], after[o + 1]))
    out[n++] = feature(++t, mix(before[o], shapeAfter[o + 1]))
    out[n++] = feature(++t, mix(shapeBefore[o], shapeAfter[o + 1]))
    out[n++] = feature(++t, mix(mix(shapeBefore[o], shapeAfter[o + 1]), middle))
    out[n++] = feature(++t, mix(token, k[o + 1]))
    out[n++] = feature(++t, mix(token, c[o + 1]))
    out[n++] = feature(++t, mix(token, right))
    out[n++] = feature(++t, mix(pair, Math.min(i - begin, 8)))
    return n
  }

  /** Extends the hash of a token by character `i`; the hash of an empty token is 0. */
  extend(token: number, i: number): number {
    return mix(token + 5, this.lower[i + REACH])
  }

  /** Whether no token may end after a character because the next one combines with it. */
  isInseparable(i: number): boolean {
    return this.kinds[i + REACH + 1] === MARK
  }
}

/** The kind of a character: letters and digits by class, every other character by itself. */
function kindOf(packed: number): number {
  const kind = packed & 15
  return kind === OTHER ? 16 + (packed >> 4) : kind
}

function feature(template: number, value: number): number {
  return featureOf(mix(template, value))
}
