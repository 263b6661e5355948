// Reads a treebank from a file. Deviations from the format are tolerated and collected.
import { readConllu, type Sentence } from '@parleyjs/nlp'
import { type Deviation, Deviations } from '@parleyjs/runner'
import { readChunks } from '@parleyjs/runner/internal'

export interface Treebank {
  readonly file: string
  readonly sentences: readonly Sentence[]
  readonly deviations: readonly Deviation[]
  /** One line for each kind of deviation. */
  readonly describeDeviations: (prefix?: string) => string
}

export async function readTreebank(file: string): Promise<Treebank> {
  const found = new Deviations(file)
  const sentences: Sentence[] = []
  for await (const sentence of readConllu(readChunks(file), { strict: false, onWarning: found.add, file }))
    sentences.push(sentence)
  return { file, sentences, deviations: found.list, describeDeviations: (prefix) => found.describe(prefix) }
}
