// Trains the English model and writes it to packages/model-en: `PARLEY_DATA=… node scripts/build-model.mjs [options]`.
// Options go to `parley train pipeline`, for example `--parser M` to take a parser that exists.
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, installIfNeeded, run } from './prepare.mjs'

const data = process.env.PARLEY_DATA
if (!data) {
  console.error('Set PARLEY_DATA to the folder with ud/en_ewt/{train,dev}.conllu.gz (UD English-EWT 2.16).')
  process.exit(2)
}
installIfNeeded()
build()
const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url))
run(
  process.execPath,
  [
    [at('packages/cli/bin/parley.js'), 'train', 'pipeline'],
    ['--train', join(data, 'ud/en_ewt/train.conllu.gz')],
    ['--dev', join(data, 'ud/en_ewt/dev.conllu.gz')],
    ['--out', at('packages/model-en/english.parley.gz')],
    ['--licence', 'CC-BY-SA-4.0'],
    ['--name', 'UD English-EWT 2.16, training part'],
    process.argv.slice(2),
  ].flat(),
  1,
)
