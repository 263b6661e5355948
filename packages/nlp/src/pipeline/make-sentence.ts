// A sentence of a text as CoNLL-U: `# text`, multiword tokens, SpaceAfter=No, and on request offsets in MISC.
import { makeSentence } from '../text/conllu/make.js'
import type { Sentence } from '../text/conllu/sentence.js'
import type { Spaces, TextToken } from './stages.js'
import type { TextSentence } from './text-sentences.js'

/** What is written into MISC beside SpaceAfter=No. */
export interface MiscOptions {
  /** `TokenRange=start:end`, in UTF-16 units. */
  readonly offsets: boolean
  /** SpacesBefore, SpacesAfter and SpacesInToken, as UDPipe writes them. */
  readonly spaces: boolean
}

/** Makes the sentence of a text. */
export function sentenceOf(
  { tokens, spaces, startsParagraph }: TextSentence,
  numbers: { readonly sentence: number; readonly paragraph: number },
  options: MiscOptions,
): Sentence {
  const rows = tokens.map((token, i) => {
    const misc = miscOf(token, spaces[i], options)
    return token.words.length === 1
      ? { form: token.words[0], misc }
      : { form: token.form, misc, words: token.words }
  })
  return makeSentence(rows, {
    ...(startsParagraph && { 'newpar id': `p${numbers.paragraph}` }),
    sent_id: String(numbers.sentence),
    text: textOf(tokens),
  })
}

/** Start and end of every word in the text; the words of a multiword token have the same offsets. */
export function offsetsOf(tokens: readonly TextToken[]): Int32Array {
  return Int32Array.from(tokens.flatMap(({ start, end, words }) => words.flatMap(() => [start, end])))
}

/** The original text of the sentence, with every run of white space as one space. */
function textOf(tokens: readonly TextToken[]): string {
  return tokens
    .map(({ form, spaceAfter }, i) => (spaceAfter && i < tokens.length - 1 ? `${form} ` : form))
    .join('')
}

function miscOf(
  { form, spaceAfter, start, end }: TextToken,
  { before, after, written }: Spaces,
  options: MiscOptions,
): string {
  const parts: string[] = []
  if (options.spaces ? after === '' : !spaceAfter) parts.push('SpaceAfter=No')
  if (options.spaces) {
    if (before !== '') parts.push(`SpacesBefore=${escaped(before)}`)
    if (after !== '' && after !== ' ') parts.push(`SpacesAfter=${escaped(after)}`)
    if (written !== form) parts.push(`SpacesInToken=${escaped(written)}`)
  }
  if (options.offsets) parts.push(`TokenRange=${start}:${end}`)
  return parts.length === 0 ? '_' : parts.join('|')
}

const ESCAPES: Readonly<Record<string, string>> = {
  ' ': '\\s',
  '\t': '\\t',
  '\n': '\\n',
  '\r': '\\r',
  '|': '\\p',
  '\\': '\\\\',
}

/**
 * White space as UDPipe writes it: `\s`, `\t`, `\n`, `\r`, and `\p` for a bar; other white space as `\u00a0`.
 */
function escaped(text: string): string {
  return text.replaceAll(
    /[\s|\\]/g,
    (character) => ESCAPES[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
