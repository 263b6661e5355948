// Writes CoNLL-U.
import type { Sentence } from './sentence.js'

/**
 * The text of sentences, ready for a file. Unchanged sentences are written as they were read.
 *
 * @example
 * writeConllu(parseConllu(text)) === text // true
 */
export function writeConllu(sentences: Iterable<Sentence>): string {
  let text = ''
  for (const sentence of sentences) text += sentence.toString()
  return text
}
