// Checks that the code in the READMEs and docs/ runs as written, with the results that its comments state.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { inspect } from 'node:util'
import { afterAll, describe, expect, test } from 'vitest'
import { type CodeBlock, codeBlocks, instrument, matches } from './code-blocks.js'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'parley-readme-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const blocks = markdownFiles().flatMap((file) => codeBlocks(file, readFileSync(join(ROOT, file), 'utf8')))
const name = ({ file, line }: CodeBlock) => `${file}:${line}`

function markdownFiles(): string[] {
  const inside = (folder: string) =>
    existsSync(join(ROOT, folder))
      ? readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((path) =>
          join(folder, path),
        )
      : []
  const packages = readdirSync(join(ROOT, 'packages')).map((name) => join('packages', name, 'README.md'))
  const files = [
    'README.md',
    'CONTRIBUTING.md',
    ...packages,
    ...inside('docs').filter((path) => path.endsWith('.md')),
  ]
  return files.filter((file) => existsSync(join(ROOT, file)))
}

async function runScript(block: CodeBlock): Promise<string[]> {
  const wrong: string[] = []
  const globals = globalThis as Record<string, unknown>
  globals.__expect = (line: number, actual: unknown, expected: string) => {
    if (!matches(actual, expected))
      wrong.push(`${block.file}:${line}: is ${inspect(actual)}, not ${expected}`)
  }
  globals.__expectPrinted = (line: number, values: unknown[], expected: string) => {
    const printed = values.map((v) => (typeof v === 'string' ? v : inspect(v))).join(' ')
    if (printed !== expected && !(values.length === 1 && matches(values[0], expected)))
      wrong.push(`${block.file}:${line}: prints ${printed}, not ${expected}`)
  }
  const path = join(folder, `${block.file.replaceAll(/\W/g, '-')}-${block.line}.ts`)
  writeFileSync(path, instrument(block))
  await import(/* @vite-ignore */ pathToFileURL(path).href)
  return wrong
}

/** Runs a shell block where `parley` is this repository's, on a copy of the examples. */
function runShell(block: CodeBlock) {
  const place = mkdtempSync(join(folder, 'shell-'))
  cpSync(join(ROOT, 'examples'), join(place, 'examples'), { recursive: true })
  const command = `"${process.execPath}" "${join(ROOT, 'packages/cli/bin/parley.js')}"`
  const script = block.code.replaceAll(/\b(npx parley|npm start( -s| --silent)? --)(?=\s)/g, command)
  return spawnSync('bash', ['--norc', '-euo', 'pipefail', '-c', script], {
    cwd: place,
    encoding: 'utf8',
    timeout: 60_000,
  })
}

describe('the checker itself', () => {
  test('finds blocks with their lines', () => {
    const found = codeBlocks('x.md', 'a\n\n```ts\n1 + 1 // → 2\n```\n\n- b\n  ```sh\n  ls\n  ```\n')
    expect(found).toEqual([
      { file: 'x.md', line: 4, language: 'ts', code: '1 + 1 // → 2' },
      { file: 'x.md', line: 9, language: 'sh', code: 'ls' },
    ])
  })

  test('notices a wrong value', async () => {
    const code = 'const x: number = 1 // → 2\nx + 1 // → 2\nconsole.log("a", x) // → a 2\n[0.25] // → [0.2]'
    const wrong = await runScript({ file: 'self.md', line: 1, language: 'ts', code })
    expect(wrong.map((line) => line.split(':')[1])).toEqual(['1', '3'])
  })

  test.each([
    [3, '3', true],
    [3.0000001, '3', false],
    [0.30000000000000004, '0.3', true],
    [0.36, '0.3', false],
    [new Int32Array([1, 0]), '[1, 0]', true],
    [{ a: 1 }, '{ a: 1 }', true],
    [{ a: 1, b: 2 }, '{ a: 1 }', false],
    ['optimal', "'optimal'", true],
    ['optimal', 'optimal', true],
    ['fractional', "'optimal'", false],
    [null, 'null', true],
  ])('compares %j with %s: %j', (actual, expected, result) => {
    expect(matches(actual, expected)).toBe(result)
  })
})

const scripts = blocks.filter(({ language }) => language === 'ts')
describe.skipIf(scripts.length === 0)('TypeScript in the documentation', () => {
  test.each(scripts.map((block) => [name(block), block] as const))('%s', async (_, block) => {
    expect(await runScript(block)).toEqual([])
  })
})

/** The errors of a strict user configuration of the compiler for code blocks, by file and line. */
function typeErrors(blocks: readonly CodeBlock[]): string[] {
  // Inside the repository, so that its packages are found.
  const place = mkdtempSync(join(ROOT, 'node_modules', '.snippets-'))
  try {
    blocks.forEach(({ code }, i) => {
      writeFileSync(join(place, `${i}.ts`), `${code}\nexport {}\n`)
    })
    writeFileSync(
      join(place, 'tsconfig.json'),
      JSON.stringify({
        compilerOptions: {
          target: 'ES2022',
          module: 'NodeNext',
          lib: ['ES2022', 'DOM', 'DOM.Iterable'],
          types: ['node'],
          strict: true,
          noUncheckedIndexedAccess: true,
          noEmit: true,
          skipLibCheck: true,
        },
        include: ['*.ts'],
      }),
    )
    const compiler = join(ROOT, 'node_modules/typescript/bin/tsc')
    const { stdout, error } = spawnSync(process.execPath, [compiler, '-p', place, '--pretty', 'false'], {
      encoding: 'utf8',
      cwd: place,
      timeout: 60_000,
    })
    if (error !== undefined) throw error
    return stdout
      .split('\n')
      .filter((line) => line !== '')
      .map((line) =>
        line.replace(/^(\d+)\.ts\((\d+),\d+\)/, (_, i: string, at: string) => {
          const { file, line } = blocks[Number(i)]
          return `${file}:${line + Number(at) - 1}`
        }),
      )
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}

describe('the compiler', () => {
  test('notices what a strict project would', () => {
    const code =
      "import { FactorGraph } from '@parleyjs/core'\nconst list = [1]\nnew FactorGraph().variableName(0).length + list[0].toFixed().length"
    const errors = typeErrors([{ file: 'self.md', line: 5, language: 'ts', code }])
    expect(errors.map((line) => /^self\.md:\d+: error TS\d+/.exec(line)?.[0])).toEqual([
      'self.md:7: error TS2532',
      'self.md:7: error TS2532',
    ])
  })

  test.skipIf(scripts.length === 0)('finds nothing in the documentation', () => {
    expect(typeErrors(scripts)).toEqual([])
  })
})

const shells = blocks.filter(
  ({ language, code }) =>
    language === 'sh' && /^(npx parley|npm start)\s/.test(code) && code.includes('examples/'),
)
describe.skipIf(shells.length === 0)('commands in the documentation', () => {
  test.each(shells.map((block) => [name(block), block] as const))('%s', (_, block) => {
    const { status, stderr } = runShell(block)
    expect(stderr).toBe('')
    expect(status).toBe(0)
  })
})
