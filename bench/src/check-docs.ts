// Lists the tables in docs/ whose command prints different figures today (see compare-tables.ts; times are
// not compared).
//
//   npm run bench -- --check-docs [--only PATTERN] [--all] [--models FOLDER] [--ad3 PROGRAM] [--tolerance 0]
//     [FILE.md …]
//
// By default the commands that take about a minute or less are run; --all runs the others as well, --only
// those whose file or command contains PATTERN. The exit code is 1 if a table differs or a command fails.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { compareTables } from './compare-tables.js'
import { markedTables } from './marked-tables.js'
import { commandArguments, dependsOnTime, reasonToSkip, runMarked } from './run-marked.js'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    'check-docs': { type: 'boolean' },
    only: { type: 'string' },
    all: { type: 'boolean', default: false },
    models: { type: 'string' },
    ad3: { type: 'string' },
    tolerance: { type: 'string', default: '0' },
  },
})
const DOCS = fileURLToPath(new URL('../../docs', import.meta.url))
const ROOT = join(DOCS, '..')
/** Maximum number of differences of one table that are listed; the others are only counted. */
const SHOWN = 8

const files = positionals.length > 0 ? positionals : markdownFiles()
const tables = files.flatMap((file) =>
  markedTables(readFileSync(file, 'utf8')).map((table) => ({ file: relative(ROOT, file), ...table })),
)
const wanted = tables.filter(({ file, command }) => `${file}: ${command}`.includes(values.only ?? ''))
if (wanted.length === 0) {
  console.error(`No table of ${files.length} files has "${values.only ?? ''}" in its file or command.`)
  process.exit(2)
}
const skipped: string[] = []
let same = 0
let wrong = 0
for (const [k, { file, command, text }] of wanted.entries()) {
  const name = `${file}: ${command}`
  const reason = reasonToSkip(command, {
    all: values.all || values.only !== undefined,
    models: values.models,
  })
  if (reason !== undefined) {
    skipped.push(`${name} (${reason})`)
    continue
  }
  process.stderr.write(`${k + 1} of ${wanted.length}: ${name}\n`)
  const start = performance.now()
  const output = keepingFigures(() => runMarked(commandArguments(command, values)))
  process.stderr.write(`  ${((performance.now() - start) / 1000).toFixed(0)} s\n`)
  if (output === undefined) {
    wrong++
    console.log(`${name}\n  the command failed`)
    continue
  }
  const options = { tolerance: Number(values.tolerance), ...dependsOnTime(command) }
  const differences = compareTables(text, output, options)
  if (differences.length === 0) same++
  else {
    wrong++
    console.log(`${name}\n  Figures that differ: ${differences.length}`)
    for (const { where, docs, now } of differences.slice(0, SHOWN))
      console.log(`  ${where}: ${docs} → ${now}`)
  }
}
console.log(`As their commands print them: ${same} tables. Different: ${wrong}. Not run: ${skipped.length}.`)
for (const line of skipped) console.log(`  not run: ${line}`)
if (wrong > 0) process.exitCode = 1

function markdownFiles(): string[] {
  return readdirSync(DOCS)
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => join(DOCS, name))
}

/** Scripts also draw figures: those in docs/ are restored afterwards. */
function keepingFigures<T>(run: () => T): T {
  const figures = readdirSync(DOCS).filter((name) => name.endsWith('.svg'))
  const before = figures.map((name) => readFileSync(join(DOCS, name), 'utf8'))
  try {
    return run()
  } finally {
    for (const [k, name] of figures.entries()) writeFileSync(join(DOCS, name), before[k])
  }
}
