// Decodes a text file piece by piece. Bytes that are not UTF-8 are refused, with their line.
import { ParleyError } from '@parleyjs/core'

/** Decodes a stream of bytes. `firstLine` is the number of its first line. */
export async function* decodeText(
  file: string,
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  firstLine = 1,
): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  let line = firstLine
  const decode = (bytes?: Uint8Array) => {
    try {
      return bytes === undefined ? decoder.decode() : decoder.decode(bytes, { stream: true })
    } catch {
      const fact =
        bytes === undefined
          ? 'The last character of the file is cut off.'
          : 'In this line or after it are bytes that are not UTF-8. Save the file as UTF-8.'
      throw new ParleyError('bad-input', fact, { file, line })
    }
  }
  for await (const chunk of chunks) {
    const zero = chunk.indexOf(0)
    if (zero >= 0) {
      const fact = 'This is not a text file: it has a byte that is 0. Is it packed, or another format?'
      throw new ParleyError('bad-input', fact, { file })
    }
    const text = decode(chunk)
    yield text
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) line++
  }
  yield decode()
}
