// Adds the compressor to the English model: `PARLEY_DATA=… node scripts/build-compressor.mjs [--cache FILE]
// [--out FILE]`. It learns from google10k without its test part (see
// bench/src/summaries/compression-data.ts); everything else in the file stays as it is. With --out, the
// compressor alone is written there instead.
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { gunzipSync, gzipSync } from 'node:zlib'
import { build, installIfNeeded } from './prepare.mjs'

const data = process.env.PARLEY_DATA
if (!data) {
  console.error('Set PARLEY_DATA to the folder with compression/google10k.{sent,comp}.txt.gz.')
  process.exit(2)
}
const { values } = parseArgs({ options: { cache: { type: 'string' }, out: { type: 'string' } } })
installIfNeeded()
build()
const { compressionPairs } = await import('../bench/dist/summaries/compression-data.js')
const nlp = await import('../packages/nlp/dist/index.js')

const modelFile = fileURLToPath(new URL('../packages/model-en/english.parley.gz', import.meta.url))
const bytes = gunzipSync(readFileSync(modelFile))
const pairs = compressionPairs(data, 'train', () => nlp.readPipeline(bytes), values.cache)
const examples = pairs.filter(({ kept }) => kept !== null)
console.log(`${examples.length} of ${pairs.length} pairs are aligned`)
const before = process.cpuUsage()
const about = {
  licence: 'weights learned from data released "as is"',
  trainedOn: `google10k, pairs 1,001 to 9,000, ${examples.length} of them aligned; parsed with the rest of this model`,
}
const compressor = nlp
  .trainCompressor(examples, {
    ...about,
    onProgress: (epoch, loss) => console.log(`epoch ${epoch}: ${loss.toFixed(4)}`),
  })
  .toModel()
console.log(`learned in ${(process.cpuUsage(before).user / 1e6).toFixed(0)} s of CPU`)

const model = nlp.readModel(bytes, modelFile)
const { licence, trainedOn } = model.header
const [others] = trainedOn.split('; compressor: ')
const joined =
  values.out === undefined
    ? nlp.joinModels(
        { ...nlp.splitModel(model), compressor },
        { licence, trainedOn: `${others}; compressor: ${about.trainedOn}` },
      )
    : compressor
const packed = gzipSync(nlp.writeModel(joined), { level: 9 })
const out = values.out ?? modelFile
writeFileSync(`${out}.new`, packed)
renameSync(`${out}.new`, out)
console.log(
  `${out}: ${packed.length} bytes; the compressor takes ${gzipSync(nlp.writeModel(compressor), { level: 9 }).length}`,
)
