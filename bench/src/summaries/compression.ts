// Accuracy of compressions: F1 over kept words, ratio, and the share equal to the reference, on a part of
// google10k, with baselines. Punctuation does not count as words.
//
//   PARLEY_DATA=… node bench/dist/summaries/compression.js [--part test] [--cache FILE]
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { modelUrl } from '@parleyjs/model-en'
import {
  bestByLength,
  Compressor,
  keptText,
  readModel,
  readPipeline,
  type Sentence,
  splitModel,
} from '@parleyjs/nlp'
import { finishWords } from '@parleyjs/nlp/internal'
import { type Cell, markdownTable } from '../table.js'
import { type CompressionPart, compressionPairs, type Pair } from './compression-data.js'

const PARTS: readonly CompressionPart[] = ['train', 'dev', 'test']
const { values } = parseArgs({
  options: { part: { type: 'string', default: 'test' }, cache: { type: 'string' } },
})
const data = process.env.PARLEY_DATA
const part = PARTS.find((name) => name === values.part)
if (!data || part === undefined) {
  console.error(
    'Set PARLEY_DATA to the folder with compression/google10k.*.txt.gz; --part is train, dev or test.',
  )
  process.exit(2)
}

const bytes = gunzipSync(readFileSync(modelUrl))
const learned = Compressor.fromModels(splitModel(readModel(bytes)))
const core = new Compressor()
const all = compressionPairs(data, part, () => readPipeline(bytes), values.cache)
const pairs = all.filter((pair): pair is Aligned => pair.kept !== null)

type Aligned = Pair & { readonly kept: Uint8Array }
type System = (pair: Aligned) => ArrayLike<number>

/** The average share of words that compressions of the training part keep. */
const USUAL_RATIO = 0.4

const SYSTEMS: Readonly<Record<string, System>> = {
  'the reference': ({ kept }) => kept,
  'all words': ({ sentence }) => new Uint8Array(sentence.length).fill(1),
  'the first 40 % of the words': ({ sentence }) => firstWords(sentence, USUAL_RATIO),
  'root and core arguments': ({ sentence }) => core.compress(sentence).kept,
  'learned, ratio 0.4': ({ sentence }) => learned.compress(sentence, { ratio: USUAL_RATIO }).kept,
  'learned, the most probable one': ({ sentence }) => mostProbable(sentence),
  learned: ({ sentence }) => learned.compress(sentence).kept,
}

function firstWords({ upos, length }: Sentence, ratio: number): Uint8Array {
  const kept = new Uint8Array(length)
  let left = Math.round(ratio * upos.filter((tag) => tag !== 'PUNCT').length)
  for (let w = 0; w < length && left > 0; w++) {
    kept[w] = 1
    if (upos[w] !== 'PUNCT') left--
  }
  return kept
}

function mostProbable(sentence: Sentence): Uint8Array {
  const scores = learned.scores(sentence)
  const best = bestByLength(scores, scores.units.sizes)
  // The empty set is not a compression.
  const length = best.scores.slice(1).reduce((at, score, i) => (score > best.scores[at] ? i + 1 : at), 1)
  return finishWords(sentence, scores.units, best.kept(length))
}

/** Numbers of words kept by the system, by the reference, and by both. */
function counts({ sentence, kept: gold }: Aligned, kept: ArrayLike<number>) {
  const found = { system: 0, reference: 0, both: 0, words: 0 }
  for (let w = 0; w < sentence.length; w++) {
    if (sentence.upos[w] === 'PUNCT') continue
    found.words++
    if (kept[w] === 1) found.system++
    if (gold[w] === 1) found.reference++
    if (kept[w] === 1 && gold[w] === 1) found.both++
  }
  return found
}

function measure(name: string, system: System): Cell[] {
  const total = { system: 0, reference: 0, both: 0, words: 0, f1: 0, exact: 0, characters: 0, of: 0 }
  for (const pair of pairs) {
    const kept = system(pair)
    const own = counts(pair, kept)
    for (const key of ['system', 'reference', 'both', 'words'] as const) total[key] += own[key]
    total.f1 += (2 * own.both) / (own.system + own.reference)
    if (own.both === own.system && own.both === own.reference) total.exact++
    total.characters += keptText(pair.sentence, kept).length
    total.of += pair.sentence.text!.length
  }
  const percent = (x: number) => (100 * x).toFixed(1)
  return [
    name,
    percent(total.f1 / pairs.length),
    percent((2 * total.both) / (total.system + total.reference)),
    percent(total.both / total.system),
    percent(total.both / total.reference),
    percent(total.system / total.words),
    percent(total.characters / total.of),
    percent(total.exact / pairs.length),
  ]
}

const header = ['kept', 'F1, mean', 'F1, all', 'precision', 'recall', 'words', 'characters', 'exact']
console.log(
  markdownTable(
    header,
    Object.entries(SYSTEMS).map(([name, system]) => measure(name, system)),
  ),
)
console.log(`\n${pairs.length} of ${all.length} pairs could be aligned; all figures in per cent.`)
