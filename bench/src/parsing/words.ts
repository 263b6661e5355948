// How well tokenizers and taggers do on treebanks: tokens, words and sentences from raw text; tags, features
// and lemmas with gold tokens. Trains both on each treebank first.
//
//   PARLEY_DATA=… node bench/dist/parsing/words.js [--treebanks pt_bosque,en_ewt] [--parts dev,test]
import { parseArgs } from 'node:util'
import { type MetricName, Pipeline, trainTagger, trainTokenizer } from '@parleyjs/nlp'
import { type Cell, markdownTable } from '../table.js'
import { measurePipeline } from './measure-pipeline.js'
import { type Part, readTreebank, TREEBANKS, treebankSource } from './treebanks.js'

const FROM_TEXT = ['Tokens', 'Words', 'Sentences'] as const
const FROM_TOKENS = ['UPOS', 'XPOS', 'UFeats', 'Lemmas'] as const

const { values } = parseArgs({
  options: {
    treebanks: { type: 'string', default: TREEBANKS.join(',') },
    parts: { type: 'string', default: 'dev' },
  },
})

const rows: Cell[][] = []
for (const name of values.treebanks.split(',')) {
  const train = readTreebank(name, 'train')
  const pipeline = new Pipeline({ tokenizer: trainTokenizer(train), tagger: trainTagger(train) })
  for (const part of values.parts.split(',') as Part[]) {
    const source = treebankSource(name, part)
    const text = measurePipeline(pipeline, source, 'text').scores
    const tokens = measurePipeline(pipeline, source, 'tokens').scores
    const cells = (scores: typeof text, metrics: readonly MetricName[]) =>
      metrics.map((metric): Cell => scores[metric]?.toFixed(2))
    rows.push([name, part, ...cells(text, FROM_TEXT), ...cells(tokens, FROM_TOKENS)])
    console.error(rows.at(-1)?.join(' '))
  }
}
console.log(markdownTable(['treebank', 'part', ...FROM_TEXT, ...FROM_TOKENS], rows))
