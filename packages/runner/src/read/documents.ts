// Reads documents to summarise: a whole text, or the sentences of CoNLL-U.
import { ParleyError } from '@parleyjs/core'
import { readConllu, type Sentence, type SummaryDocument } from '@parleyjs/nlp'
import { decodeText } from './decode-text.js'
import { Deviations } from './deviations.js'
import { looksLikeConllu } from './input-kind.js'
import { type FileSource, PEEK } from './source.js'

/**
 * Reads a document. `input` is its format; by default it is detected from the beginning. `onNote` receives
 * the lines about deviations from CoNLL-U, each with `prefix` before it.
 */
export async function readDocument(
  source: { readonly text: string } | FileSource,
  input: 'text' | 'conllu' | undefined,
  onNote: (note: string) => void,
  prefix = '',
): Promise<SummaryDocument> {
  if ('text' in source) return source.text
  const { file } = source
  const pieces: string[] = []
  for await (const piece of decodeText(file, source.chunks)) pieces.push(piece)
  const whole = pieces.join('')
  if (input === 'text' || (input === undefined && !looksLikeConllu(whole.slice(0, PEEK)))) return whole
  const deviations = new Deviations(file)
  const sentences: Sentence[] = []
  const options = { strict: false, file, onWarning: deviations.add } as const
  for await (const sentence of readConllu([new TextEncoder().encode(whole)], options))
    sentences.push(sentence)
  onNote(deviations.describe(prefix))
  return sentences
}

/** Throws if all documents are empty. */
export function requireText(documents: readonly SummaryDocument[], names: readonly string[]): void {
  const isEmpty = (document: SummaryDocument) =>
    document.length === 0 || (typeof document === 'string' && document.trim() === '')
  if (documents.every(isEmpty))
    throw new ParleyError('bad-input', 'There is no text to summarise.', { file: names.join(', ') })
}
