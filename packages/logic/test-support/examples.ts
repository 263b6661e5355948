// The examples in examples/logic, with the data in the folders of the same name.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { DataValue } from '../src/index.js'
import { parseRules, readTable } from '../src/index.js'

const FOLDER = fileURLToPath(new URL('../../../examples/logic', import.meta.url))

/** The names of all examples. */
export const EXAMPLES = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.parley'))
  .map((file) => file.slice(0, -'.parley'.length))

export function exampleText(name: string): string {
  return readFileSync(join(FOLDER, `${name}.parley`), 'utf8')
}

/** The program of an example, and its data. */
export function loadExample(name: string) {
  const program = parseRules(exampleText(name), { file: `${name}.parley` })
  const data: Record<string, DataValue> = {}
  const folder = join(FOLDER, name)
  for (const file of existsSync(folder) ? readdirSync(folder) : []) {
    const text = readFileSync(join(folder, file), 'utf8')
    const [key, extension] = file.split('.') as [string, string]
    if (file === 'data.json') Object.assign(data, JSON.parse(text))
    else if (extension === 'json') data[key] = JSON.parse(text) as DataValue
    else data[key] = readTable(text, { file, separator: extension === 'tsv' ? '\t' : ',' })
  }
  return { program, data }
}
