// The features that distinguish the last token of a sentence from other tokens.
import { mix } from '@parleyjs/core/internal'
import { featureOf } from '@parleyjs/learn/internal'
import {
  LONG_SHAPE,
  LOWER,
  MARKS,
  PREFIX,
  SHAPE,
  SUFFIX,
  WORD_NUMBERS,
  Words,
} from '../../word-features/words.js'
import { EndingContext } from './ending-context.js'

/** Maximum number of features per token. */
export const MAX_ENDING_FEATURES = 64

/** Number of tokens that the features see on either side. */
const REACH = 3

/** The tokens of a paragraph as numbers, with padding at both ends. */
export class TokenNumbers {
  private numbers = new Int32Array(WORD_NUMBERS * 256)
  /** 1 where there is no space after a token. */
  private glued = new Int32Array(256)
  private length = 0
  private readonly words = new Words()
  private readonly context: EndingContext | null

  /** @param hasContext whether features see what is farther away; false for models trained without */
  constructor(hasContext: boolean) {
    this.context = hasContext ? new EndingContext() : null
  }

  load(text: string, spans: ArrayLike<number>): void {
    const n = spans.length / 2
    this.context?.load(Array.from({ length: n }, (_, i) => text.slice(spans[2 * i], spans[2 * i + 1])))
    const places = n + 2 * REACH
    this.length = n
    if (this.glued.length < places) {
      this.numbers = new Int32Array(WORD_NUMBERS * places * 2)
      this.glued = new Int32Array(places * 2)
    }
    const { numbers, glued, words } = this
    for (let i = 0; i < places; i++) {
      const to = i * WORD_NUMBERS
      glued[i] = 0
      if (i < REACH || i >= n + REACH) {
        numbers.fill(i < REACH ? -1 : -2, to, to + WORD_NUMBERS)
        continue
      }
      const token = i - REACH
      words.begin(1)
      const from = words.place(text.slice(spans[2 * token], spans[2 * token + 1]))
      for (let k = 0; k < WORD_NUMBERS; k++) numbers[to + k] = words.numbers[from + k]
      if (token + 1 < n && spans[2 * token + 1] === spans[2 * token + 2]) glued[i] = 1
    }
  }

  /**
   * Writes the features of the end of a token, in a sentence that began with token `begin`; returns their
   * number.
   */
  features(token: number, begin: number, out: Int32Array): number {
    const { numbers: v, glued, length } = this
    const o = (token + REACH) * WORD_NUMBERS
    const a = o - WORD_NUMBERS
    const b = o + WORD_NUMBERS
    const bb = b + WORD_NUMBERS
    const lower = v[o + LOWER]
    const next = v[b + LOWER]
    const space = glued[token + REACH]
    const nextMarks = mix(v[b + MARKS] & 15, space)
    const first = (begin + REACH) * WORD_NUMBERS
    const soFar = Math.min(token - begin, 3 + ((token - begin) >> 3), 7)
    const left = length - 1 - token
    const toCome = Math.min(left, 3 + (left >> 3), 7)
    const isFirst = token === begin ? 1 : 0
    let n = 0
    let t = 300
    out[n++] = feature(++t, space)
    out[n++] = feature(++t, lower)
    out[n++] = feature(++t, next)
    out[n++] = feature(++t, v[a + LOWER])
    out[n++] = feature(++t, v[bb + LOWER])
    out[n++] = feature(++t, mix(lower, next))
    out[n++] = feature(++t, mix(v[a + LOWER], lower))
    out[n++] = feature(++t, mix(next, v[bb + LOWER]))
    out[n++] = feature(++t, mix(mix(v[a + LOWER], lower), next))
    out[n++] = feature(++t, mix(lower, nextMarks))
    out[n++] = feature(++t, mix(lower, v[b + SHAPE]))
    out[n++] = feature(++t, mix(lower, v[b + LONG_SHAPE]))
    out[n++] = feature(++t, mix(mix(lower, v[b + SHAPE]), v[bb + SHAPE]))
    out[n++] = feature(++t, mix(mix(v[a + SHAPE], lower), nextMarks))
    out[n++] = feature(++t, mix(mix(v[a + LONG_SHAPE], lower), nextMarks))
    out[n++] = feature(++t, mix(mix(v[a + LOWER], lower), nextMarks))
    out[n++] = feature(++t, mix(v[o + SHAPE], v[b + SHAPE]))
    out[n++] = feature(++t, mix(mix(v[o + SHAPE], v[b + SHAPE]), v[bb + SHAPE]))
    out[n++] = feature(++t, mix(mix(v[a + SHAPE], v[o + SHAPE]), v[b + SHAPE]))
    out[n++] = feature(++t, mix(v[o + SHAPE], next))
    out[n++] = feature(++t, mix(v[o + SHAPE], mix(soFar, nextMarks)))
    out[n++] = feature(++t, mix(lower, mix(soFar, nextMarks)))
    out[n++] = feature(++t, mix(v[o + SHAPE], mix(toCome, nextMarks)))
    out[n++] = feature(++t, mix(lower, toCome))
    out[n++] = feature(++t, mix(mix(soFar, toCome), nextMarks))
    out[n++] = feature(++t, mix(v[first + LOWER], lower))
    out[n++] = feature(++t, mix(v[first + SHAPE], mix(v[o + SHAPE], v[b + SHAPE])))
    out[n++] = feature(++t, mix(v[o + SUFFIX + 3], nextMarks))
    out[n++] = feature(++t, mix(v[o + SUFFIX + 1], nextMarks))
    out[n++] = feature(++t, mix(v[o + PREFIX + 1], mix(v[b + PREFIX + 1], space)))
    out[n++] = feature(++t, mix(next, nextMarks))
    out[n++] = feature(++t, mix(mix(next, nextMarks), isFirst))
    out[n++] = feature(++t, mix(mix(next, nextMarks), v[o + MARKS]))
    out[n++] = feature(++t, mix(mix(nextMarks, v[bb + MARKS]), mix(v[o + MARKS], v[a + MARKS])))
    if (this.context === null) return n
    return this.context.features(token, begin, [v[a + LOWER], lower, next, v[bb + LOWER]], out, n)
  }
}

function feature(template: number, value: number): number {
  return featureOf(mix(template, value))
}
