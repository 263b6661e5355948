// Adds the summariser to the English model: `PARLEY_DATA=… node scripts/build-summariser.mjs [--model FILE]
// [--out FILE]`. Weights of concepts are learned from the training and development parts of Opinosis and
// FewSum (see bench/src/summaries/topics.ts); the settings below were chosen by cross-validation on them
// (bench/src/summaries/cross-validate.ts). Everything else in the file stays as it is. The folder
// $PARLEY_CACHE stores parsed topics.
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { gunzipSync, gzipSync } from 'node:zlib'
import { build, installIfNeeded } from './prepare.mjs'

const SETTINGS = {
  words: 0.7,
  stopPairs: 0.5,
  stopWords: 0.3,
  least: 0.02,
  prices: { cut: 0.03, slack: 1, deletion: 0.12, sentence: 0, clause: 0.1 },
}

const data = process.env.PARLEY_DATA
if (!data) {
  console.error('Set PARLEY_DATA to the folder with summaries/.')
  process.exit(2)
}
const english = fileURLToPath(new URL('../packages/model-en/english.parley.gz', import.meta.url))
const { values } = parseArgs({
  options: { model: { type: 'string', default: english }, out: { type: 'string', default: english } },
})
installIfNeeded()
build()
const nlp = await import('../packages/nlp/dist/index.js')
const { packSummariser } = await import('../packages/nlp/dist/internal.js')
const { topicsOf } = await import('../bench/dist/summaries/topics.js')
const { parsedTopic } = await import('../bench/dist/summaries/parsed.js')

const topics = ['opinosis', 'amazon'].flatMap((collection) =>
  ['train', 'dev'].flatMap((part) => topicsOf(data, collection, part)),
)
const examples = topics.map((topic) => ({
  references: topic.references,
  sentences: parsedTopic(topic).flatMap((sentences, document) =>
    sentences.map(({ sentence: { forms, upos } }, position) => ({ document, position, forms, upos })),
  ),
}))
const about = {
  licence: 'Apache-2.0 AND MIT',
  trainedOn: `Opinosis and FewSum (Amazon), ${topics.length} topics of the training and development parts`,
}
const summariser = packSummariser(nlp.trainSummariser(examples, SETTINGS), about)

const model = nlp.readModel(new Uint8Array(gunzipSync(readFileSync(values.model))), values.model)
const { licence, trainedOn } = model.header
const [others] = trainedOn.split('; summariser: ')
const joined = nlp.joinModels(
  { ...nlp.splitModel(model), summariser },
  { licence, trainedOn: `${others}; summariser: ${about.trainedOn}` },
)
const packed = gzipSync(nlp.writeModel(joined), { level: 9 })
writeFileSync(`${values.out}.new`, packed)
renameSync(`${values.out}.new`, values.out)
const own = gzipSync(nlp.writeModel(summariser), { level: 9 }).length
console.log(`${values.out}: ${packed.length} bytes; the summariser takes ${own}`)
