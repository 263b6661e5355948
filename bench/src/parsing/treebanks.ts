// The treebanks of the parser's figures: `$PARLEY_DATA/ud/NAME/PART.conllu.gz`.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { parseConllu, type Sentence } from '@parleyjs/nlp'

/** In decreasing order of size, except English, which takes longest and comes last. */
export const TREEBANKS = ['pt_bosque', 'da_cdt', 'nl_mix', 'sl_ssj_s', 'af_afribooms', 'en_ewt'] as const

export type Part = 'train' | 'dev' | 'test'

/** The file of a part of a treebank; ends the process with a message if `PARLEY_DATA` is not set. */
export function treebankFile(name: string, part: Part): string {
  const folder = process.env.PARLEY_DATA
  if (folder) return join(folder, 'ud', name, `${part}.conllu.gz`)
  console.error('PARLEY_DATA is not set: it names the folder that has ud/en_ewt/train.conllu.gz and others.')
  process.exit(2)
}

/** The CoNLL-U of a part of a treebank. */
export function treebankSource(name: string, part: Part): string {
  return gunzipSync(readFileSync(treebankFile(name, part))).toString('utf8')
}

/** The sentences of CoNLL-U text, with all deviations from the format tolerated. */
export function sentencesOf(source: string): Sentence[] {
  return [...parseConllu(source, { strict: false, onWarning: () => {} })]
}

/** The sentences of a part of a treebank. */
export function readTreebank(name: string, part: Part): Sentence[] {
  return sentencesOf(treebankSource(name, part))
}

/** Total number of words of some sentences. */
export function countWords(sentences: readonly Sentence[]): number {
  return sentences.reduce((sum, sentence) => sum + sentence.length, 0)
}
