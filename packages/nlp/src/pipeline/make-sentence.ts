// A sentence of a text as CoNLL-U: `# text`, multiword tokens, SpaceAfter=No, and on request offsets in MISC.
import { makeSentence } from '../text/conllu/make.js'
import type { Sentence } from '../text/conllu/sentence.js'
import type { TextToken } from './stages.js'
import type { TextSentence } from './text-sentences.js'

/** Makes the sentence; `offsets` writes `TokenRange=start:end` (UTF-16 units) into MISC. */
export function sentenceOf(
  { tokens, startsParagraph }: TextSentence,
  numbers: { readonly sentence: number; readonly paragraph: number },
  offsets: boolean,
): Sentence {
  const rows = tokens.map((token) => {
    const misc = miscOf(token, offsets)
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

function miscOf({ spaceAfter, start, end }: TextToken, offsets: boolean): string {
  const parts: string[] = []
  if (!spaceAfter) parts.push('SpaceAfter=No')
  if (offsets) parts.push(`TokenRange=${start}:${end}`)
  return parts.length === 0 ? '_' : parts.join('|')
}
