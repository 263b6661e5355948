// The pairs of sentences and compressions: read, parsed with the English model, and aligned. The first 1,000
// of google10k are the test part, the last 1,000 the development part, and the others the training part.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { type Pipeline, parseConllu, type Sentence, writeConllu } from '@parleyjs/nlp'
import { alignCompression, parseAsOne } from '@parleyjs/nlp/internal'

export type CompressionPart = 'train' | 'dev' | 'test'

/** The part of the pair at a position, from 0. */
export function partOfPair(position: number): CompressionPart {
  return position < 1000 ? 'test' : position < 9000 ? 'train' : 'dev'
}

export interface Pair {
  readonly sentence: Sentence
  readonly compression: string
  /** 1 for words that the compression keeps; null if the pair could not be aligned. */
  readonly kept: Uint8Array | null
}

/**
 * The pairs of a part. Parsing takes long, so the parsed sentences may be kept in a file: `cache` names it,
 * and it is created if it does not exist.
 */
export function compressionPairs(
  data: string,
  part: CompressionPart,
  pipeline: () => Pipeline,
  cache?: string,
): Pair[] {
  const lines = (name: string) =>
    gunzipSync(readFileSync(join(data, 'compression', `google10k.${name}.txt.gz`)))
      .toString()
      .trimEnd()
      .split('\n')
      .filter((_, i) => partOfPair(i) === part)
  const file = cache === undefined ? undefined : `${cache}.${part}.conllu`
  const sentences =
    file !== undefined && existsSync(file)
      ? parseConllu(readFileSync(file, 'utf8'), { strict: false, onWarning: () => {} })
      : parseLines(lines('sent'), pipeline())
  if (file !== undefined && !existsSync(file)) writeFileSync(file, writeConllu(sentences))
  return lines('comp').map((compression, i) => ({
    sentence: sentences[i],
    compression,
    kept: alignCompression(sentences[i], compression),
  }))
}

function parseLines(lines: readonly string[], pipeline: Pipeline): Sentence[] {
  return lines.map((line, i) => {
    const sentence = parseAsOne(pipeline, line)
    if (sentence === null) throw new Error(`Sentence ${i + 1} has no words.`)
    return sentence
  })
}
