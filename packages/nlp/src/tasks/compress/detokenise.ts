// Kept words as text. Unchanged stretches are verbatim; one space replaces deleted words.
import type { Sentence } from '../../text/conllu/sentence.js'
import { type GoldToken, goldTokens } from '../tokenize/gold.js'

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

/** A sentence as it was written, and where its tokens are in it; white space is one space. */
export interface WrittenSentence {
  readonly text: string
  readonly spans: readonly TokenSpan[]
}

/**
 * The text of a sentence, and its tokens in it: the comment `# text` if that has all tokens in their order,
 * else the tokens with the spaces that SpaceAfter leaves.
 */
export function writtenSentence(sentence: Sentence): WrittenSentence {
  const tokens = goldTokens(sentence)
  const made = tokens.map(({ form, spaceAfter }, i) =>
    spaceAfter && i < tokens.length - 1 ? `${form} ` : form,
  )
  const joined = made.join('')
  const text = sentence.text ?? joined
  const spans = find(tokens, text)
  return spans === null ? { text: joined, spans: find(tokens, joined)! } : { text, spans }
}

/** The tokens of a sentence by the offsets of its words (two numbers each), as the pipeline gives them. */
export function tokenSpans(sentence: Sentence, offsets: ArrayLike<number>): TokenSpan[] {
  let word = 0
  return goldTokens(sentence).map(({ words }) => {
    const firstWord = word
    word += words === null ? 1 : words.length
    return { start: offsets[2 * firstWord], end: offsets[2 * firstWord + 1], firstWord, endWord: word }
  })
}

/** The tokens in a text one after the other; null if they are not there. */
function find(tokens: readonly GoldToken[], text: string): TokenSpan[] | null {
  const spans: TokenSpan[] = []
  let at = 0
  let word = 0
  for (const { form, words } of tokens) {
    while (/\s/.test(text[at] ?? '')) at++
    if (!text.startsWith(form, at)) return null
    const firstWord = word
    word += words === null ? 1 : words.length
    spans.push({ start: at, end: at + form.length, firstWord, endWord: word })
    at += form.length
  }
  return spans
}

/**
 * The stretches of a sentence that stay and that go, in order. A token stays if any of its words does. White
 * space between two tokens that stay is kept with them, other white space belongs to the deleted stretch.
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

/**
 * The text of what stays: verbatim within stretches, one space between them, a capital at the start. A mark
 * that stood directly behind a word stands behind the word that is now before it, an opening one before the
 * next.
 *
 * @example
 * keptText(sentence, kept) // 'Markets remained under pressure.'
 */
export function keptText(sentence: Sentence, kept: ArrayLike<number>): string {
  const { text, spans } = writtenSentence(sentence)
  let result = ''
  let opens = true
  for (const { start, end, kept: stays } of stretches(spans, kept)) {
    if (!stays) continue
    const first = spans.findIndex((span) => span.start === start)
    const last = spans.findIndex((span) => span.end === end)
    const glued = opens || closes(sentence, text, spans[first])
    result += glued ? text.slice(start, end) : ` ${text.slice(start, end)}`
    opens = opensNext(sentence, text, spans[last])
  }
  return capitalised(result)
}

/** Whether a token is a mark with a space or nothing behind it, but none before it. */
function closes({ upos }: Sentence, text: string, { start, firstWord }: TokenSpan): boolean {
  return upos[firstWord] === 'PUNCT' && start > 0 && !/\s/.test(text[start - 1])
}

/** Whether a token is a mark with a space or nothing before it, but none behind it. */
function opensNext({ upos }: Sentence, text: string, { start, end, firstWord }: TokenSpan): boolean {
  if (upos[firstWord] !== 'PUNCT' || end === text.length || /\s/.test(text[end])) return false
  return start === 0 || /\s/.test(text[start - 1])
}

/**
 * Converts the first letter to upper case if the text begins with a letter, unless the first word is like
 * "iPhone"; marks before it are skipped.
 */
function capitalised(text: string): string {
  return text.replace(/^([\p{P}\s]*)(\p{Ll})(?!\p{Lu})/u, (_, before: string, letter: string) => {
    const upper = letter.toUpperCase()
    return before + (upper.length === letter.length ? upper : letter)
  })
}
