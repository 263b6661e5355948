// Checks of the input that make a summary impossible or doubtful.
import { ParleyError } from '@parleyjs/core'
import type { ConceptSentence } from './concepts.js'
import { shareOfStopWords } from './stop-words.js'

const MARKUP =
  /<!doctype html|<\/?(html|head|body|div|span|p|br|a|ul|ol|li|table|tr|td|script|style|h[1-6])\b[^<>]*>/gi
/** A text may mention a few tags. */
const MOST_TAGS = 5
/** English has about 40 % stop words; other languages share a few of them. */
const FEW_STOP_WORDS = 0.15
/** With fewer words than this, the language cannot be determined. */
const ENOUGH_WORDS = 30

/** Refuses HTML, which would be summarised tags and all. */
export function requirePlainText(text: string, name?: string): void {
  const tags = text.match(MARKUP) ?? []
  const isPage = /^\s*(<!doctype html|<html\b)/i.test(text)
  if (!isPage && (tags.length <= MOST_TAGS || tags.length < text.length / 2000)) return
  throw new ParleyError(
    'bad-input',
    `This looks like HTML: it has ${tags.length} tags such as ${tags[0]!}. Give the text alone, as a browser saves it ("Text files").`,
    name === undefined ? {} : { file: name },
  )
}

/** Warnings: documents that are empty, or in another language. */
export function warningsOf(sentences: readonly ConceptSentence[]): string[] {
  if (sentences.length === 0) return ['There is no text to summarise.']
  const words = sentences
    .flatMap(({ forms }) => forms)
    .map((form) => form.toLowerCase())
    .filter((form) => /\p{L}/u.test(form))
  const share = shareOfStopWords(words)
  if (words.length < ENOUGH_WORDS || share >= FEW_STOP_WORDS) return []
  return [
    `This does not look like English: ${Math.round(100 * share)} % of its words are among the commonest English ones, where 40 % are usual. The summariser has learned from English alone.`,
  ]
}
