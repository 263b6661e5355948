// Makes a model of a trained network: `node scripts/build-network.mjs --checkpoint FILE --names FILE --train
// FILE… --out FILE [--licence L] [--trained-on TEXT]`. The checkpoint is what training saves; the
// names are JSON: {names, sizes, characters, pieces}; `--train` are the treebanks that it learned from, for
// tables of lemmas and tags. The tokenizer is that of the English model; `--no-tokenizer` leaves it out.
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { gunzipSync, gzipSync } from 'node:zlib'
import { build, installIfNeeded } from './prepare.mjs'

const { values } = parseArgs({
  options: {
    checkpoint: { type: 'string' },
    names: { type: 'string' },
    train: { type: 'string', multiple: true },
    out: { type: 'string' },
    licence: { type: 'string', default: 'CC-BY-SA-4.0' },
    'trained-on': { type: 'string', default: 'unknown' },
    'no-tokenizer': { type: 'boolean', default: false },
  },
})
const { checkpoint, names: namesFile, train, out } = values
if (!checkpoint || !namesFile || !train || !out) {
  console.error('Give --checkpoint, --names, --train (once or more) and --out.')
  process.exit(2)
}
installIfNeeded()
build()
const nlp = await import('../packages/nlp/dist/index.js')
const { networkOf, networkSection, parametersOf } = await import('../packages/nlp/dist/internal.js')

const unpacked = (file) => {
  const bytes = readFileSync(file)
  return bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes
}
const sentences = train.flatMap((file) =>
  nlp.parseConllu(unpacked(file).toString(), { strict: false, onWarning: () => {} }),
)
const about = { licence: values.licence, trainedOn: values['trained-on'] }
const network = networkOf(JSON.parse(readFileSync(namesFile, 'utf8')), sentences, about)
const parameters = parametersOf(network.sizes, nlp.readModel(unpacked(checkpoint)).arrays.parameters)
const english = fileURLToPath(new URL('../packages/model-en/english.parley.gz', import.meta.url))
const { tokenizer } = nlp.splitModel(nlp.readModel(gunzipSync(readFileSync(english)), english))
const model = nlp.joinModels(
  { ...(!values['no-tokenizer'] && { tokenizer }), network: networkSection(network, parameters) },
  about,
)
const bytes = nlp.writeModel(model)
const packed = gzipSync(bytes, { level: 9 })
writeFileSync(`${out}.new`, packed)
renameSync(`${out}.new`, out)
console.log(`${out}: ${packed.length} bytes, unpacked ${bytes.length}`)
