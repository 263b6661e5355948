// Adds the constituency models to the English model: `PARLEY_DATA=… node scripts/build-grammar.mjs`. The
// grammar, the tagger, the lexicalised grammar and its dependency model learn from the training part of MASC
// (see bench/src/joint/split.ts). Their weights are chosen on the development part. Everything else in the
// file stays as it is.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, installIfNeeded, run } from './prepare.mjs'

const data = process.env.PARLEY_DATA
if (!data) {
  console.error('Set PARLEY_DATA to the folder with constituency/masc.open.mrg.gz.')
  process.exit(2)
}
installIfNeeded()
build()
const { masc } = await import('../bench/dist/joint/split.js')
const { writePenn } = await import('../packages/nlp/dist/index.js')
const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'parley-'))
try {
  const part = (name) => {
    const file = join(folder, `masc.${name}.mrg`)
    writeFileSync(
      file,
      masc(data, name)
        .map((tree) => `${writePenn(tree)}\n`)
        .join(''),
    )
    return file
  }
  const model = at('packages/model-en/english.parley.gz')
  run(
    process.execPath,
    [
      [at('packages/cli/bin/parley.js'), 'train', 'grammar'],
      ['--train', part('train'), '--dev', part('dev')],
      ['--lexicalised', '--add-to', model, '--out', model],
      ['--licence', 'free for research and development, commercial included'],
      ['--name', 'MASC, open part, 8 of 10 blocks'],
      process.argv.slice(2),
    ].flat(),
    1,
  )
} finally {
  rmSync(folder, { recursive: true })
}
