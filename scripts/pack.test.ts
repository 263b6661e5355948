// The packages as they would be published: what is in them, how large they are, and that they work in a
// project that has nothing else. `scripts/pack-matrix.mjs` tries more environments, with a real installation.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { exportedFiles, readyToPack } from './packages.mjs'
import { link, packedProject, ROOT } from './packed-project.js'

/** Most kilobytes of an installed package. Raise a limit only for something that users get for it. */
const LIMITS: Readonly<Record<string, number>> = {
  parleyjs: 2600,
  '@parleyjs/cluster': 220,
  '@parleyjs/core': 1500,
  '@parleyjs/learn': 350,
  '@parleyjs/logic': 320,
  '@parleyjs/model-en': 10_000,
  '@parleyjs/nlp': 1700,
  '@parleyjs/playground': 1300,
  '@parleyjs/runner': 100,
  '@parleyjs/server': 220,
  '@parleyjs/structures': 400,
}

const project = packedProject()
afterAll(() => project.remove())
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

  test('npx parley parses and solves', () => {
    expect(project.run('npx', '--no-install', 'parley', 'parse', 'We like dogs.')).toContain(
      '\tlike\tlike\tVERB',
    )
    project.write('rain.json', readFileSync(join(ROOT, 'examples/rain.json'), 'utf8'))
    expect(project.run('npx', '--no-install', 'parley', 'solve', 'rain.json')).toContain('optimal')
  })

  test('parley serve shows the playground, with the model of its own package', async () => {
    const server = spawn(join(project.folder, 'node_modules/.bin/parley'), ['serve', '--port', '0'])
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
const graph = new FactorGraph()
const rain = graph.binary(0.2, 'rain')
const value: number | null = rain.valueIn(solve(graph, { algorithm: 'ad3' }))
const url: URL = modelUrl
const forms: readonly string[] = parseConllu('')[0]?.forms ?? []
// @ts-expect-error: there is no such option
solve(graph, { algorithm: 'ad4' })
export { forms, url, value }
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
