// Corpus-wide tagging of ever larger corpora: processor time and memory.
//
//   PARLEY_DATA=… node bench/dist/corpus-wide/scaling.js [--words 250000,500000,1000000]
//
// The corpus is the training part of EWT without the 500 sentences that the tagger learned from, again and again; each
// time its new words are other words, so that sets do not grow with the corpus.
import { parseArgs } from 'node:util'
import { TagCorpus, tagCorpusWide, trainCrf, UnseenWords } from '@parley/nlp'
import { readTreebank } from '../parsing/treebanks.js'
import { PENALTY } from './tagging-corpus.js'

const { values } = parseArgs({ options: { words: { type: 'string', default: '250000,500000,1000000' } } })
const sentences = readTreebank('en_ewt', 'train').map(({ forms }) => forms)
const TRAINED = 500
const crf = trainCrf(readTreebank('en_ewt', 'train').slice(0, TRAINED))

console.log(
  '| words | sentences | words in sets | reading, s | solving, s | rounds | bytes per sentence | heap and arrays, MB |',
)
console.log('|--:|--:|--:|--:|--:|--:|--:|--:|')
for (const goal of values.words.split(',').map(Number)) {
  const start = process.cpuUsage()
  const corpus = new TagCorpus(crf)
  const words = new UnseenWords((form) => crf.knows(form))
  for (let copy = 0; corpus.words < goal; copy++)
    for (let s = TRAINED; s < sentences.length && corpus.words < goal; s++) {
      corpus.add(sentences[s]!)
      words.add(
        copy === 0 ? sentences[s]! : sentences[s]!.map((form) => (crf.knows(form) ? form : `${form}${copy}`)),
      )
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
