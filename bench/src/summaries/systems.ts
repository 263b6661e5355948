// The systems that are compared: each summarises a parsed topic.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { modelUrl } from '@parleyjs/model-en'
import { type Processed, type Summariser, summariserOf } from '@parleyjs/nlp'
import { type Baseline, lead, lexRank, pickSentences, randomOrder, textRank } from './baselines.js'

export type System = (documents: readonly (readonly Processed[])[], words: number) => string

let english: Summariser | undefined

/** The summariser of the English model. */
export function englishSummariser(): Summariser {
  english ??= summariserOf(gunzipSync(readFileSync(fileURLToPath(modelUrl))))
  return english
}

const parley =
  (extractive: boolean): System =>
  (documents, words) =>
    englishSummariser().summarise(
      documents.map((document) => document.map(({ sentence }) => sentence)),
      { words, extractive },
    ).text

const baseline =
  (score: Baseline): System =>
  (documents, words) => {
    const sentences = documents.flatMap((document, d) =>
      document.map(({ sentence }, position) => ({
        text: sentence.text ?? sentence.forms.join(' '),
        words: sentence.upos.filter((tag) => tag !== 'PUNCT').length,
        document: d,
        position,
      })),
    )
    return pickSentences(sentences, score(sentences), words)
  }

export const SYSTEMS: Readonly<Record<string, System>> = {
  'Parley, compressive': parley(false),
  'Parley, extractive': parley(true),
  LexRank: baseline(lexRank),
  TextRank: baseline(textRank),
  lead: baseline(lead),
  'random (seed 1)': baseline(randomOrder(1)),
}
