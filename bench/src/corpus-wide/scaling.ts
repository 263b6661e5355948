// Corpus-wide tagging of ever larger corpora: processor time and memory.
//
//   PARLEY_DATA=… node bench/dist/corpus-wide/scaling.js [--words 250000,500000,1000000]
//
// A bigram CRF that learned from 500 sentences of EWT tags real text that it has never seen
// (english-text.ts): here a sentence is a chain, and the solver has to go back to it. The whole command, with
// the tagger of the English model, is measured by scaling-command.ts.
import { parseArgs } from 'node:util'
import { TagCorpus, tagCorpusWide, UnseenWords } from '@parleyjs/nlp'
import { trainCrf } from '../crf/train.js'
import { readTreebank } from '../parsing/treebanks.js'
import { englishSentences, upTo } from './english-text.js'
import { PENALTY } from './tagging-corpus.js'

const { values } = parseArgs({ options: { words: { type: 'string', default: '250000,500000,1000000' } } })
const sentences = englishSentences()
const crf = trainCrf(readTreebank('en_ewt', 'train').slice(0, 500))

console.log(
  '| words | sentences | words in sets | reading, s | solving, s | rounds | bytes per sentence | heap and arrays, MB |',
)
console.log('|--:|--:|--:|--:|--:|--:|--:|--:|')
for (const goal of values.words.split(',').map(Number)) {
  const start = process.cpuUsage()
  const corpus = new TagCorpus(crf)
  const words = new UnseenWords((form) => crf.knows(form))
  for (const forms of upTo(sentences, goal)) {
    corpus.add(forms)
    words.add(forms)
  }
  const read = seconds(start)
  const sets = words.sets(crf.tags, { penalty: PENALTY })
  const { solution } = tagCorpusWide(corpus, sets, { maxIterations: 10 })
  const all = seconds(start)
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  const cells = [
    corpus.words,
    corpus.length,
    sets.memberCount,
    read.toFixed(1),
    (all - read).toFixed(1),
    solution.iterations,
  ]
  cells.push(
    Math.round((corpus.bytes + sets.bytes) / corpus.length),
    Math.round((heapUsed + arrayBuffers) / 2 ** 20),
  )
  console.log(`| ${cells.join(' | ')} |`)
}

function seconds(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1e6
}
