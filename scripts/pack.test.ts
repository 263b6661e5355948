// The packages as they would be published: what is in them, how large they are, and that they work in a
// project that has nothing else. `scripts/pack-matrix.mjs` tries more environments, with a real installation.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Browser } from 'playwright-core'
import { rolldown } from 'rolldown'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findChromium, launch } from './browser.js'
import { exportedFiles, readyToPack } from './packages.mjs'
import { MAIN, resultOf, servePlain, serveVite } from './packed-pages.js'
import { link, packedProject, ROOT } from './packed-project.js'

/** Most kilobytes of an installed package. Raise a limit only for something that users get for it. */
const LIMITS: Readonly<Record<string, number>> = {
  parleyjs: 3400,
  '@parleyjs/cluster': 220,
  '@parleyjs/core': 1500,
  '@parleyjs/learn': 600,
  '@parleyjs/logic': 320,
  '@parleyjs/model-en': 10_000,
  '@parleyjs/model-en-base': 11_300,
  '@parleyjs/model-en-large': 20_500,
  '@parleyjs/nlp': 2100,
  '@parleyjs/playground': 1300,
  '@parleyjs/runner': 120,
  '@parleyjs/server': 220,
  '@parleyjs/structures': 400,
}

const project = packedProject()
afterAll(() => project.remove(), 60_000)
const named = project.packages.map((one) => [one.manifest.name, one] as const)

