// Finds the words of a sentence that a compression by deletion has kept. Both are compared without their
// spaces, character by character, so that it does not matter how either was split into tokens.
import type { Sentence } from '../../text/conllu/sentence.js'
import { type GoldToken, goldTokens } from '../tokenize/gold.js'

const FAR = 1e9

/**
 * 1 for every word that the compression has, 0 for others; null if it is not made of whole tokens of the
 * sentence in their order. Where that can be read in several ways, the fewest stretches win, then the
 * earliest words. The case of the compression's first letter does not matter, and a mark at its end may be
 * missing in the sentence. Where other marks differ, words are compared without them, and no punctuation
 * counts as kept.
 *
 * @example
 * alignCompression(parse('Markets fell on Monday , he said .'), 'markets fell.') // [1, 1, 0, 0, 0, 0, 0, 1]
 */
export function alignCompression(sentence: Sentence, compression: string): Uint8Array | null {
  const tokens = goldTokens(sentence)
  const kept =
    alignAs(tokens, compression, withMarks) ??
    alignAs(tokens, compression.trim().replace(/[.!?]+$/, ''), withMarks) ??
    alignAs(tokens, compression, withoutMarks)
  if (kept === null) return null
  return Uint8Array.from(
    tokens.flatMap(({ words }, i) => Array.from({ length: words?.length ?? 1 }, () => kept[i])),
  )
}

function alignAs(
  tokens: readonly GoldToken[],
  compression: string,
  squeeze: (text: string) => string,
): Uint8Array | null {
  const forms = tokens.map(({ form }) => squeeze(form))
  for (const text of readings(squeeze(compression))) {
    const kept = tokensOf(forms, text)
    if (kept !== null) return kept
  }
  return null
}

/** Without spaces, and with one kind of quotes. */
function withMarks(text: string): string {
  return text
    .replaceAll(/\s+/g, '')
    .replaceAll(/``|''|[“”„]/g, '"')
    .replaceAll(/[‘’]/g, "'")
}

/** Letters, digits and symbols alone: where the compression has lost or changed marks. */
function withoutMarks(text: string): string {
  return text.replaceAll(/[\s\p{P}`]+/gu, '')
}

/** The text as it is, and with its first letter in the other case. */
function readings(text: string): string[] {
  const first = text.slice(0, 1)
  const others = [first.toLowerCase(), first.toUpperCase()].filter((letter) => letter !== first)
  return [text, ...others.map((letter) => letter + text.slice(1))]
}

/**
 * 1 for tokens that spell the text one after the other, with as few stretches as possible; null if none do.
 */
function tokensOf(forms: readonly string[], text: string): Uint8Array | null {
  const width = text.length + 1
  // The fewest stretches that begin from token i on and spell the text from p on, if the token before stayed,
  // or not.
  const after = new Float64Array((forms.length + 1) * width).fill(FAR)
  const apart = new Float64Array((forms.length + 1) * width).fill(FAR)
  after[forms.length * width + text.length] = 0
  apart[forms.length * width + text.length] = 0
  for (let i = forms.length - 1; i >= 0; i--) {
    const { length } = forms[i]
    for (let p = 0; p <= text.length; p++) {
      const skip = apart[(i + 1) * width + p]
      const take = length > 0 && text.startsWith(forms[i], p) ? after[(i + 1) * width + p + length] : FAR
      after[i * width + p] = Math.min(take, skip)
      apart[i * width + p] = Math.min(1 + take, skip)
    }
  }
  if (text === '' || apart[0] >= FAR) return null
  const kept = new Uint8Array(forms.length)
  for (let i = 0, p = 0; i < forms.length; i++) {
    const { length } = forms[i]
    const stretch = i > 0 && kept[i - 1] === 1 ? 0 : 1
    const take = length > 0 && text.startsWith(forms[i], p) ? after[(i + 1) * width + p + length] : FAR
    if (take >= FAR || stretch + take > apart[(i + 1) * width + p]) continue
    kept[i] = 1
    p += length
  }
  return kept
}
