// Trains the English model and writes it to packages/model-en: `PARLEY_DATA=… node scripts/build-model.mjs
// [options]`. Options are passed to `parley train pipeline`, for example `--parser M` to use an existing
// parser. With `--lemmas-only`, the existing model gets a new set of lemmas and a new table of exceptions to
// its lemma rules, in seconds. All other parts stay the same.
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync, gzipSync } from 'node:zlib'
import { build, installIfNeeded, run } from './prepare.mjs'

const data = process.env.PARLEY_DATA
if (!data) {
  console.error('Set PARLEY_DATA to the folder with ud/en_ewt/{train,dev}.conllu.gz (UD English-EWT 2.16).')
  process.exit(2)
}
installIfNeeded()
build()
const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url))
const model = at('packages/model-en/english.parley.gz')
const treebank = (part) => join(data, `ud/en_ewt/${part}.conllu.gz`)

if (process.argv.includes('--lemmas-only')) await renewLemmas()
else
  run(
    process.execPath,
    [
      [at('packages/cli/bin/parley.js'), 'train', 'pipeline'],
      ['--train', treebank('train')],
      ['--dev', treebank('dev')],
      ['--out', model],
      ['--licence', 'CC-BY-SA-4.0'],
      ['--name', 'UD English-EWT 2.16, training part'],
      process.argv.slice(2),
    ].flat(),
    1,
  )

async function renewLemmas() {
  const { parseConllu, readModel, splitModel, Tagger, writeModel } = await import(
    '../packages/nlp/dist/index.js'
  )
  const sentences = parseConllu(gunzipSync(readFileSync(treebank('train'))).toString(), {
    strict: false,
    onWarning: () => {},
  })
  const { header, arrays } = readModel(gunzipSync(readFileSync(model)), model)
  const tagger = Tagger.fromModel(splitModel({ header, arrays }).tagger)
  const renewed = tagger.withLemmasOf(sentences).toModel()
  const { knownLemmas, seenLemmas } = renewed.header
  Object.assign(header.stages.tagger, { knownLemmas, seenLemmas })
  for (const [name, array] of Object.entries(renewed.arrays))
    if (name.startsWith('seenLemmas.')) arrays[`tagger.${name}`] = array
  writeFileSync(`${model}.new`, gzipSync(writeModel({ header, arrays }), { level: 9 }))
  renameSync(`${model}.new`, model)
  console.error(`${model}: ${knownLemmas.exceptions.length} lemmas that rules get wrong`)
}
