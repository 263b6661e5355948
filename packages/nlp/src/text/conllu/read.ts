// Reads CoNLL-U: a whole text at once, or a stream of pieces in constant memory.
import type { ConlluOptions } from './complaints.js'
import { Scanner } from './scanner.js'
import type { Sentence } from './sentence.js'

/** Maximum number of characters of a sentence; a longer one means that the file is not CoNLL-U. */
const MAX_SENTENCE = 2 ** 24

/**
 * The sentences of a text.
 *
 * @example
 * parseConllu('# text = Go\n1\tGo\tgo\tVERB\t_\t_\t0\troot\t_\t_\n\n')[0].text // 'Go'
 */
export function parseConllu(text: string, options: ConlluOptions = {}): Sentence[] {
  const scanner = new Scanner(options)
  const sentences = Array.from(scanner.scan(text))
  scanner.end()
  return sentences
}

/**
 * Yields the sentences of a stream, such as a file, standard input or the body of a response. Holds only one
 * piece and an unfinished sentence in memory.
 *
 * @example
 * for await (const sentence of readConllu(createReadStream('train.conllu'))) sentence.length
 */
export async function* readConllu(
  chunks: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>,
  options: ConlluOptions = {},
): AsyncGenerator<Sentence, void, undefined> {
  const scanner = new Scanner(options)
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  let pending = ''
  for await (const chunk of chunks) {
    const text = typeof chunk === 'string' ? chunk : decode(decoder, chunk, scanner, pending)
    // The empty line may begin in the pending text.
    const overlap = Math.min(pending.length, 3)
    const tail = pending.slice(pending.length - overlap) + text
    const cut = afterLastEmptyLine(tail)
    if (cut <= overlap) {
      pending += text
      if (pending.length > MAX_SENTENCE)
        throw scanner.complaints.fatal(
          scanner.line,
          `No empty line within ${pending.length} characters from here on. Is this a CoNLL-U file?`,
        )
      continue
    }
    const whole = pending + text.slice(0, cut - overlap)
    pending = text.slice(cut - overlap)
    for (const sentence of scanner.scan(whole)) yield sentence
  }
  pending += decode(decoder, undefined, scanner, pending)
  for (const sentence of scanner.scan(pending)) yield sentence
  scanner.end()
}

/**
 * Start of the text after the last empty line; 0 if there is no empty line. A CR before the LF is skipped.
 */
function afterLastEmptyLine(text: string): number {
  const plain = text.lastIndexOf('\n\n')
  const withReturn = text.lastIndexOf('\n\r\n')
  return Math.max(plain < 0 ? 0 : plain + 2, withReturn < 0 ? 0 : withReturn + 3)
}

function decode(
  decoder: TextDecoder,
  bytes: Uint8Array | undefined,
  scanner: Scanner,
  pending: string,
): string {
  try {
    return bytes === undefined ? decoder.decode() : decoder.decode(bytes, { stream: true })
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    const line = scanner.line + pending.split('\n').length - 1
    throw scanner.complaints.fatal(
      line,
      bytes === undefined
        ? 'The last character of the file is cut off.'
        : 'In this line or after it are bytes that are not UTF-8. Save the file as UTF-8.',
    )
  }
}
