// A source of sentences: a text in memory, or a file (or a part of one) that is read in pieces.
import type { OwnTokensKind } from './own-tokens.js'

/**
 * The format of a source: text, text with a sentence on each line, CoNLL-U, bracketed trees, or words (see
 * `OwnTokens`).
 */
export type InputKind = 'text' | 'lines' | 'conllu' | 'mrg' | OwnTokensKind

/** A file as pieces of bytes. The front end opens and unpacks it. */
export interface FileSource {
  /** The name of the file in messages. */
  readonly file: string
  readonly chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>
  /** Number of the first line, if the bytes are a part of a file. Default 1. */
  readonly firstLine?: number | undefined
  /** Number of UTF-16 units of the file before these bytes. Default 0. */
  readonly start?: number | undefined
}

/** A text, or a file. */
export type RunnerSource = { readonly text: string } | FileSource

/** Number of bytes (of a file) or characters (of a text) from which the format is detected. */
export const PEEK = 2 ** 16

/**
 * Reads the beginning of a stream of bytes. Returns it roughly decoded, whether it is the whole, and the full
 * stream.
 */
export async function peek(chunks: FileSource['chunks']): Promise<{
  readonly start: string
  readonly whole: boolean
  readonly chunks: AsyncIterable<Uint8Array>
}> {
  const pieces = iterated(chunks)
  const seen: Uint8Array[] = []
  const decoder = new TextDecoder()
  let start = ''
  let size = 0
  let done = false
  while (size < PEEK && !done) {
    const next = await pieces.next()
    if (next.done) done = true
    else {
      seen.push(next.value)
      size += next.value.length
      start += decoder.decode(next.value, { stream: true })
    }
  }
  async function* all(): AsyncGenerator<Uint8Array, void, undefined> {
    yield* seen.splice(0)
    yield* pieces
  }
  return { start: start + decoder.decode(), whole: done, chunks: all() }
}

async function* iterated(chunks: FileSource['chunks']): AsyncGenerator<Uint8Array, void, undefined> {
  yield* chunks
}
