// Checks the public surface of the packages: how many names each exports, that no name means two things, and
// that `internal.ts` holds only what a sibling package uses.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const PACKAGES = join(ROOT, 'packages')

/** Number of names, values and types together, that `index.ts` may export. */
const LIMITS: Readonly<Record<string, number>> = {
  core: 75,
  structures: 49,
  logic: 47,
  learn: 84,
  nlp: 156,
  'model-en': 1,
  'model-en-base': 1,
  'model-en-large': 1,
  runner: 62,
  server: 6,
  cluster: 33,
  cli: 50,
}

/** Names that a module exports, and the file and name of each declaration. */
function exportsOf(file: string): Map<string, string> {
  const source = readFileSync(file, 'utf8')
  const found = new Map<string, string>()
  const declared =
    /^export (?:declare )?(?:abstract )?(?:async )?(?:function\*?|class|const|let|interface|type|enum) ([\w$]+)/gm
  for (const [, name] of source.matchAll(declared)) found.set(name, `${relative(ROOT, file)} ${name}`)
  for (const [, list, from] of source.matchAll(/^export (?:type )?\{([^}]*)\} from '([^']+)'/gm)) {
    const there = exportsOf(fileOf(file, from))
    for (const entry of list.split(',').map((text) => text.trim().replace(/^type /, ''))) {
      if (entry === '') continue
      const [original, name = original] = entry.split(' as ')
      const declaration = there.get(original)
      if (declaration === undefined) throw new Error(`${file} exports ${original}, which ${from} does not.`)
      found.set(name, declaration)
    }
  }
  for (const [, from] of source.matchAll(/^export (?:type )?\* from '([^']+)'/gm))
    for (const [name, declaration] of exportsOf(fileOf(file, from))) found.set(name, declaration)
  return found
}

/** The source file of a module that another file names. */
function fileOf(from: string, specifier: string): string {
  const [, name, entry = 'index'] = /^@parleyjs\/([^/]+)(?:\/(internal))?$/.exec(specifier) ?? []
  if (name !== undefined) return join(PACKAGES, name, `src/${entry}.ts`)
  return join(dirname(from), specifier.replace(/\.js$/, '.ts'))
}

/** The names that the sources of packages, benchmarks and scripts import from an entry. */
function importedFrom(specifier: string): Set<string> {
  const names = new Set<string>()
  const statement = new RegExp(`^(?:import|export)(?: type)? \\{([^}]*)\\} from '${specifier}'`, 'gm')
  const inline = new RegExp(`import\\('${specifier}'\\)\\)?\\.(\\w+)`, 'g')
  const script = new RegExp(
    `\\{([^}]*)\\} =\\s+await import\\(\\s*'[^']*${specifier.slice(10).replace('/', '/dist/')}.js'`,
    'g',
  )
  for (const source of SOURCES) {
    for (const [, list] of [...source.matchAll(statement), ...source.matchAll(script)])
      for (const entry of list.split(','))
        names.add(
          entry
            .trim()
            .replace(/^type /, '')
            .split(' as ')[0],
        )
    for (const [, name] of source.matchAll(inline)) names.add(name)
  }
  return names
}

const SOURCES = ['packages', 'bench', 'scripts'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(tsx?|mjs)$/.test(path) && !/(^|[\\/])(dist|node_modules|\.types)[\\/]/.test(path))
    .map((path) => readFileSync(join(ROOT, folder, path), 'utf8')),
)
const entries = (entry: string) =>
  new Map(
    readdirSync(PACKAGES)
      .map((name) => [name, join(PACKAGES, name, `src/${entry}.ts`)] as const)
      .filter(([, file]) => existsSync(file))
      .map(([name, file]) => [name, exportsOf(file)] as const),
  )
const PUBLIC = entries('index')
const INTERNAL = entries('internal')

test('every package exports no more names than its limit', () => {
  const counts = Object.fromEntries([...PUBLIC].map(([name, names]) => [name, names.size]))
  const above = Object.entries(counts).filter(([name, count]) => !(count <= LIMITS[name]))
  expect(above).toEqual([])
})

test('no name is exported by two packages for different declarations', () => {
  const declarations = new Map<string, Set<string>>()
  // Models have one name in common: their address.
  const packages = [...PUBLIC, ...INTERNAL].filter(([name]) => !name.startsWith('model-en-'))
  for (const [, names] of packages)
    for (const [name, declaration] of names)
      declarations.set(name, (declarations.get(name) ?? new Set()).add(declaration))
  expect([...declarations].filter(([, set]) => set.size > 1).map(([, set]) => [...set])).toEqual([])
})

test('helpers of tests are outside of src, so that no package is published with them', () => {
  const folders = readdirSync(PACKAGES).flatMap((name) =>
    readdirSync(join(PACKAGES, name), { recursive: true, encoding: 'utf8' }).map((path) => join(name, path)),
  )
  expect(folders.filter((path) => /[\\/]src[\\/](.*[\\/])?(testing|test-support)$/.test(path))).toEqual([])
})

describe.each([...INTERNAL])('@parleyjs/%s/internal', (name, internal) => {
  test('exports nothing that the index exports, too', () => {
    const both = [...internal.keys()].filter((one) => PUBLIC.get(name)?.has(one))
    expect(both).toEqual([])
  })

  test('exports only what a sibling package, a benchmark or a script imports', () => {
    const used = importedFrom(`@parleyjs/${name}/internal`)
    expect([...internal.keys()].filter((one) => !used.has(one))).toEqual([])
  })
})
