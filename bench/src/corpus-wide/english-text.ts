// A large English corpus of real text for measurements of scale: all available data on which the English
// model was not trained.
//
//   PARLEY_DATA=… node bench/dist/corpus-wide/english-text.js --words 1000000 > corpus.conllu
//
// News, reviews, mail, weblogs, air-travel questions and biomedicine, mixed evenly: any beginning of the
// corpus is a smaller one of the same kind.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { modelUrl } from '@parleyjs/model-en'
import { cleanTree, makeSentence, parsePenn, Tokenizer, treeWords } from '@parleyjs/nlp'
import { loadPipeline } from '../parsing/trained-models.js'
import { readTreebank } from '../parsing/treebanks.js'

type Words = readonly string[]

/** All sentences, evenly mixed: the j-th of n sentences of a source stands at (j + ½) / n of the corpus. */
export function englishSentences(): Words[] {
  const sources = [...treebanks(), ...penn(), ...texts()]
  const placed = sources.flatMap((sentences, source) =>
    sentences.map((words, j) => ({ words, at: (j + 0.5) / sentences.length, source })),
  )
  placed.sort((a, b) => a.at - b.at || a.source - b.source)
  return placed.map(({ words }) => words)
}

/** Sentences up to a number of words. */
export function upTo(sentences: readonly Words[], words: number): Words[] {
  let count = 0
  const end = sentences.findIndex((sentence) => (count += sentence.length) >= words)
  return sentences.slice(0, end < 0 ? sentences.length : end + 1)
}

function treebanks(): Words[][] {
  const forms = (name: string, part: 'train' | 'dev' | 'test') =>
    readTreebank(name, part).map((sentence) => sentence.forms)
  return [
    forms('en_ewt', 'dev'),
    forms('en_ewt', 'test'),
    forms('en_atis', 'train'),
    forms('en_atis', 'dev'),
    forms('en_atis', 'test'),
  ]
}

function penn(): Words[][] {
  const names = ['masc.open', 'craft.train', 'craft.dev', 'craft.test']
  return names.map((name) =>
    parsePenn(unpacked(`constituency/${name}.mrg.gz`), { decode: true })
      .map((tree) => cleanTree(tree))
      .filter((tree) => tree !== null)
      .map(treeWords),
  )
}

/** Text sources, split by the English model's tokenizer. */
function texts(): Words[][] {
  const { tokenizer } = loadPipeline(modelUrl).stages
  if (!(tokenizer instanceof Tokenizer)) throw new Error('The English model has no tokenizer.')
  const split = (paragraphs: string[]) =>
    paragraphs.flatMap((text) =>
      Array.from(tokenizer.tokenize(text), ({ tokens }) => tokens.flatMap(({ words }) => words)),
    )
  const json = (name: string, field: 'sentences' | 'documents') =>
    lines(`summaries/${name}.jsonl.gz`).flatMap(
      (line) => (JSON.parse(line) as Record<string, string[]>)[field],
    )
  return [
    split(lines('compression/google10k.sent.txt.gz')),
    split(json('opinosis', 'sentences')),
    split(['train', 'val', 'test'].flatMap((part) => json(`fewsum.amazon.${part}`, 'documents'))),
  ]
}

function lines(path: string): string[] {
  return unpacked(path)
    .split('\n')
    .filter((line) => line.trim() !== '')
}

function unpacked(path: string): string {
  return gunzipSync(readFileSync(join(process.env.PARLEY_DATA!, path))).toString('utf8')
}

if (import.meta.filename === process.argv[1]) {
  const { values } = parseArgs({ options: { words: { type: 'string', default: '1000000' } } })
  for (const words of upTo(englishSentences(), Number(values.words)))
    process.stdout.write(makeSentence(words.map((form) => ({ form }))).toString())
}
