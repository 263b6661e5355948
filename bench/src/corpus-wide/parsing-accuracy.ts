// Isolated against corpus-wide parsing across domains (paper 4, supplement, Table 5): unlabelled attachment by arc scores
// alone, projective, with the treebank's tags.
//
//   PARLEY_DATA=… node bench/dist/corpus-wide/parsing-accuracy.js --model M --treebank en_atis [--part test] [--penalties 1,2]
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { gunzipSync } from 'node:zlib'
import {
  arcScorer,
  ParseCorpus,
  Parser,
  parseCorpusWide,
  readModel,
  splitModel,
  TagContexts,
} from '@parley/nlp'
import { type Part, readTreebank } from '../parsing/treebanks.js'

const { values } = parseArgs({
  options: {
    model: { type: 'string' },
    treebank: { type: 'string', default: 'en_atis' },
    part: { type: 'string', default: 'test' },
    penalties: { type: 'string', default: '2' },
    rounds: { type: 'string', default: '10' },
  },
})
if (values.model === undefined) {
  console.error('Say which model: --model packages/model-en/english.parley.gz')
  process.exit(2)
}
const bytes = readFileSync(values.model)
const model = readModel(bytes[0] === 0x1f ? gunzipSync(bytes) : bytes)
const sentences = readTreebank(values.treebank, values.part as Part)
const corpus = new ParseCorpus(arcScorer(Parser.fromModel(splitModel(model).parser!)))
const contexts = new TagContexts([-1, 0, 1])
for (const sentence of sentences) {
  corpus.add(sentence)
  contexts.add(sentence.upos)
}
const gold = sentences.flatMap(({ heads }) => Array.from(heads))
const attached = (heads: ArrayLike<number>) =>
  (100 * gold.filter((head, i) => head === heads[i]).length) / gold.length

console.log('| to | penalty | isolated | corpus-wide | gain | words in sets | runs per sentence | gap |')
console.log('|---|--:|--:|--:|--:|--:|--:|--:|')
for (const penalty of values.penalties.split(',').map(Number)) {
  const sets = contexts.sets(corpus.values, { penalty })
  const result = parseCorpusWide(corpus, sets, { maxIterations: Number(values.rounds) })
  const [before, after] = [attached(result.isolated), attached(result.joint)]
  const { calls, gap } = result.solution
  const runs = (calls.maximize + 2 * calls.maxMarginals) / corpus.length
  const cells = [values.treebank, penalty, before.toFixed(2), after.toFixed(2), (after - before).toFixed(2)]
  console.log(`| ${[...cells, sets.memberCount, runs.toFixed(1), gap.toFixed(2)].join(' | ')} |`)
}
