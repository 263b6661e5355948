// Refreshes the parser's figures in Markdown files: what stands between `<!-- run: parsing/SCRIPT.js
// ARGUMENTS -->` and `<!-- end -->`.
//
//   PARLEY_DATA=… node bench/dist/parsing/refresh.js docs/parsing.md [--models FOLDER]
//     [--only accuracy,speed]
//
// `--models` goes to the scripts that take models from a folder; what is missing there is trained by
// ablation.js, so that this one should come first.
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { replaceTables } from '../marked-tables.js'

/** The scripts that take `--models`. */
const WITH_MODELS = ['ablation', 'speed', 'length', 'certificates', 'activity']

const { values, positionals: files } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string' }, models: { type: 'string' } },
})
if (files.length === 0) {
  console.error('Say which files to refresh: node bench/dist/parsing/refresh.js docs/parsing.md')
  process.exit(2)
}
const wanted = values.only?.split(',')

for (const file of files) {
  // Written after every table, so that an interruption loses at most one; read again, so that edits in
  // between are kept.
  for (const command of commandsOf(readFileSync(file, 'utf8'))) {
    const table = run(command)
    if (table === undefined) continue
    const text = replaceTables(readFileSync(file, 'utf8'), (other) => (other === command ? table : undefined))
    writeFileSync(file, text)
  }
}

function commandsOf(text: string): string[] {
  const commands: string[] = []
  replaceTables(text, (command) => {
    if (command.startsWith('parsing/')) commands.push(command)
    return undefined
  })
  return commands
}

function run(command: string): string | undefined {
  const [script = '', ...args] = command.split(/\s+/)
  const name = script.replace(/^parsing\/(.*)\.js$/, '$1')
  if (wanted !== undefined && !wanted.includes(name)) return undefined
  if (values.models !== undefined && WITH_MODELS.includes(name)) args.push('--models', values.models)
  process.stderr.write(`${name} ${args.join(' ')}\n`)
  const path = fileURLToPath(new URL(`${name}.js`, import.meta.url))
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
