// Trains the models of the two-parser experiment: a tagger (training trees get their tags from taggers that
// have not seen them), the lexicalised grammar and the dependency model.
//
//   PARLEY_DATA=… node bench/dist/joint/two-parsers-train.js --treebank masc --out DIR [--sentences 4000]
//     [--epochs 7] [--folds 5] [--least 3] [--network]
import { mkdirSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import {
  jackknife,
  makeSentence,
  type PennTree,
  trainDependencyModel,
  trainLexicalised,
  trainTagger,
  treeWords,
  writeModel,
} from '@parleyjs/nlp'
import { saveLexicalised, treeLeaves } from '@parleyjs/nlp/internal'
import { craft, masc } from './split.js'

const { values } = parseArgs({
  options: {
    treebank: { type: 'string', default: 'masc' },
    out: { type: 'string' },
    sentences: { type: 'string', default: '1000000' },
    epochs: { type: 'string', default: '7' },
    /** Number of folds; 0: the dependency model learns from correct tags only. */
    folds: { type: 'string', default: '5' },
    /** Minimum count of the grammar's contexts. */
    least: { type: 'string', default: '3' },
    network: { type: 'boolean', default: false },
  },
})
const data = process.env.PARLEY_DATA
if (data === undefined || values.out === undefined) {
  console.error('Set PARLEY_DATA, and say where the models go: --out DIR')
  process.exit(2)
}
const read = values.treebank === 'craft' ? craft : masc
const train = read(data, 'train').slice(0, Number(values.sentences))
const about = { licence: 'that of the treebank', trainedOn: `${values.treebank}, ${train.length} trees` }
const toSentence = (tree: PennTree) =>
  makeSentence(treeLeaves(tree).map(({ label, word }) => ({ form: word, upos: label })))
const say = (what: string) =>
  process.stderr.write(`  ${what}: ${Math.round(process.cpuUsage().user / 1e6)} s of processor time\n`)

const sentences = train.map(toSentence)
const tagger = trainTagger(sentences)
const folds = Number(values.folds)
const tags = {
  train: folds === 0 ? undefined : jackknife(sentences, folds).map(({ upos }) => upos),
  dev: read(data, 'dev').map((tree) => tagger.tag(treeWords(tree)).upos),
  test: read(data, 'test').map((tree) => tagger.tag(treeWords(tree)).upos),
}
say('tags')
const grammar = trainLexicalised(train, { least: Number(values.least) })
say('grammar')
const model = trainDependencyModel(train, {
  ...(tags.train && { predictedTags: tags.train }),
  network: values.network,
  epochs: Number(values.epochs),
  onProgress: ({ stage, epoch }) => say(`dependency model, epoch ${epoch} (${stage})`),
})
mkdirSync(values.out, { recursive: true })
const file = (name: string) => `${values.out}/${values.treebank}.${name}.gz`
writeFileSync(file('tags.json'), gzipSync(JSON.stringify({ dev: tags.dev, test: tags.test })))
writeFileSync(file('lexicalised'), gzipSync(writeModel(saveLexicalised(grammar, about)), { level: 9 }))
writeFileSync(file('dependency'), gzipSync(writeModel(model.parser.toModel(about))))
say('all')
