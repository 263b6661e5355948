// The `@example`s of doc comments run, and do what their comments say.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { inspect } from 'node:util'
import { afterAll, describe, expect, test } from 'vitest'
import { instrument, matches } from './code-blocks.js'
import {
  type DocExample,
  docExamples,
  exportedValues,
  mentions,
  sourceFiles,
  withPromises,
} from './doc-examples.js'
import { FIXTURES, NOT_RUN } from './example-fixtures.js'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
/** Packages whose examples run, each after the packages that it may use. */
const PACKAGES = [
  ...['core', 'structures', 'logic', 'learn', 'nlp', 'runner'],
  ...['playground', 'server', 'cluster', 'cli'],
]
const folder = mkdtempSync(join(tmpdir(), 'parley-examples-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const source = (name: string) => join(ROOT, 'packages', name, 'src')
const values = PACKAGES.map((name) => exportedValues(source(name)))
const examples = PACKAGES.flatMap((name) =>
  sourceFiles(source(name)).flatMap((file) =>
    docExamples(`${name}/${file}`, readFileSync(join(source(name), file), 'utf8')),
  ),
)
const key = ({ file, symbol }: DocExample) => `${file} ${symbol}`

/** An example as a module: the imports and fixtures that it needs, then its code with checks. */
function moduleOf(example: DocExample): string {
  const known = PACKAGES.indexOf(example.file.split('/')[0]!)
  const own = exportedValues(source(PACKAGES[known]!), example.file.slice(PACKAGES[known]!.length + 1))
  const scopes = [own, ...values.slice(0, known + 1).reverse()]
  let code = `${FIXTURES[key(example)] ?? ''}\n`
  const body = withPromises(example.code)
  for (const [name, text] of Object.entries(FIXTURES))
    if (!name.includes(' ') && mentions(code + body, name)) code = `${text}\n${code}`
  const imports = new Map<string, string>()
  for (const scope of scopes)
    for (const [name, path] of scope)
      if (!imports.has(name) && mentions(code + body, name)) imports.set(name, path)
  const lines = Array.from(imports, ([name, path]) => `import { ${name} } from ${JSON.stringify(path)}`)
  return [...lines, code, instrument({ ...example, code: body }), 'export {}\n'].join('\n')
}

async function run(example: DocExample): Promise<string[]> {
  const wrong: string[] = []
  const globals = globalThis as Record<string, unknown>
  globals.__expect = (line: number, actual: unknown, expected: string) => {
    if (!matches(actual, expected)) wrong.push(`line ${line}: is ${inspect(actual)}, not ${expected}`)
  }
  globals.__expectPrinted = (line: number, printed: unknown[], expected: string) => {
    if (!matches(printed[0], expected))
      wrong.push(`line ${line}: prints ${inspect(printed)}, not ${expected}`)
  }
  const path = join(folder, `${key(example).replaceAll(/\W/g, '-')}-${example.line}.ts`)
  writeFileSync(path, moduleOf(example))
  await import(/* @vite-ignore */ pathToFileURL(path).href)
  return wrong
}

describe('the finder', () => {
  test('finds the example, its line and its symbol', () => {
    const text = '/**\n * Adds.\n *\n * @example\n * add(1, 2) // 3\n */\nexport function add() {}\n'
    const found = docExamples('a.ts', text)
    expect(found).toEqual([{ file: 'a.ts', line: 5, language: 'ts', code: 'add(1, 2) // 3', symbol: 'add' }])
  })

  test('turns literals in comments into promises', () => {
    expect(withPromises('f(\n  1,\n) // [1, 2]\ng() // a number\nh()\n// { a: 1 }')).toBe(
      '\n\nf( 1, ) // → [1, 2]\ng() // a number\nh() // → { a: 1 }',
    )
  })
})

describe('examples of doc comments', () => {
  const runnable = examples.filter((example) => !(key(example) in NOT_RUN))
  test.each(runnable.map((example) => [key(example), example] as const))('%s', async (_, example) => {
    expect(await run(example)).toEqual([])
  })

  test('the exceptions and fixtures still have their examples', () => {
    const keys = new Set(examples.map(key))
    const listed = [...Object.keys(NOT_RUN), ...Object.keys(FIXTURES).filter((name) => name.includes(' '))]
    expect(listed.filter((name) => !keys.has(name))).toEqual([])
  })
})
