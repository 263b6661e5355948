// CoNLL-U out.
import type { Sentence } from './sentence.js'

/**
 * The text of sentences, ready for a file; what was not changed is as it was read.
 *
 * @example
 * writeConllu(parseConllu(text)) === text // true
 */
export function writeConllu(sentences: Iterable<Sentence>): string {
  let text = ''
  for (const sentence of sentences) text += sentence.toString()
  return text
}
