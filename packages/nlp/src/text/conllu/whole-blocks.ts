// Cuts a stream of bytes or text after empty lines, so that sentences stay whole.
import type { Scanner } from './scanner.js'

/** Maximum number of characters of a sentence; a longer one means that the file is not CoNLL-U. */
const MAX_SENTENCE = 2 ** 24

/**
 * Yields texts that end with an empty line, and the rest of the stream at the end. Each text must be scanned
 * before the next is asked for: errors take their line from the scanner.
 */
export async function* wholeBlocks(
  chunks: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>,
  scanner: Scanner,
): AsyncGenerator<string, void, undefined> {
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
    yield whole
  }
  yield pending + decode(decoder, undefined, scanner, pending)
}

/**
 * Start of the text after the last empty line; 0 if there is no empty line. A CR before the LF is skipped.
 */
function afterLastEmptyLine(text: string): number {
  const plain = text.lastIndexOf('\n\n')
  const withReturn = text.includes('\r') ? text.lastIndexOf('\n\r\n') : -1
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
