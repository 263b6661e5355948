// Refreshes the tables in Markdown files. A table stands between `<!-- run: SCRIPT ARGUMENTS -->` and `<!--
// end -->`; the script is one of bench/dist.
//
//   node bench/dist/refresh.js docs/benchmarks.md docs/ldpc.md [--only SCRIPT] [--ad3 PROGRAM]
//
// A table with the figures of a peer is refreshed where the peer's program is given.
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { replaceTables } from './marked-tables.js'
import { commandArguments, needsPeer, runMarked } from './run-marked.js'

const { values, positionals: files } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string' }, ad3: { type: 'string' } },
})
if (files.length === 0) {
  console.error('Say which files to refresh: node bench/dist/refresh.js docs/benchmarks.md docs/ldpc.md')
  process.exit(2)
}

function run(command: string): string | undefined {
  if (values.only !== undefined && command.split(/\s+/)[0] !== `${values.only}.js`) return undefined
  process.stderr.write(`${command}\n`)
  if (needsPeer(command) && values.ad3 === undefined) {
    console.error(`${command} needs the peer's program; its table stays as it was.`)
    return undefined
  }
  const table = runMarked(commandArguments(command, values))
  if (table === undefined) {
    console.error(`${command} failed; its table stays as it was.`)
    process.exitCode = 1
  }
  return table
}

for (const file of files) {
  // Written after every table, so that an interruption loses at most one.
  let text = readFileSync(file, 'utf8')
  replaceTables(text, run, (whole) => {
    text = whole
    writeFileSync(file, text)
  })
}
