// Reads CoNLL-U: a whole text at once, or a stream of pieces in constant memory.
import type { ConlluOptions } from './complaints.js'
import { Scanner } from './scanner.js'
import type { Sentence } from './sentence.js'
import { wholeBlocks } from './whole-blocks.js'

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
  for await (const text of wholeBlocks(chunks, scanner))
    for (const sentence of scanner.scan(text)) yield sentence
  scanner.end()
}
