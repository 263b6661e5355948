// A treebank from a file as it is found: deviations from the format are tolerated, and gathered.
import { type ConlluDeviation, type ConlluWarning, readConllu, type Sentence } from '@parley/nlp'
import { readChunks } from './read-chunks.js'

/** A kind of deviation: the first, and how many there are. */
export interface Deviation extends ConlluWarning {
  readonly count: number
}

export interface Treebank {
  readonly file: string
  readonly sentences: readonly Sentence[]
  readonly deviations: readonly Deviation[]
}

export async function readTreebank(file: string): Promise<Treebank> {
  const found = new Map<ConlluDeviation, Deviation>()
  const onWarning = (warning: ConlluWarning) => {
    const before = found.get(warning.code)
    found.set(warning.code, before ? { ...before, count: before.count + 1 } : { ...warning, count: 1 })
  }
  const sentences: Sentence[] = []
  for await (const sentence of readConllu(readChunks(file), { strict: false, onWarning, file }))
    sentences.push(sentence)
  return { file, sentences, deviations: [...found.values()] }
}

/** A line for each kind of deviation. */
export function describeDeviations({ file, deviations }: Treebank, prefix = ''): string {
  return deviations
    .map(({ line, message, count }) => {
      const more = count > 1 ? ` (${count} such places)` : ''
      return `${prefix}${file}:${line}: ${message}${more}\n`
    })
    .join('')
}
