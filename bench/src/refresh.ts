// Refreshes the tables in Markdown files. A table stands between `<!-- run: SCRIPT ARGUMENTS -->` and `<!-- end -->`;
// the script is one of bench/dist.
//
//   node bench/dist/refresh.js docs/benchmarks.md docs/ldpc.md [--only SCRIPT]
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { replaceTables } from './marked-tables.js'

const { values, positionals: files } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string' } },
})
if (files.length === 0) {
  console.error('Say which files to refresh: node bench/dist/refresh.js docs/benchmarks.md docs/ldpc.md')
  process.exit(2)
}

function run(command: string): string | undefined {
  const [script, ...args] = command.split(/\s+/)
  if (values.only !== undefined && script !== `${values.only}.js`) return undefined
  process.stderr.write(`${command}\n`)
  const path = fileURLToPath(new URL(script!, import.meta.url))
  const { status, stdout } = spawnSync(process.execPath, [path, ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 2 ** 28,
  })
  if (status === 0) return stdout.trim()
  console.error(`${command} ended with ${status}; its table stays as it was.`)
  process.exitCode = 1
  return undefined
}

for (const file of files) {
  // Written after every table, so that an interruption loses one at most.
  let text = readFileSync(file, 'utf8')
  replaceTables(text, run, (whole) => {
    text = whole
    writeFileSync(file, text)
  })
}