describe.each(named)('%s', (name, { manifest, folder, files }) => {
  const size = files.reduce((sum, path) => sum + statSync(join(folder, path)).size, 0)

  test('says what it is, whose, and where to ask', () => {
    expect(manifest).toMatchObject({
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      description: expect.stringMatching(/^[A-Z].{20,}\.$/),
      license: expect.stringMatching(/^(MIT|CC-BY-SA-4\.0)$/),
      author: expect.any(String),
      homepage: expect.stringMatching(/^https:/),
      bugs: { url: expect.stringMatching(/^https:/) },
      repository: { type: 'git', url: expect.any(String), directory: expect.stringMatching(/^packages\//) },
      engines: { node: '>=20' },
      publishConfig: { access: 'public' },
      scripts: { prepack: expect.any(String) },
      type: 'module',
    })
    expect((manifest.keywords as string[]).length).toBeGreaterThan(2)
    expect(manifest.private).toBeUndefined()
  })

  test('has a licence, and a README whose links work outside of the repository', () => {
    const licence = readFileSync(join(folder, 'LICENSE'), 'utf8')
    if (manifest.license === 'MIT') expect(licence).toBe(readFileSync(join(ROOT, 'LICENSE'), 'utf8'))
    else expect(licence).toContain('Attribution-ShareAlike 4.0')
    const readme = readFileSync(join(folder, 'README.md'), 'utf8')
    expect(readme).toMatch(/```(?:ts|sh)\n/)
    expect(readme.match(/\]\((?!https:|#)[^)]*\)/g)).toBeNull()
  })

  test('has the files that it exports, with types, and nothing that only we need', () => {
    expect(exportedFiles(manifest).filter((path) => !files.includes(path))).toEqual([])
    for (const [entry, target] of Object.entries(manifest.exports ?? {}))
      if (typeof target !== 'string')
        expect([entry, Object.keys(target)]).toEqual([entry, ['types', 'default']])
    expect(files.filter((path) => /\.map$|\.tsbuildinfo$|(?<!\.d)\.tsx?$|test|\.done/.test(path))).toEqual([])
  })

  test('names no path of this repository, and no source map', () => {
    const text = files.filter((path) => /\.(?:js|ts|json)$/.test(path))
    const found = text.filter((path) => {
      const content = readFileSync(join(folder, path), 'utf8')
      return content.includes('sourceMappingURL=') || content.includes(ROOT)
    })
    expect(found).toEqual([])
  })

  test('needs the other packages in its own version', () => {
    const ours = Object.entries(manifest.dependencies ?? {}).filter(([one]) => /^@?parleyjs/.test(one))
    expect(ours.filter(([, version]) => version !== manifest.version)).toEqual([])
  })

  test('is not larger than its limit', () => {
    expect(size / 1000).toBeLessThan(LIMITS[name] ?? 0)
  })
})

/** Most kilobytes, with gzip, of a bundle that uses one name: what a page must load for it. */
const BUNDLES = [
  ['FactorGraph', '@parleyjs/core', 22],
  ['FactorGraph', 'parleyjs', 22],
  ['solve', '@parleyjs/core', 75],
  ['parseRules, ground', '@parleyjs/logic', 103],
  ['readConllu', '@parleyjs/nlp', 6.5],
  ['Doc', '@parleyjs/nlp', 10.5],
  ['load', 'parleyjs', 152],
] as const
test.each(BUNDLES)('a bundle with %s of %s is not larger than %d kB', async (names, from, limit) => {
  const input = project.write('bundle.js', `export { ${names} } from '${from}'`)
  const bundle = await rolldown({ input, cwd: project.folder, platform: 'browser', external: /^node:/ })
  const { output } = await bundle.generate({ minify: true })
  const code = output.map((file) => (file.type === 'chunk' ? file.code : '')).join('')
  expect(gzipSync(code).length / 1000).toBeLessThan(limit)
})

test('no large file is there twice', () => {
  const seen = new Map<string, string>()
  const twice: string[] = []
  for (const { manifest, folder, files } of project.packages)
    for (const path of files) {
      const content = readFileSync(join(folder, path))
      const hash = createHash('sha256').update(content).digest('hex')
      if (content.length > 50_000 && seen.has(hash))
        twice.push(`${manifest.name}/${path} is ${seen.get(hash)}`)
      seen.set(hash, `${manifest.name}/${path}`)
    }
  expect(twice).toEqual([])
})

test('a package that is not built is not packed', () => {
  const empty = mkdtempSync(join(tmpdir(), 'parley-unbuilt-'))
  const manifest = { exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' } } }
  writeFileSync(join(empty, 'package.json'), JSON.stringify(manifest))
  expect(readyToPack(empty)).toEqual(['dist/index.d.ts', 'dist/index.js', 'LICENSE', 'README.md'])
  rmSync(empty, { recursive: true })
})

describe('in a project of its own', () => {
  test('every entry can be imported', () => {
    // Entries of threads start to listen when they are imported.
    const entries = named.flatMap(([name, { manifest }]) =>
      Object.keys(manifest.exports ?? {})
        .filter((entry) => entry === '.' || entry === './internal')
        .map((entry) => name + entry.slice(1)),
    )
    const path = project.write(
      'entries.js',
      `for (const name of ${JSON.stringify(entries)}) console.log(name, Object.keys(await import(name)).length > 0)`,
    )
    const lines = project.run(process.execPath, path).trim().split('\n')
    expect(lines).toEqual(entries.map((name) => `${name} true`))
  })

  test('three lines to a parse', () => {
    const path = project.write(
      'three.js',
      `import { load } from 'parleyjs'
const parley = await load('en')
console.log(parley.parse('We like dogs.').tokens.map(({ text, head }) => \`\${text} < \${head}\`).join(', '))
const worker = await load('en', { worker: true })
console.log((await worker.parse('We like dogs.')).sentences[0].root.text)`,
    )
    // The worker is not closed: without work, it does not keep the process.
    expect(project.run(process.execPath, path)).toBe('We < like, like < null, dogs < like, . < like\nlike\n')
  })

  test.skipIf(process.platform === 'win32')('npx parley parses and solves', () => {
    expect(project.run('npx', '--no-install', 'parley', 'parse', 'We like dogs.')).toContain(
      '\tlike\tlike\tVERB',
    )
    project.write('rain.json', readFileSync(join(ROOT, 'examples/rain.json'), 'utf8'))
    expect(project.run('npx', '--no-install', 'parley', 'solve', 'rain.json')).toContain('optimal')
  })

  test('parley serve shows the playground, with the model of its own package', async () => {
    const server = spawn(process.execPath, ['node_modules/parleyjs/bin/parley.js', 'serve', '--port', '0'], {
      cwd: project.folder,
    })
    let said = ''
    for await (const data of server.stdout) if ((said += String(data)).includes('\n')) break
    const url = /http:\/\/\S+\//.exec(said)![0]
    expect(await (await fetch(url)).text()).toContain('<title>Parley playground</title>')
    const { path } = (await (await fetch(`${url}model.json`)).json()) as { path: string }
    const model = await fetch(url + path)
    const file = join(project.folder, 'node_modules/@parleyjs/model-en/english.parley.gz')
    expect(Buffer.from(await model.arrayBuffer()).equals(readFileSync(file))).toBe(true)
    server.kill()
    await once(server, 'exit')
  })

  test.each([
    ['nodenext', { module: 'NodeNext', moduleResolution: 'NodeNext' }],
    ['bundler', { module: 'ESNext', moduleResolution: 'Bundler' }],
  ])('strict TypeScript with moduleResolution %s compiles, without skipLibCheck', (_, options) => {
    for (const name of ['@types/node', 'undici-types']) link(project.folder, name)
    project.write(
      'strict.ts',
      `import { FactorGraph, solve } from '@parleyjs/core'
import { modelUrl } from '@parleyjs/model-en'
import { parseConllu } from '@parleyjs/nlp'
import { type Doc, load } from 'parleyjs'
const graph = new FactorGraph()
const rain = graph.binary(0.2, 'rain')
const value: number | null = rain.valueIn(solve(graph, { algorithm: 'ad3' }))
const url: URL = modelUrl
const forms: readonly string[] = parseConllu('')[0]?.forms ?? []
// @ts-expect-error: there is no such option
solve(graph, { algorithm: 'ad4' })
const parley = await load('en')
const doc: Doc = parley.parse('We like dogs.')
const head: string | null | undefined = doc.tokens[0]?.head?.lemma
const inWorker: Promise<Doc> = (await load('en', { worker: true })).parse('We like dogs.')
// @ts-expect-error: a worker gives a promise
inWorker.tokens
export { forms, head, url, value }
`,
    )
    const compilerOptions = {
      ...options,
      target: 'ES2022',
      lib: ['ES2022', 'DOM', 'DOM.Iterable'],
      types: ['node'],
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      noEmit: true,
    }
    project.write('tsconfig.json', JSON.stringify({ compilerOptions, include: ['strict.ts'] }))
    expect(project.run(process.execPath, join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', '.')).toBe('')
  })
})

const chromium = await findChromium()
describe.skipIf(chromium === undefined)('in a page', () => {
  /** They take seconds on a free machine. */
  const TIME = 240_000
  let browser: Browser
  beforeAll(async () => {
    project.write('main.js', MAIN)
    browser = await launch(chromium!)
  }, TIME)
  afterAll(() => browser?.close())
  const good = { root: 'like', same: true, progress: true }

  test(
    'without a bundler; the model is cached, and fetched again when it has changed',
    async () => {
      const server = await servePlain(project)
      const context = await browser.newContext()
      const visit = async () => {
        server.modelRequests.length = 0
        const page = await context.newPage()
        expect(await resultOf(page, server.url)).toMatchObject(good)
        await page.close()
        return server.modelRequests.join(' ')
      }
      expect(await visit()).toBe('GET HEAD')
      expect(await visit()).toBe('HEAD HEAD')
      server.model.modified = new Date(1e12).toUTCString()
      expect(await visit()).toBe('HEAD GET HEAD')
      server.model.available = false
      expect(await visit()).toMatch(/^HEAD/)
      await context.close()
      server.close()
    },
    TIME,
  )

  test.each(['development', 'built'] as const)(
    'with Vite, %s',
    async (mode) => {
      const server = await serveVite(project, mode)
      const page = await browser.newPage()
      try {
        expect(await resultOf(page, server.url)).toMatchObject(good)
      } finally {
        await page.close()
        await server.close()
      }
    },
    TIME,
  )
})
