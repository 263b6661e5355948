// Reads Penn-style trees: a whole text at once, or a stream of pieces in constant memory.
import type { ParleyError } from '@parleyjs/core'
import { PennScanner } from './penn-scanner.js'
import type { PennTree } from './tree.js'

export interface PennOptions {
  /** The file's name, for messages. */
  readonly file?: string
  /**
   * Whether words are read as they stand in text: ( for -LRB-, / for \/. Otherwise they stay as they are
   * written.
   */
  readonly decode?: boolean
}

/**
 * The trees of a text; each may stand on one line or on many.
 *
 * @example
 * parsePenn('( (S (NP (PRP We)) (VP (VBP go))))')[0].children[0].label // 'S'
 */
export function parsePenn(text: string, options: PennOptions = {}): PennTree[] {
  const scanner = new PennScanner(options)
  const trees = Array.from(scanner.scan(text))
  scanner.end()
  return trees
}

/**
 * Yields each tree of a stream: a file, standard input, the body of a response. Keeps at most a piece and an
 * unfinished tree in memory.
 *
 * @example
 * for await (const tree of readPenn(createReadStream('train.mrg'))) words(tree)
 */
export async function* readPenn(
  chunks: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>,
  options: PennOptions = {},
): AsyncGenerator<PennTree, void, undefined> {
  const scanner = new PennScanner(options)
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  for await (const chunk of chunks) {
    const text = typeof chunk === 'string' ? chunk : utf8(() => decoder.decode(chunk, { stream: true }))
    for (const tree of scanner.scan(text)) yield tree
  }
  for (const tree of scanner.scan(utf8(() => decoder.decode()))) yield tree
  scanner.end()

  function utf8(decode: () => string): string {
    try {
      return decode()
    } catch (error) {
      if (!(error instanceof TypeError)) throw error
      throw notUtf8(scanner)
    }
  }
}

function notUtf8(scanner: PennScanner): ParleyError {
  return scanner.failure('From here on there are bytes that are not UTF-8. Save the file as UTF-8.')
}
