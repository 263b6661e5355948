// What is farther from the end of a token and tells whether a sentence ends there: how far the next full stop
// is, whether a quotation or bracket is open, and whether a word is repeated, as a name is under a letter.
import { mix } from '@parleyjs/core/internal'
import { featureOf } from '@parleyjs/learn/internal'
import { ownText } from '../../text/own-text.js'

/** Maximum number of these features per token. */
export const MAX_CONTEXT_FEATURES = 8

/** Kinds of tokens; 0 is outside of the text. */
const FINAL = 1
const OTHER = 8
const KINDS: readonly (readonly [RegExp, number])[] = [
  [/^[.!?…。！？]+$/, FINAL],
  [/^\p{Lu}\p{Lu}+$/u, 2],
  [/^\p{Lu}/u, 3],
  [/^\p{L}/u, 4],
  [/^\p{N}/u, 5],
  [/^[,;]$/, 6],
  [/^[:\-–—]+$/, 7],
]
const QUOTE = /^["“”„»«]$/
const OPENING = /^[([{]$/
const CLOSING = /^[)\]}]$/

/** Classes of distances: 0 to 3 each, then up to 5, 8 and 13. */
const DISTANCES = [0, 1, 2, 3, 4, 4, 5, 5, 5, 6, 6, 6, 6, 6]
const FAR = 7
/** The paragraph ends first. */
const ENDS = 8
const MAX_KEPT = 1 << 14

/** What is known of a token by itself: its kind, and whether it is a quotation mark or bracket. */
interface Look {
  readonly kind: number
  readonly quotes: number
  readonly opens: number
}

/** The tokens of a paragraph, as these features see them. */
export class EndingContext {
  private kinds = new Uint8Array(64)
  /** Class of the distance to the next full stop. */
  private toFinal = new Uint8Array(64)
  /** Numbers of quotation marks, and of open brackets, before each token. */
  private quotes = new Int32Array(64)
  private depths = new Int32Array(64)
  private readonly looks = new Map<string, Look>()

  /** Takes in the tokens of a paragraph. */
  load(words: readonly string[]): void {
    const n = words.length
    if (this.kinds.length < n + 2) {
      this.kinds = new Uint8Array(2 * n + 2)
      this.toFinal = new Uint8Array(2 * n + 2)
      this.quotes = new Int32Array(2 * n + 2)
      this.depths = new Int32Array(2 * n + 2)
    }
    const { kinds, toFinal, quotes, depths } = this
    words.forEach((word, i) => {
      const look = this.look(word)
      kinds[i] = look.kind
      quotes[i + 1] = quotes[i] + look.quotes
      depths[i + 1] = depths[i] + look.opens
    })
    kinds[n] = 0
    toFinal[n] = ENDS
    for (let i = n - 1, distance = 0, ends = true; i >= 0; i--) {
      if (kinds[i] === FINAL) ends = false
      distance = kinds[i] === FINAL ? 0 : distance + 1
      toFinal[i] = distance >= DISTANCES.length ? FAR : ends ? ENDS : DISTANCES[distance]
    }
  }

  /**
   * Writes features of the end of a token after the first `count`, in a sentence that began with token
   * `begin`; returns their number. `before` to `afterNext` are the hashes of four words, of which the second
   * is the token.
   */
  features(
    token: number,
    begin: number,
    [before, own, next, afterNext]: readonly [number, number, number, number],
    out: Int32Array,
    count: number,
  ): number {
    const { kinds, toFinal, quotes, depths } = this
    const pair = mix(kinds[token], kinds[token + 1])
    const distance = toFinal[token + 1]
    const repeats = (next === own ? 1 : 0) + (next === before ? 2 : 0) + (next === afterNext ? 4 : 0)
    const depth = Math.max(-1, Math.min(1, depths[token + 1] - depths[begin]))
    const open = mix((quotes[token + 1] - quotes[begin]) & 1, depth + 5)
    let n = count
    out[n++] = feature(401, mix(repeats, pair))
    out[n++] = feature(402, mix(distance, pair))
    out[n++] = feature(403, mix(distance, next))
    out[n++] = feature(404, mix(distance, own))
    out[n++] = feature(411, mix(open, mix(own, next)))
    out[n++] = feature(412, mix(open, pair))
    out[n++] = feature(413, mix(open, mix(own, kinds[token + 1])))
    out[n++] = feature(414, mix(open, mix(mix(before, own), next)))
    return n
  }

  private look(word: string): Look {
    const known = this.looks.get(word)
    if (known !== undefined) return known
    const look = {
      kind: KINDS.find(([pattern]) => pattern.test(word))?.[1] ?? OTHER,
      quotes: QUOTE.test(word) ? 1 : 0,
      opens: OPENING.test(word) ? 1 : CLOSING.test(word) ? -1 : 0,
    }
    if (this.looks.size >= MAX_KEPT) this.looks.clear()
    this.looks.set(ownText(word), look)
    return look
  }
}

function feature(template: number, value: number): number {
  return featureOf(mix(template, value))
}
