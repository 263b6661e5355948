// Kept words as text. Stretches that nobody touched are verbatim; where words went, one space stands for the gap.
import type { Sentence } from '../conllu/sentence.js'
import { goldTokens } from '../tokenize/gold.js'

/** A stretch of a text, in UTF-16 units; `kept` says whether it is part of the compression. */
export interface Stretch {
  readonly start: number
  readonly end: number
  readonly kept: boolean
}

/** Where the tokens of a sentence are: in its text, or in the text that it came from. */
export interface TokenSpan {
  readonly start: number
  readonly end: number
  /** The first word of the token, and the one after its last. */
  readonly firstWord: number
  readonly endWord: number
}

/**
 * The tokens of a sentence as stretches of `text`; by `offsets` of its words (two numbers each, from the pipeline), or else
 * by looking for them in order.
 */
export function tokenSpans(
  sentence: Sentence,
  text: string,
  offsets?: ArrayLike<number> | null,
): TokenSpan[] {
  let word = 0
  let at = 0
  return goldTokens(sentence).map(({ form, words }) => {
    const firstWord = word
    word += words === null ? 1 : words.length
    if (offsets) {
      const span = { start: offsets[2 * firstWord]!, end: offsets[2 * firstWord + 1]! }
      return { ...span, firstWord, endWord: word }
    }
    const found = text.indexOf(form, at)
    const start = found < 0 ? at : found
    at = start + (found < 0 ? 0 : form.length)
    return { start, end: at, firstWord, endWord: word }
  })
}

/** The text of a sentence as it would be written from its tokens. */
export function sentenceText(sentence: Sentence): string {
  const tokens = goldTokens(sentence)
  return tokens
    .map(({ form, spaceAfter }, i) => (spaceAfter && i < tokens.length - 1 ? `${form} ` : form))
    .join('')
}

/**
 * The stretches of a sentence that stay and that go, in order. A token stays if any of its words does. White space
 * between two tokens that stay is kept with them, any other is part of what goes.
 */
export function stretches(spans: readonly TokenSpan[], kept: ArrayLike<number>): Stretch[] {
  const found: { start: number; end: number; kept: boolean }[] = []
  for (const { start, end, firstWord, endWord } of spans) {
    let stays = false
    for (let w = firstWord; w < endWord; w++) stays ||= kept[w] === 1
    const last = found[found.length - 1]
    if (last !== undefined && last.kept === stays) last.end = end
    else found.push({ start, end, kept: stays })
  }
  return found
}

const CLOSING = /^[\s]*[.,;:!?%)\]}»”’…]/u
const OPENING = /[([{«“‘„]$/u

/**
 * The text of what stays: verbatim within stretches, one space between them, a capital at the start.
 *
 * @example
 * keptText(sentence, kept) // 'Markets remained under pressure.'
 */
export function keptText(
  sentence: Sentence,
  kept: ArrayLike<number>,
  text: string = sentence.text ?? sentenceText(sentence),
  offsets?: ArrayLike<number> | null,
): string {
  let result = ''
  for (const { start, end, kept: stays } of stretches(tokenSpans(sentence, text, offsets), kept)) {
    if (!stays) continue
    const piece = text.slice(start, end).replaceAll(/\s+/g, ' ')
    const glued = result === '' || CLOSING.test(piece) || OPENING.test(result)
    result += glued ? piece : ` ${piece}`
  }
  return capitalised(result)
}

/** The first letter in upper case, if the text begins with one; marks and quotes before it do not count. */
function capitalised(text: string): string {
  return text.replace(/^([\p{P}\s]*)(\p{Ll})(?=\p{Ll}|\P{L}|$)/u, (_, before: string, letter: string) => {
    const upper = letter.toUpperCase()
    return before + (upper.length === 1 ? upper : letter)
  })
}
